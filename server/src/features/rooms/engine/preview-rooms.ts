import type { Account } from '@frontrow/core/kernel/actor.ts';
import { refuse } from '@frontrow/core/refuse.ts';
import { enginePlaces } from '@frontrow/core/rooms/limits.ts';
import { previewGrantsFor } from '@frontrow/core/rooms/grants.ts';
import type { Sql } from '../../../db/db.ts';
import { isolateErrors } from '../../../jobs/runner.ts';
import { personIn } from '../records.ts';
import { identityOf, type RoomsDeps, userIdOf } from '../rooms-deps.ts';
import { callInBatches, mayBeThere } from './grants.ts';

/**
 * The preview of the next speaker has a separate room at the engine, one for each person who is asked
 * (docs/decisions/0128). The audience is refused there by the engine, whatever a browser says.
 */
const previewRoomOf = (eventUuid: string, nextId: number): string => `${eventUuid}.next.${nextId}`;

interface EngineRoomName {
  readonly eventUuid: string;
  /** Whose preview it is; undefined for the room of the event itself. */
  readonly nextId: number | undefined;
  /** It is the room of the copy in VP8 (`vp8-rooms.ts`). */
  readonly isVp8: boolean;
}

export function readEngineRoom(name: string): EngineRoomName {
  const [, eventUuid = name, nextId, vp8] = /^([0-9a-f-]{36})\.(?:next\.(\d{1,15})|(vp8))$/.exec(name) ?? [];
  return { eventUuid, nextId: nextId === undefined ? undefined : Number(nextId), isVp8: vp8 !== undefined };
}

/** The person who sends a preview now. Someone who declined sends none. */
async function previewedIn(sql: Sql, eventUuid: string): Promise<{ id: number; username: string } | undefined> {
  return sql.one<{ id: number; username: string }>(
    `SELECT u.id, u.username FROM room r JOIN app_user u ON u.id = r.next_id
     JOIN room_member m ON m.event_id = r.event_id AND m.user_id = r.next_id
     WHERE r.event_id = $1 AND r.closed_at IS NULL AND r.screening AND r.next_state <> 'declined'
       AND m.hand_raised_at IS NOT NULL`,
    [eventUuid],
  );
}

interface Preview {
  readonly token: string;
  readonly url: string;
  readonly room: string;
  readonly identity: string;
  /** Whose preview it is. */
  readonly username: string;
}

/**
 * A token for the preview of the next speaker: that person sends it, the host and event admins watch it. Throws
 * `moderators_only`, `no_next`, `video_down`, `video_preparing`.
 */
export async function enterPreview(
  { db, video }: Pick<RoomsDeps, 'db' | 'video'>,
  actor: Account,
  eventUuid: string,
): Promise<Preview> {
  const me = await personIn(db, eventUuid, actor.id);
  const next = await previewedIn(db, eventUuid);
  const isIn = me !== undefined && (me.isHost || me.isPresent) && !me.isRemoved;
  const grants = isIn ? previewGrantsFor({ ...me, isNext: next?.id === actor.id }) : 'none';
  if (grants === 'none') throw refuse('moderators_only');
  if (!next) throw refuse('no_next');
  const url = video.clientUrl();
  if (url === '') throw refuse('video_down');
  const room = previewRoomOf(eventUuid, next.id);
  const identity = identityOf(actor.id);
  await video.openRoom(room, enginePlaces[0]);
  const token = await video.mintToken({ room, identity, displayName: actor.username, grants });
  return { token, url, room, identity, username: next.username };
}

interface PersonRow {
  user_id: number;
  is_host: boolean;
  is_admin: boolean;
  is_banned: boolean;
}

/** Which of these people may be in the room of this preview, and with which grants. */
async function grantsIn(sql: Sql, eventUuid: string, nextId: number, userIds: readonly number[]) {
  const rows = await sql.query<PersonRow>(
    `SELECT u.id AS user_id, e.host_id = u.id AS is_host, coalesce(m.is_admin OR m.stage_role = 'cohost', false) AS is_admin,
       m.banned_at IS NOT NULL AS is_banned
     FROM event e JOIN app_user u ON u.id = ANY ($2)
     LEFT JOIN room_member m ON m.event_id = e.id AND m.user_id = u.id
     LEFT JOIN room_login l ON l.event_id = e.id AND l.user_id = u.id
     LEFT JOIN ticket t ON t.event_id = e.id AND t.holder_key = person_holder(u.id) AND t.voided_at IS NULL
     WHERE e.id = $1 AND ${mayBeThere}`,
    [eventUuid, userIds],
  );
  return new Map(
    rows.map((row) => [
      row.user_id,
      previewGrantsFor({
        isNext: row.user_id === nextId,
        isHost: row.is_host,
        isAdmin: row.is_admin,
        isBanned: row.is_banned,
      }),
    ]),
  );
}

/** Whether this person may connect to the room of this preview now. */
export async function mayBeInPreview(
  sql: Sql,
  { eventUuid, nextId }: { readonly eventUuid: string; readonly nextId: number },
  userId: number,
): Promise<boolean> {
  if ((await previewedIn(sql, eventUuid))?.id !== nextId) return false;
  return ((await grantsIn(sql, eventUuid, nextId, [userId])).get(userId) ?? 'none') !== 'none';
}

/** Closes previews that ended, opens the current one if it is missing, and removes people without a right to it. */
async function comparePreviewsOf(
  deps: Pick<RoomsDeps, 'db' | 'video' | 'clock' | 'log'>,
  eventUuid: string,
  there: readonly string[],
  deadline: number,
): Promise<void> {
  const { db, video } = deps;
  const next = await previewedIn(db, eventUuid);
  const current = next && previewRoomOf(eventUuid, next.id);
  for (const name of there) if (name !== current) await video.closeRoom(name);
  if (!next || current === undefined) return;
  if (!there.includes(current)) return void (await video.openRoom(current, enginePlaces[0]));
  const participants = await video.participants(current);
  const ids = participants.flatMap((one) => userIdOf(one.identity) ?? []);
  const grants = await grantsIn(db, eventUuid, next.id, ids);
  const rightOf = (identity: string) => grants.get(userIdOf(identity) ?? 0) ?? 'none';
  const wrong = participants.filter((one) => one.grants !== rightOf(one.identity));
  await callInBatches(deps, wrong, deadline, ({ identity }) =>
    rightOf(identity) === 'none'
      ? video.removeParticipant(current, identity)
      : video.applyGrants(current, identity, rightOf(identity)),
  );
}

/** The same for one event, after a change of its room. */
export async function comparePreviews(
  deps: Pick<RoomsDeps, 'db' | 'video' | 'clock' | 'log'>,
  eventUuid: string,
): Promise<void> {
  if (deps.video.state() !== 'ready') return;
  try {
    const names = (await deps.video.rooms()).filter((name) => isPreviewOf(name, eventUuid));
    await comparePreviewsOf(deps, eventUuid, names, Infinity);
  } catch (error) {
    deps.log.warn({ error: String(error) }, 'previews will be compared by the reconciler');
  }
}

const isPreviewOf = (name: string, eventUuid: string): boolean => {
  const room = readEngineRoom(name);
  return room.nextId !== undefined && room.eventUuid === eventUuid;
};

const previewsAtOnceMax = 1000;

/** The same for all events that have a preview, in the database or at the engine. */
export async function compareAllPreviews(deps: RoomsDeps, names: Iterable<string>, deadline: number): Promise<void> {
  const there = Map.groupBy(
    [...names].filter((name) => readEngineRoom(name).nextId !== undefined),
    (name) => readEngineRoom(name).eventUuid,
  );
  const rows = await deps.db.query<{ event_id: string }>(
    `SELECT event_id FROM room WHERE next_id IS NOT NULL AND closed_at IS NULL LIMIT ${previewsAtOnceMax}`,
  );
  for (const eventUuid of new Set([...there.keys(), ...rows.map((row) => row.event_id)])) {
    if (deps.clock.now() >= deadline) return;
    await isolateErrors(deps.log, { event: eventUuid }, () =>
      comparePreviewsOf(deps, eventUuid, there.get(eventUuid) ?? [], deadline),
    );
  }
}
