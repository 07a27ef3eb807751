import {
  vp8AskedAgainMsMin,
  vp8NeededMs,
  vp8ViewersMax,
  listenerSilentMsMax,
} from '@frontrow/core/broadcast/limits.ts';
import type { Account } from '@frontrow/core/kernel/actor.ts';
import { refuse } from '@frontrow/core/refuse.ts';
import type { Sql } from '../../../db/db.ts';
import { isolateErrors } from '../../../jobs/runner.ts';
import type { Video } from '../../../ports/video.ts';
import { identityOf, type RoomsDeps, userIdOf } from '../rooms-deps.ts';
import { callInBatches, mayBeThere } from './grants.ts';
import { readEngineRoom } from './preview-rooms.ts';

/**
 * The copy of an encoder's video in VP8 has a separate room at the engine (docs/decisions/0149). Only browsers without
 * H.264 get a token for it, so no one else, and no recorder, can receive it by mistake.
 */
export const vp8RoomOf = (eventUuid: string): string => `${eventUuid}.vp8`;

/**
 * Whether our RTMP listener sends the copy: the host allows it, the encoder is what people see, and a browser that
 * needs it asked a moment ago. Needs the tables `r` (room) and `e` (event).
 */
export const vp8NeededNow = `(r.vp8_allowed AND r.closed_at IS NULL AND e.state < 2 AND r.source = 'encoder'
  AND r.vp8_asked_at > app_now() - ${vp8NeededMs} * interval '1 ms') IS TRUE`;

/** Prepares the room for the listener's connection. */
export const openVp8Room = (video: Pick<Video, 'openRoom'>, eventUuid: string): Promise<void> =>
  video.openRoom(vp8RoomOf(eventUuid), vp8ViewersMax);

interface WatchRow {
  may_be_there: boolean;
  kind: 0 | 1;
  allowed: boolean;
  source: 'encoder' | 'camera' | null;
  via: 'whip' | 'rtmp' | null;
  /** What the listener said last, unless it is silent. */
  copy: string | null;
}

interface Vp8Entry {
  /** `not_allowed`: by the host. `unavailable`: no encoder sends by RTMP. `busy`: we cannot encode now. */
  readonly state: 'not_allowed' | 'unavailable' | 'starting' | 'busy' | 'ready';
  /** Both empty until it is ready. */
  readonly token: string;
  readonly url: string;
}

/** Right to watch: a seat in the room while the event is live, and before it for the host alone. */
async function readWatcher(sql: Sql, actor: Account, eventUuid: string): Promise<WatchRow | undefined> {
  return sql.one<WatchRow>(
    `SELECT e.kind, r.source, i.via, r.vp8_allowed AS allowed,
       CASE WHEN i.reported_at > app_now() - $3 * interval '1 ms' THEN i.health->>'vp8' END AS copy,
       ${mayBeThere} AND r.closed_at IS NULL AND (e.state = 1 OR e.state = 0 AND e.host_id = u.id) AS may_be_there
     FROM event e JOIN room r ON r.event_id = e.id JOIN app_user u ON u.id = $2
     LEFT JOIN room_member m ON m.event_id = e.id AND m.user_id = u.id
     LEFT JOIN room_login l ON l.event_id = e.id AND l.user_id = u.id
     LEFT JOIN ticket t ON t.event_id = e.id AND t.holder_key = person_holder(u.id) AND t.voided_at IS NULL
     LEFT JOIN ingest_session i ON i.event_id = e.id AND i.ended_at IS NULL
     WHERE e.id = $1`,
    [eventUuid, actor.id, listenerSilentMsMax],
  );
}

/**
 * A browser without H.264 asks for the copy, again and again while it watches: this alone keeps the copy running.
 * Throws `not_in_room`, `broadcast_only`.
 */
export async function enterVp8(
  { db, video }: Pick<RoomsDeps, 'db' | 'video'>,
  actor: Account,
  eventUuid: string,
): Promise<Vp8Entry> {
  const row = await readWatcher(db, actor, eventUuid);
  if (!row?.may_be_there) throw refuse('not_in_room');
  if (row.kind !== 1) throw refuse('broadcast_only');
  const only = (state: Vp8Entry['state']): Vp8Entry => ({ state, token: '', url: '' });
  if (row.source !== 'encoder' || row.via !== 'rtmp') return only('unavailable');
  if (!row.allowed) return only('not_allowed');
  // Of many who ask together, one writes.
  await db.query(
    `UPDATE room SET vp8_asked_at = app_now() WHERE event_id = $1
       AND (vp8_asked_at IS NULL OR vp8_asked_at < app_now() - $2 * interval '1 ms')`,
    [eventUuid, vp8AskedAgainMsMin],
  );
  if (row.copy === 'busy' || row.copy === 'failed') return only('busy');
  const url = video.clientUrl();
  if (row.copy !== 'on' || url === '') return only('starting');
  const token = await video.mintToken({
    room: vp8RoomOf(eventUuid),
    identity: identityOf(actor.id),
    displayName: actor.username,
    grants: 'sub',
    // Nobody in the room needs to hear who watches.
    hidden: true,
  });
  return { state: 'ready', token, url };
}

interface NeededRow {
  needed: boolean;
}

/** Closes a copy's room that nobody needs any more, and removes people who may not be in the event's room now. */
async function compareRoom(deps: RoomsDeps, eventUuid: string, deadline: number): Promise<void> {
  const { db, video } = deps;
  const name = vp8RoomOf(eventUuid);
  const room = await db.one<NeededRow>(
    `SELECT ${vp8NeededNow} AS needed FROM room r JOIN event e ON e.id = r.event_id WHERE r.event_id = $1`,
    [eventUuid],
  );
  if (!room?.needed) return video.closeRoom(name);
  const ids = (await video.participants(name)).flatMap((one) => userIdOf(one.identity) ?? []);
  const right = await db.query<{ user_id: number }>(
    `SELECT u.id AS user_id FROM event e JOIN app_user u ON u.id = ANY ($2)
     LEFT JOIN room_member m ON m.event_id = e.id AND m.user_id = u.id
     LEFT JOIN room_login l ON l.event_id = e.id AND l.user_id = u.id
     LEFT JOIN ticket t ON t.event_id = e.id AND t.holder_key = person_holder(u.id) AND t.voided_at IS NULL
     WHERE e.id = $1 AND ${mayBeThere} AND (e.state = 1 OR e.host_id = u.id)`,
    [eventUuid, ids],
  );
  const wrong = ids.filter((id) => !right.some((row) => row.user_id === id));
  await callInBatches(deps, wrong, deadline, (id) => video.removeParticipant(name, identityOf(id)));
}

/** The same for all copies at the engine. */
export async function compareVp8Rooms(deps: RoomsDeps, names: Iterable<string>, deadline: number): Promise<void> {
  for (const { eventUuid, isVp8 } of [...names].map(readEngineRoom)) {
    if (deps.clock.now() >= deadline) return;
    if (isVp8) await isolateErrors(deps.log, { event: eventUuid }, () => compareRoom(deps, eventUuid, deadline));
  }
}
