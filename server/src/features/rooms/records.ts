import { ingestMachine, type IngestTrigger } from '@frontrow/core/broadcast/ingest-machine.ts';
import { refuse } from '@frontrow/core/refuse.ts';
import {
  isTakenDown,
  type PersonFacts,
  type RoomFacts,
  type RoomRole,
  type RoomRunner,
} from '@frontrow/core/rooms/room-rules.ts';
import type { Sql } from '../../db/db.ts';

/** The room as core's rules need it. */
export interface RoomRecord extends RoomFacts {
  readonly eventId: string;
  readonly hostId: number;
  readonly kind: 0 | 1;
  readonly seq: number;
  /** How long a viewer waits between two messages. */
  readonly slowModeSeconds: number;
  readonly reactionsEnabled: boolean;
  /** The messages above the chat and over the picture. */
  readonly pinnedSeq: number | undefined;
  readonly announcementSeq: number | undefined;
  /** What viewers cannot write. */
  readonly filteredWords: readonly string[];
  /** The host sees and hears the next speaker before the audience does. */
  readonly screening: boolean;
}

interface RoomRow {
  event_id: string;
  host_id: number;
  kind: 0 | 1;
  is_meeting: boolean;
  seq: number;
  open_mic: boolean;
  chat_enabled: boolean;
  slow_mode_seconds: number;
  screening: boolean;
  raise_hand_enabled: boolean;
  reactions_enabled: boolean;
  pinned_seq: number | null;
  announcement_seq: number | null;
  filtered_words: string[];
  speaker_id: number | null;
  stage_guest_id: number | null;
  is_live: boolean;
  closed: boolean;
  started_at: Date | null;
  cancelled_at: Date | null;
}

const roomColumns = `r.event_id, e.host_id, e.kind, e.private_for IS NOT NULL AS is_meeting, r.seq, r.open_mic,
  r.chat_enabled, r.slow_mode_seconds, r.screening, r.raise_hand_enabled, r.reactions_enabled, r.pinned_seq,
  r.announcement_seq, r.filtered_words, r.speaker_id, r.stage_guest_id, e.state = 1 AS is_live,
  r.closed_at IS NOT NULL OR e.state = 2 AS closed, e.started_at, e.cancelled_at`;

/**
 * Reads and locks the row of the room. Every change begins here, so that the log has no gaps and no two lines with one
 * number.
 */
export async function lockRoom(sql: Sql, eventUuid: string): Promise<RoomRecord | undefined> {
  const row = await sql.one<RoomRow>(
    `SELECT ${roomColumns} FROM room r JOIN event e ON e.id = r.event_id WHERE r.event_id = $1 FOR UPDATE OF r`,
    [eventUuid],
  );
  return (
    row && {
      eventId: row.event_id,
      hostId: row.host_id,
      kind: row.kind,
      seq: row.seq,
      isInteractive: row.kind === 0,
      isMeeting: row.is_meeting,
      openMic: row.open_mic,
      chatEnabled: row.chat_enabled,
      slowModeSeconds: row.slow_mode_seconds,
      screening: row.screening,
      raiseHandEnabled: row.raise_hand_enabled,
      reactionsEnabled: row.reactions_enabled,
      pinnedSeq: row.pinned_seq ?? undefined,
      announcementSeq: row.announcement_seq ?? undefined,
      filteredWords: row.filtered_words,
      speakerId: row.speaker_id ?? undefined,
      stageGuestId: row.stage_guest_id ?? undefined,
      isLive: row.is_live,
      closed: row.closed,
      takenDown: isTakenDown({ startedAt: row.started_at?.getTime(), cancelledAt: row.cancelled_at?.getTime() }),
    }
  );
}

/** A person who has been in the room. */
export interface MemberRecord extends PersonFacts {
  readonly username: string;
  readonly avatarUrl: string | null;
  readonly role: 0 | 1;
  readonly seatSession: string | undefined;
  readonly hasTicket: boolean;
  /** How long they have been on stage in this event. */
  readonly spokenSeconds: number;
}

interface MemberRow {
  user_id: number;
  username: string;
  avatar_url: string | null;
  role: 0 | 1;
  is_host: boolean;
  is_admin: boolean;
  stage_role: RoomRole;
  is_banned: boolean;
  is_removed: boolean;
  timed_out_ms: number;
  hand_raised: boolean;
  is_present: boolean;
  seat_session: string | null;
  has_ticket: boolean;
  spoken_seconds: number;
}

/**
 * Whether any account of the same person was removed; needs the tables `e` (event), `u` (user) and `m` (their member
 * row).
 */
export const isRemoved = `(m.removed_at IS NOT NULL OR EXISTS (
  SELECT 1 FROM same_person s JOIN room_member x ON x.event_id = e.id AND x.user_id = s.other_id
  WHERE s.user_id = u.id AND x.removed_at IS NOT NULL))`;

/** How much longer the time-out of `m` (member) lasts. */
export const timedOutMs =
  'coalesce(ceil(greatest(extract(epoch FROM m.timed_out_until - app_now()), 0) * 1000), 0)::int';

const memberColumns = `u.id AS user_id, u.username, u.avatar_url, u.role, u.id = e.host_id AS is_host,
  coalesce(m.is_admin OR m.stage_role = 'cohost', false) AS is_admin, coalesce(m.stage_role, 'viewer') AS stage_role,
  m.banned_at IS NOT NULL AS is_banned, ${isRemoved} AS is_removed, ${timedOutMs} AS timed_out_ms,
  m.hand_raised_at IS NOT NULL AS hand_raised, coalesce(m.spoken_seconds, 0) AS spoken_seconds, coalesce(m.seat_until > app_now(), false) AS is_present, m.seat_session,
  EXISTS (SELECT 1 FROM ticket t
    WHERE t.event_id = e.id AND t.holder_key = person_holder(u.id) AND t.voided_at IS NULL) AS has_ticket`;

const memberOf = (row: MemberRow): MemberRecord => ({
  id: row.user_id,
  username: row.username,
  avatarUrl: row.avatar_url,
  role: row.role,
  isHost: row.is_host,
  isAdmin: row.is_admin,
  roomRole: row.stage_role,
  isBanned: row.is_banned,
  isRemoved: row.is_removed,
  timedOutMs: row.timed_out_ms,
  handRaised: row.hand_raised,
  isPresent: row.is_present,
  seatSession: row.is_present ? (row.seat_session ?? undefined) : undefined,
  hasTicket: row.has_ticket,
  spokenSeconds: row.spoken_seconds,
});

/** One person as the room knows them, also if they were never in it. */
export async function personIn(sql: Sql, eventUuid: string, userId: number): Promise<MemberRecord | undefined> {
  const row = await sql.one<MemberRow>(
    `SELECT ${memberColumns} FROM event e JOIN app_user u ON u.id = $2
     LEFT JOIN room_member m ON m.event_id = e.id AND m.user_id = u.id WHERE e.id = $1`,
    [eventUuid, userId],
  );
  return row && memberOf(row);
}

/** The caller as the room knows them. Throws `not_in_room` if the event or the account does not exist. */
export async function requireCaller(sql: Sql, eventUuid: string, userId: number): Promise<MemberRecord> {
  const me = await personIn(sql, eventUuid, userId);
  if (!me) throw refuse('not_in_room');
  return me;
}

/** Any account by username, as the room knows it, also if it was never in it. */
export async function accountNamed(sql: Sql, eventUuid: string, username: string): Promise<MemberRecord | undefined> {
  const row = await sql.one<MemberRow>(
    `SELECT ${memberColumns} FROM event e JOIN app_user u ON u.username = $2 AND u.erased_at IS NULL
     LEFT JOIN room_member m ON m.event_id = e.id AND m.user_id = u.id WHERE e.id = $1`,
    [eventUuid, username],
  );
  return row && memberOf(row);
}

/** The host, or a person who is or was in the room, by username. */
export async function memberNamed(sql: Sql, eventUuid: string, username: string): Promise<MemberRecord | undefined> {
  const row = await sql.one<MemberRow>(
    `SELECT ${memberColumns} FROM event e JOIN app_user u ON u.username = $2
     LEFT JOIN room_member m ON m.event_id = e.id AND m.user_id = u.id
     WHERE e.id = $1 AND (m.user_id IS NOT NULL OR u.id = e.host_id)`,
    [eventUuid, username],
  );
  return row && memberOf(row);
}

/** The host and co-hosts run the room; everyone else is refused by core's rules. */
export async function runnerOf(
  sql: Sql,
  room: Pick<RoomRecord, 'eventId' | 'hostId'>,
  userId: number,
): Promise<RoomRunner> {
  if (room.hostId === userId) return { isHost: true, roomRole: 'viewer' };
  const row = await sql.one<{ stage_role: RoomRole }>(
    'SELECT stage_role FROM room_member WHERE event_id = $1 AND user_id = $2',
    [room.eventId, userId],
  );
  return { isHost: false, roomRole: row?.stage_role ?? 'viewer' };
}

/**
 * Creates the event's room, or records that its host is back. A broadcast and a meeting have no hands; a broadcast
 * waits for an encoder unless the host chooses the camera.
 */
export async function openRoomRow(sql: Sql, eventUuid: string): Promise<void> {
  await sql.query(
    `INSERT INTO room (${newRoomColumns}, host_seen_at) SELECT ${newRoom}, app_now() FROM event WHERE id = $1
     ON CONFLICT (event_id) DO UPDATE SET host_seen_at = app_now()`,
    [eventUuid],
  );
}

/** The same, without its host. */
export async function ensureRoomRow(sql: Sql, eventUuid: string): Promise<void> {
  await sql.query(
    `INSERT INTO room (${newRoomColumns}) SELECT ${newRoom} FROM event WHERE id = $1 ON CONFLICT (event_id) DO NOTHING`,
    [eventUuid],
  );
}

const newRoomColumns = 'event_id, raise_hand_enabled, source, ingest_state, recording';
const newRoom = `id, kind = 0 AND private_for IS NULL, CASE WHEN kind = 1 THEN 'encoder' END,
  CASE WHEN kind = 1 THEN 'waiting' END,
  coalesce((SELECT c.enabled FROM recording_choice c WHERE c.event_id = event.id), false)`;

export type LogType =
  | 'updateEvent'
  | 'newMessage'
  | 'messageRemoved'
  | 'userBanned'
  | 'personCleared'
  | 'audienceChanged'
  | 'finishEvent';

/**
 * Writes the change into the room's log under the next number. The caller holds the room's lock (docs/decisions/0007).
 */
export async function appendLog(
  sql: Sql,
  eventUuid: string,
  type: LogType,
  payload: object,
  actorId: number | undefined,
): Promise<number> {
  const row = await sql.one<{ seq: number }>(
    `WITH next AS (UPDATE room SET seq = seq + 1 WHERE event_id = $1 RETURNING seq)
     INSERT INTO room_event (event_id, seq, type, payload, actor_id)
     SELECT $1, seq, $2, $3, $4 FROM next RETURNING seq`,
    [eventUuid, type, JSON.stringify(payload), actorId ?? null],
  );
  return row!.seq;
}

/**
 * Updates the state of a broadcast's encoder, as core's machine allows; false if nothing changed. The host counts as
 * seen as long as it was live. The caller holds the room's lock.
 */
export async function moveIngest(sql: Sql, eventUuid: string, trigger: IngestTrigger): Promise<boolean> {
  const moves = ingestMachine.from(trigger).map((from) => [from, ingestMachine.next(from, trigger)!] as const);
  const moved = await sql.one(
    `UPDATE room r SET ingest_state = m.target,
       host_seen_at = CASE WHEN r.ingest_state = 'live' THEN app_now() ELSE r.host_seen_at END
     FROM unnest($2::text[], $3::text[]) AS m (source, target)
     WHERE r.event_id = $1 AND r.ingest_state = m.source AND r.closed_at IS NULL RETURNING r.event_id`,
    [eventUuid, moves.map(([from]) => from), moves.map(([, to]) => to)],
  );
  return moved !== undefined;
}
