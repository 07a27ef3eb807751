import { type Grants, grantsFor } from '@frontrow/core/rooms/grants.ts';
import type { Sql } from '../../../db/db.ts';
import type { Kit } from '../../../kit.ts';
import { type GrantChange, identityOf, type RoomsDeps } from '../rooms-deps.ts';

/** Whether person `u` may be in the engine's room of event `e`: by member `m`, login `l` and ticket `t`. */
export const mayBeThere = `l.user_id IS NOT NULL AND u.erased_at IS NULL
  AND CASE WHEN e.private_for IS NULL
    THEN e.host_id = u.id OR (m.seat_until IS NOT NULL AND m.delivery = 'webrtc' AND t.id IS NOT NULL) OR (u.app_admin AND t.id IS NULL)
    ELSE m.seat_until IS NOT NULL
      AND (e.host_id = u.id OR u.app_admin OR (e.private_for = u.id AND t.id IS NOT NULL))
  END`;

/**
 * Applies grants at the engine and records which version was applied. Failures are left to the reconciler, which
 * repeats everything whose applied version differs from the desired one.
 */
export async function applyGrants(
  kit: Pick<Kit, 'clock' | 'db' | 'video' | 'log'>,
  eventUuid: string,
  changes: readonly GrantChange[],
): Promise<void> {
  const taken = await callInBatches(kit, changes, Infinity, ({ userId, grants }) =>
    kit.video.applyGrants(eventUuid, identityOf(userId), grants),
  );
  await noteApplied(kit.db, eventUuid, taken);
}

/** Records applied versions. A grant that has changed again since has a higher version and is still to be applied. */
export async function noteApplied(
  db: Kit['db'],
  eventUuid: string,
  changes: readonly Pick<GrantChange, 'userId' | 'version'>[],
): Promise<void> {
  if (changes.length === 0) return;
  await db.query(
    `UPDATE room_member m SET applied_ver = c.version FROM unnest($2::bigint[], $3::int[]) AS c (user_id, version)
     WHERE m.event_id = $1 AND m.user_id = c.user_id AND m.applied_ver < c.version`,
    [eventUuid, changes.map((one) => one.userId), changes.map((one) => one.version)],
  );
}

interface Row {
  user_id: number;
  desired_grants: Grants;
  banned: boolean;
  host_id: number;
  private_for: number | null;
  kind: 0 | 1;
  speaker_id: number | null;
  stage_guest_id: number | null;
  open_mic: boolean;
  closed: boolean;
}

/**
 * Recomputes what each of these people (all of the room if no one is named) may publish, by the one rule in core, and
 * stores what changed under a new version. The caller holds the room's lock.
 */
export async function regrant(sql: Sql, eventUuid: string, userIds?: readonly number[]): Promise<GrantChange[]> {
  const rows = await sql.query<Row>(
    `SELECT m.user_id, m.desired_grants, m.banned_at IS NOT NULL AS banned, e.host_id, e.private_for,
       e.kind, r.speaker_id, r.stage_guest_id,
       r.open_mic, r.closed_at IS NOT NULL AS closed
     FROM room_member m JOIN room r ON r.event_id = m.event_id JOIN event e ON e.id = m.event_id
     WHERE m.event_id = $1 AND ($2::bigint[] IS NULL OR m.user_id = ANY ($2))`,
    [eventUuid, userIds ?? null],
  );
  const changed = rows.flatMap((row) => {
    const grants = grantsFor({
      closed: row.closed,
      isHost: row.user_id === row.host_id,
      isBanned: row.banned,
      hasTurn: row.speaker_id === row.user_id,
      isStageGuest: row.stage_guest_id === row.user_id,
      openMic: row.open_mic,
      isInteractive: row.kind === 0,
      isMet: row.user_id === row.private_for,
    });
    return grants === row.desired_grants ? [] : [{ userId: row.user_id, grants }];
  });
  if (changed.length === 0) return [];
  const stored = await sql.query<{ user_id: number; desired_grants: Grants; desired_ver: number }>(
    `UPDATE room_member m SET desired_grants = c.grants, desired_ver = desired_ver + 1
     FROM unnest($2::bigint[], $3::text[]) AS c (user_id, grants) WHERE m.event_id = $1 AND m.user_id = c.user_id
     RETURNING m.user_id, m.desired_grants, m.desired_ver`,
    [eventUuid, changed.map((one) => one.userId), changed.map((one) => one.grants)],
  );
  return stored.map((row) => ({ userId: row.user_id, grants: row.desired_grants, version: row.desired_ver }));
}

const atOnceMax = 10;

/**
 * Calls the engine for each of these people, ten at a time, until the deadline; the first ten in any case. Returns
 * those for whom it worked. The rest is left to the reconciler.
 */
export async function callInBatches<P>(
  { clock, log }: Pick<RoomsDeps, 'clock' | 'log'>,
  people: readonly P[],
  deadline: number,
  call: (one: P) => Promise<unknown>,
): Promise<P[]> {
  const taken: P[] = [];
  for (let start = 0; start < people.length; start += atOnceMax) {
    const part = people.slice(start, start + atOnceMax);
    await Promise.all(
      part.map((one) =>
        call(one).then(
          () => taken.push(one),
          (error: unknown) => log.debug({ error: String(error) }, 'the engine did not do it yet'),
        ),
      ),
    );
    if (clock.now() >= deadline) break;
  }
  return taken;
}

/**
 * Disconnects people at the engine who may no longer be in the room, one after the other until the deadline. The
 * reconciler disconnects the others, and those for whom the call failed.
 */
export async function removeAtEngine(
  { clock, video }: Pick<RoomsDeps, 'clock' | 'video'>,
  eventUuid: string,
  userIds: readonly number[],
  deadline: number,
): Promise<void> {
  for (const userId of userIds) {
    if (clock.now() >= deadline) return;
    await video.removeParticipant(eventUuid, identityOf(userId)).catch(() => undefined);
  }
}
