import {
  type ChatDelivery,
  decideChatDelivery,
  decideDelivery,
  type Delivery,
  hasHlsVideo,
} from '@frontrow/core/broadcast/delivery-rules.ts';
import { chatSocketKeptMs } from '@frontrow/core/broadcast/chat-file-limits.ts';
import { fileReaderSeatMs } from '@frontrow/core/broadcast/limits.ts';
import { seatLeaseMs } from '@frontrow/core/rooms/limits.ts';
import { seatsAdmitted } from '@frontrow/core/rooms/room-rules.ts';
import { createBatcher } from '../../db/batcher.ts';
import type { Sql, Tx } from '../../db/db.ts';
import type { EventRecord } from '../events/index.ts';
import type { RoomChange } from './change-room.ts';
import { canRecord } from './recording-now.ts';
import { lockRoom } from './records.ts';
import { leaveStage } from './roles.ts';
import type { RoomsDeps } from './rooms-deps.ts';
import { stepTurnQueue } from './turn-queue.ts';

/** How many viewers hold a seat now. The host and hidden admins hold none. The caller holds the event's lock. */
export async function seatsTaken(tx: Tx, event: { id: string; hostId: number }): Promise<number> {
  const row = await tx.one<{ count: number }>(
    'SELECT count(*) AS count FROM room_member WHERE event_id = $1 AND user_id <> $2 AND seat_until > app_now()',
    [event.id, event.hostId],
  );
  return row!.count;
}

/** How a viewer gets the picture, and what is written in the room. */
export interface Deliveries {
  readonly delivery: Delivery;
  readonly chat: ChatDelivery;
}

interface WatchedRow {
  webrtc_viewers: number;
  sockets: number;
  mine: Delivery | null;
  my_chat: ChatDelivery | null;
  is_moderator: boolean;
  has_written: boolean;
  by_rtmp: boolean;
  feed_codec: string | null;
}

/**
 * How a viewer who enters, or renews their seat, watches and reads from now on. Segments are written by our RTMP
 * listener, and by a recorder of everything else that is H.264. The newest encoder decides, also while it is away.
 * `leavesSocket`: the viewer gives up their socket, and reads files if others need sockets. The caller holds the
 * event's lock. Throws `broadcast_webrtc_full`.
 */
export async function chooseDeliveries(
  kit: Pick<RoomsDeps, 'config' | 'rtmp'>,
  tx: Tx,
  event: Pick<EventRecord, 'id' | 'kind' | 'hostId' | 'sold'>,
  userId: number,
  leavesSocket = false,
): Promise<Deliveries> {
  const { broadcastWebrtcViewersMax: webrtcViewersMax, broadcastChatSocketsMax: socketsMax } = kit.config;
  if (event.kind !== 1 || event.sold <= webrtcViewersMax) return { delivery: 'webrtc', chat: 'socket' };
  const row = await tx.one<WatchedRow>(
    `SELECT w.webrtc_viewers, w.sockets, CASE WHEN m.seat_until > app_now() THEN m.delivery END AS mine,
       CASE WHEN m.seat_until > app_now() THEN m.chat_by END AS my_chat,
       coalesce(m.is_admin OR m.stage_role <> 'viewer', false) AS is_moderator,
       EXISTS (SELECT 1 FROM chat_message c WHERE c.event_id = r.event_id AND c.author_id = $3
         AND c.at > app_now() - $4 * interval '1 ms') AS has_written,
       coalesce(r.source = 'encoder' AND (SELECT i.via FROM ingest_session i WHERE i.event_id = r.event_id
         ORDER BY i.opened_at DESC LIMIT 1) = 'rtmp', false) AS by_rtmp, r.feed_codec
     FROM room r LEFT JOIN room_member m ON m.event_id = r.event_id AND m.user_id = $3,
       LATERAL (SELECT count(*) FILTER (WHERE x.delivery = 'webrtc') AS webrtc_viewers,
           count(*) FILTER (WHERE x.chat_by = 'socket') AS sockets
         FROM room_member x WHERE x.event_id = r.event_id AND x.seat_until > app_now()
           AND x.user_id NOT IN ($2, $3)) w
     WHERE r.event_id = $1`,
    [event.id, event.hostId, userId, chatSocketKeptMs],
  );
  const { webrtc_viewers: webrtcViewers, sockets, mine, my_chat: myChat, is_moderator: isModerator } = row!;
  const hasSegments = row!.by_rtmp || (canRecord(kit) && hasHlsVideo(row!.feed_codec));
  const delivery = decideDelivery({ webrtcViewers, webrtcViewersMax, hasSegments }, mine ?? undefined);
  const chat = decideChatDelivery(
    { delivery, isModerator, hasWritten: row!.has_written && !leavesSocket },
    { sockets, socketsMax, hasSegments },
    leavesSocket ? undefined : (myChat ?? undefined),
  );
  return { delivery, chat };
}

/** How long a seat is kept without a sign of its person. */
const leaseMs = { socket: seatLeaseMs, files: fileReaderSeatMs } as const;

/**
 * Writes the seat of a person who enters, or renews it; a person who is blocked or timed out under another account
 * stays so. Returns whether they were already in the room. The caller holds the room's lock.
 */
export async function insertLease(
  tx: Tx,
  eventUuid: string,
  userId: number,
  sessionId: string | undefined,
  { delivery, chat }: Deliveries = { delivery: 'webrtc', chat: 'socket' },
): Promise<boolean> {
  const row = await tx.one<{ was_in: boolean }>(
    `WITH before AS (SELECT seat_until IS NOT NULL AS was_in FROM room_member WHERE event_id = $1 AND user_id = $2)
     INSERT INTO room_member (event_id, user_id, seat_until, seat_session, delivery, chat_by, joined_at, banned_at,
       timed_out_until)
     SELECT $1, $2, app_now() + $3 * interval '1 ms', $4, $5, $6, app_now(), min(x.banned_at), max(x.timed_out_until)
     FROM same_person s JOIN room_member x ON x.event_id = $1 AND x.user_id = s.other_id WHERE s.user_id = $2
     ON CONFLICT (event_id, user_id) DO UPDATE SET seat_until = excluded.seat_until,
       seat_session = excluded.seat_session, delivery = excluded.delivery, chat_by = excluded.chat_by,
       joined_at = CASE WHEN room_member.seat_until IS NULL THEN excluded.joined_at ELSE room_member.joined_at END
     RETURNING coalesce((SELECT was_in FROM before), false) AS was_in`,
    [eventUuid, userId, leaseMs[chat], sessionId ?? null, delivery, chat],
  );
  return row!.was_in;
}

const inLockOrder = <P extends FileReader>(people: readonly P[]): P[] =>
  people.toSorted((a, b) => (a.eventUuid < b.eventUuid ? -1 : a.eventUuid > b.eventUuid ? 1 : a.userId - b.userId));

/** A person who reads the room as files. */
export interface FileReader {
  readonly eventUuid: string;
  readonly userId: number;
}

/** A person who is known to be in the room: by a socket, or by the engine's list. */
interface SeatKeeper extends FileReader {
  /** Set by sockets: only the device that holds the seat renews it. */
  readonly sessionId: string | undefined;
}

/**
 * Renews the leases of people who are in the room, and records when hosts were seen. A lease that expired while the
 * server was down is renewed as long as a seat is free; a seat that was released is not. `bySocket`: these people have
 * just opened a socket, so that they need no files any more.
 */
export async function keepSeats(
  kit: Pick<RoomsDeps, 'db' | 'events' | 'config'>,
  people: readonly SeatKeeper[],
  { bySocket = false } = {},
): Promise<void> {
  if (people.length === 0) return;
  const sorted = inLockOrder(people);
  const columns = [
    sorted.map((one) => one.eventUuid),
    sorted.map((one) => one.userId),
    sorted.map((one) => one.sessionId ?? null),
  ];
  const mine = `m.event_id = c.event_id AND m.user_id = c.user_id
    AND (m.seat_session IS NULL OR c.session IS NULL OR m.seat_session = c.session)`;
  const keepers = `unnest($1::uuid[], $2::bigint[], $3::uuid[]) AS c (event_id, user_id, session)`;
  await kit.db.query(
    `UPDATE room_member m SET chat_by = CASE WHEN $5 THEN 'socket' ELSE m.chat_by END,
       seat_until = CASE WHEN $5 OR m.chat_by = 'socket' THEN app_now() + $4 * interval '1 ms'
         ELSE greatest(m.seat_until, app_now() + $4 * interval '1 ms') END
     FROM ${keepers} WHERE ${mine} AND m.seat_until > app_now()`,
    [...columns, seatLeaseMs, bySocket],
  );
  await kit.db.query(
    `UPDATE room r SET host_seen_at = app_now() FROM event e, unnest($1::uuid[], $2::bigint[]) AS c (event_id, user_id)
     WHERE r.event_id = c.event_id AND e.id = r.event_id AND e.host_id = c.user_id AND r.closed_at IS NULL`,
    columns.slice(0, 2),
  );
  const late = await kit.db.query<{ event_id: string; user_id: number }>(
    `SELECT DISTINCT m.event_id, m.user_id FROM room_member m JOIN ${keepers} ON ${mine}
     WHERE m.seat_until <= app_now()`,
    columns,
  );
  for (const [eventUuid, rows] of Map.groupBy(late, (row) => row.event_id))
    await resumeLeases(
      kit,
      eventUuid,
      rows.map((row) => row.user_id),
    );
}

/**
 * Renews the leases of people who read the room as files and have just shown that they are there. `fromNowOn`: files
 * take the place of their socket, which they close now.
 */
export async function keepFileReaders(
  sql: Sql,
  people: readonly FileReader[],
  { fromNowOn = false } = {},
): Promise<void> {
  const sorted = inLockOrder(people);
  await sql.query(
    `UPDATE room_member m SET chat_by = 'files', seat_until = app_now() + $3 * interval '1 ms'
     FROM unnest($1::uuid[], $2::bigint[]) AS c (event_id, user_id)
     WHERE m.event_id = c.event_id AND m.user_id = c.user_id AND m.seat_until > app_now()
       AND (m.chat_by = 'files' OR $4)`,
    [sorted.map((one) => one.eventUuid), sorted.map((one) => one.userId), fileReaderSeatMs, fromNowOn],
  );
}

/** All of them fetch a key within the same seconds: those who come at the same time are renewed together. */
export function createFileReaders(sql: Sql): (who: FileReader) => Promise<void> {
  const add = createBatcher<FileReader, void>({
    batchMax: 512,
    waitingMax: 20_000,
    async run(_all, people) {
      await keepFileReaders(sql, people);
      return people.map(() => undefined);
    },
  });
  return (who) => add('all', who);
}

async function resumeLeases(
  { db, events, config }: Pick<RoomsDeps, 'db' | 'events' | 'config'>,
  eventUuid: string,
  userIds: readonly number[],
): Promise<void> {
  await db.tx(async (tx) => {
    const event = await events.lock(tx, eventUuid);
    const room = event && (await lockRoom(tx, eventUuid));
    if (!event || !room || room.closed) return;
    const free = event.meeting
      ? userIds.length
      : seatsAdmitted(event, config.broadcastViewersMax) - (await seatsTaken(tx, event));
    if (free <= 0) return;
    await tx.query(
      `UPDATE room_member m SET seat_until = app_now() + $3 * interval '1 ms', chat_by = 'socket'
       WHERE event_id = $1 AND user_id IN (
         SELECT user_id FROM room_member WHERE event_id = $1 AND user_id = ANY ($2) AND seat_until <= app_now()
           ORDER BY joined_at, user_id LIMIT $4)`,
      [eventUuid, userIds, seatLeaseMs, free],
    );
  });
}

/**
 * Ends seat, hand and turn of people who left, whose lease ended, or who may no longer be in the room; with
 * `asAdminToo` also role and event admin's rights. Returns how many of them had a seat.
 */
export async function vacateSeats(
  change: RoomChange,
  userIds: readonly number[],
  why: string,
  asAdminToo = false,
): Promise<number> {
  const { tx, room, log, regrant } = change;
  // No one waits or speaks in a broadcast, which thousands leave.
  const isQueueChanged = room.isInteractive && (await stepTurnQueue(change, { do: 'leave', userIds }));
  const isStageLeft = room.isInteractive && (await leaveStage(change, userIds));
  const left = await tx.query<{ user_id: number }>(
    `UPDATE room_member SET seat_until = NULL, seat_session = NULL, is_admin = is_admin AND NOT $3,
       stage_role = CASE WHEN $3 THEN 'viewer' ELSE stage_role END
     WHERE event_id = $1 AND user_id = ANY ($2)
       AND (seat_until IS NOT NULL OR ($3 AND (is_admin OR stage_role <> 'viewer'))) RETURNING user_id`,
    [room.eventId, userIds, asAdminToo],
  );
  const ids = left.map((row) => row.user_id);
  if (ids.length === 0 && !isQueueChanged && !isStageLeft) return 0;
  await regrant(ids);
  await log('updateEvent', { change: why, users: ids });
  return ids.length;
}
