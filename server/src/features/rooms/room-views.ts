import type { WireChatMessage, WireCurrentState } from '@frontrow/contract/rooms/api.ts';
import type { Account } from '@frontrow/core/kernel/actor.ts';
import { seconds } from '@frontrow/core/kernel/instant.ts';
import { refuse } from '@frontrow/core/refuse.ts';
import { exactAcksMax, namedViewersMax } from '@frontrow/core/rooms/limits.ts';
import { requireMeetingPart } from '@frontrow/core/rooms/meeting-rules.ts';
import { endedRefusal, isTakenDown, requireNotRemoved } from '@frontrow/core/rooms/room-rules.ts';
import { LRUCache } from 'lru-cache';
import type { Sql } from '../../db/db.ts';
import type { Clock } from '../../ports/clock.ts';
import { recordingNow } from './recording-now.ts';
import { personIn } from './records.ts';
import { latestMessages } from './room-messages.ts';
import type { NextInRoom, RoomsDeps, RoomSnapshot, SharedState } from './rooms-deps.ts';

type PersonJson = WireCurrentState['influencer'];
interface StateRow {
  seq: number;
  state: 0 | 1 | 2;
  cancelled: boolean;
  started_at: Date | null;
  open_mic: boolean;
  chat_enabled: boolean;
  slow_mode_seconds: number;
  raise_hand_enabled: boolean;
  reactions_enabled: boolean;
  captions_enabled: boolean;
  announcement: WireCurrentState['announcement'];
  pinned: WireCurrentState['pinned_message'];
  timed_out: WireCurrentState['timed_out_viewers'] | null;
  source: 'encoder' | 'camera' | null;
  ingest_state: 'waiting' | 'preview' | 'live' | 'lost' | null;
  recording: boolean;
  recording_enabled: boolean;
  host: PersonJson;
  speaker: (PersonJson & { since: number }) | null;
  viewers: PersonJson[] | null;
  viewers_count: number;
  banned: string[] | null;
  removed: PersonJson[] | null;
  admins: string[] | null;
  roles: WireCurrentState['roles'] | null;
  stage_guest: PersonJson | null;
  meeting: NonNullable<WireCurrentState['meeting']> | null;
  hands: WireCurrentState['raised_hands'] | null;
  turn: WireCurrentState['turn'];
  turn_length: number;
  open_questions: number;
  answering: NonNullable<WireCurrentState['answering']> | null;
  open_poll: string | null;
  new_voices_first: boolean;
  webrtc_places: number | null;
  webrtc_only: number | null;
  screening: boolean;
  next: (Omit<NextInRoom, 'moderatorIds'> & { readonly moderatorIds: number[] }) | null;
}

const ms = (column: string): string => `floor(extract(epoch FROM ${column}) * 1000)::bigint`;
const person = (user: string): string => `'username', ${user}.username, 'user_avatar', ${user}.avatar_url`;

const seated = (condition: string): string => `EXISTS (SELECT 1 FROM room_member m
  WHERE m.event_id = e.id AND m.seat_until IS NOT NULL AND e.state = 1 AND ${condition})`;
/** For a private meeting: who it is with, its time, and who is present. */
const meeting = `CASE WHEN e.private_for IS NOT NULL THEN json_build_object(
    'viewer', (SELECT json_build_object(${person('u')}) FROM app_user u WHERE u.id = e.private_for),
    'starts_at', ${ms('e.starts_at')}, 'ends_at', ${ms('e.ends_at')},
    'host_here', ${seated('m.user_id = e.host_id')}, 'viewer_here', ${seated('m.user_id = e.private_for')},
    'admins', coalesce((SELECT json_agg(json_build_object(${person('u')}) ORDER BY u.username) FROM app_user u
      WHERE ${seated('m.user_id = u.id AND m.user_id NOT IN (e.host_id, e.private_for)')}), '[]')
  ) END`;

/** The person who gets ready is called first. */
const gettingReady = `(r.next_id = u.id AND r.next_state <> 'declined') IS TRUE`;
/** The order of core's `callOrder`. */
const callOrder = `NOT ${gettingReady}, u.id = r.pinned_hand_id IS NOT TRUE,
  CASE WHEN r.new_voices_first THEN m.spoken_seconds ELSE 0 END, m.hand_raised_at, u.id`;

const saidAs = (number: string): string => `chat_message c JOIN app_user u ON u.id = c.author_id
  WHERE c.event_id = r.event_id AND c.seq = ${number} AND c.removed_at IS NULL`;
const announcement = `CASE WHEN r.announcement_until > app_now() THEN (
    SELECT json_build_object('seq', c.seq, 'text', c.body, 'username', u.username, 'at', ${ms('c.at')},
      'until', ${ms('r.announcement_until')}) FROM ${saidAs('r.announcement_seq')}) END`;
const pinned = `(SELECT json_build_object('seq', c.seq, 'message', c.body, 'at', ${ms('c.at')}, 'client_id', c.client_id,
      'announcement', c.announced, 'user', json_build_object('user_avatar', u.avatar_url,
        'user_username', u.username, 'user_ide', u.id, 'user_role', u.role)) FROM ${saidAs('r.pinned_seq')})`;

/** One statement, so that the whole state is from the moment that its `seq` names. */
const stateQuery = `
  SELECT r.seq, e.state, e.cancelled_at IS NOT NULL AS cancelled, e.started_at, r.open_mic, r.chat_enabled,
    r.slow_mode_seconds, r.raise_hand_enabled, r.reactions_enabled, r.captions_enabled, ${announcement} AS announcement,
    ${pinned} AS pinned, r.source, r.ingest_state,
    ${recordingNow} AS recording, r.recording AS recording_enabled, json_build_object(${person('h')}) AS host,
    CASE WHEN s.id IS NOT NULL
      THEN json_build_object(${person('s')}, 'since', ${ms('r.speaker_since')}) END AS speaker,
    CASE WHEN s.id IS NOT NULL AND r.turn_ends_at IS NOT NULL
      THEN json_build_object('username', s.username, 'ends_at', ${ms('r.turn_ends_at')}, 'seconds', r.turn_seconds)
      END AS turn, r.turn_length, r.new_voices_first, r.screening, n.next,
    (SELECT count(*) FROM question q WHERE q.event_id = r.event_id AND q.state = 'open') AS open_questions,
    (SELECT json_build_object('question_id', q.id, 'text', q.body, 'user', json_build_object(${person('u')}))
      FROM question q JOIN app_user u ON u.id = q.author_id
      WHERE q.event_id = r.event_id AND q.answering AND is_answered_now(q) LIMIT 1) AS answering,
    (SELECT p.id FROM poll p WHERE p.event_id = r.event_id AND p.status = 'open') AS open_poll,
    v.viewers,
    (SELECT count(*) FROM room_member m
      WHERE m.event_id = r.event_id AND m.seat_until IS NOT NULL AND m.user_id <> e.host_id
        AND coalesce(m.user_id = e.private_for, true) AND r.closed_at IS NULL) AS viewers_count,
    CASE WHEN e.kind = 1 AND r.closed_at IS NULL AND e.sold > w.broadcast_webrtc_viewers_max
      THEN greatest(0, w.broadcast_webrtc_viewers_max - (
      SELECT count(*) FROM room_member m WHERE m.event_id = r.event_id AND m.seat_until IS NOT NULL
        AND m.delivery = 'webrtc' AND m.user_id <> e.host_id)) END AS webrtc_places,
    CASE WHEN e.kind = 1 AND r.closed_at IS NULL AND e.capacity > w.broadcast_webrtc_viewers_max
        AND r.feed_codec <> 'h264'
      THEN w.broadcast_webrtc_viewers_max END AS webrtc_only,
    CASE WHEN g.id IS NOT NULL THEN json_build_object(${person('g')}) END AS stage_guest,
    m.banned, m.timed_out, m.removed, m.admins, m.roles, m.hands, ${meeting} AS meeting
  FROM room r JOIN event e ON e.id = r.event_id JOIN app_user h ON h.id = e.host_id
  LEFT JOIN installation w ON true
  LEFT JOIN app_user s ON s.id = r.speaker_id
  LEFT JOIN app_user g ON g.id = r.stage_guest_id
  LEFT JOIN LATERAL (
    SELECT json_agg(json_build_object(${person('x')}) ORDER BY x.joined_at, x.id) AS viewers FROM (
      SELECT u.id, u.username, u.avatar_url, m.joined_at FROM room_member m JOIN app_user u ON u.id = m.user_id
      WHERE m.event_id = r.event_id AND m.seat_until IS NOT NULL AND m.user_id <> e.host_id
        AND coalesce(m.user_id = e.private_for, true) AND r.closed_at IS NULL
      ORDER BY m.joined_at, u.id LIMIT ${namedViewersMax}
    ) x
  ) v ON true
  LEFT JOIN LATERAL (
    SELECT json_agg(u.username ORDER BY u.username) FILTER (WHERE m.banned_at IS NOT NULL) AS banned,
      json_agg(json_build_object('username', u.username, 'until', ${ms('m.timed_out_until')}) ORDER BY u.username)
        FILTER (WHERE m.timed_out_until > app_now()) AS timed_out,
      json_agg(json_build_object(${person('u')}) ORDER BY u.username)
        FILTER (WHERE m.removed_at IS NOT NULL) AS removed,
      json_agg(u.username ORDER BY u.username) FILTER (WHERE m.is_admin OR m.stage_role = 'cohost') AS admins,
      json_agg(json_build_object(${person('u')}, 'role', m.stage_role) ORDER BY m.stage_role, u.username)
        FILTER (WHERE m.stage_role <> 'viewer') AS roles,
      json_agg(json_build_object(${person('u')}, 'raised_at', ${ms('m.hand_raised_at')}, 'question', m.hand_question,
          'pinned', u.id = r.pinned_hand_id IS TRUE, 'spoken_seconds', m.spoken_seconds)
        ORDER BY ${callOrder}) FILTER (WHERE m.hand_raised_at IS NOT NULL) AS hands
    FROM room_member m JOIN app_user u ON u.id = m.user_id
    WHERE m.event_id = r.event_id
      AND (m.banned_at IS NOT NULL OR m.removed_at IS NOT NULL OR m.is_admin OR m.hand_raised_at IS NOT NULL
        OR m.timed_out_until > app_now() OR m.stage_role <> 'viewer')
  ) m ON true
  LEFT JOIN LATERAL (
    SELECT json_build_object('userId', u.id, 'username', u.username, 'state', r.next_state,
      'answerBy', ${ms('r.next_answer_by')},
      'moderatorIds', (SELECT json_agg(a.user_id) FROM room_member a
        WHERE a.event_id = r.event_id AND (a.is_admin OR a.stage_role = 'cohost' OR a.user_id = e.host_id))) AS next
    FROM room_member x JOIN app_user u ON u.id = x.user_id
    WHERE x.event_id = r.event_id AND x.user_id = r.next_id AND x.hand_raised_at IS NOT NULL AND r.closed_at IS NULL
  ) n ON true
  WHERE r.event_id = $1`;

/** What one reader sees: only the host and event admins know who is next, and that person that they are asked. */
export function stateFor({ state, next }: SharedState, readerId: number): WireCurrentState {
  if (!next) return state;
  const { userId, username, state: nextState, answerBy } = next;
  const answer = {
    state: nextState === 'warmingUp' ? ('warming_up' as const) : nextState,
    answer_by: answerBy,
  };
  return {
    ...state,
    ...(next.moderatorIds.includes(readerId) && { next_turn: { username, ...answer } }),
    ...(userId === readerId && { warm_up: answer }),
  };
}

/** The room, without what only some people in it see. Undefined if it was never opened. */
async function currentState(sql: Sql, eventUuid: string): Promise<SharedState | undefined> {
  const row = await sql.one<StateRow>(stateQuery, [eventUuid]);
  return row && { state: stateOf(row), next: row.next ?? undefined };
}

function stateOf(row: StateRow): WireCurrentState {
  return {
    influencer: row.host,
    viewers: row.viewers ?? [],
    viewers_count: row.viewers_count,
    banned_viewers: row.banned ?? [],
    timed_out_viewers: row.timed_out ?? [],
    removed_viewers: row.removed ?? [],
    admin_users: row.admins ?? [],
    roles: row.roles ?? [],
    stage_guest: row.stage_guest,
    raised_hands: row.hands ?? [],
    speaking_viewer: row.speaker,
    open_mic: row.open_mic,
    chat_enabled: row.chat_enabled,
    raised_hand_enabled: row.raise_hand_enabled,
    reactions_enabled: row.reactions_enabled,
    captions_enabled: row.captions_enabled,
    announcement: row.announcement,
    pinned_message: row.pinned,
    turn: row.turn,
    turn_length: row.turn_length,
    new_voices_first: row.new_voices_first,
    screening: row.screening,
    next_turn: null,
    warm_up: null,
    slow_mode_seconds: row.slow_mode_seconds,
    source: row.source,
    ingest_state: row.ingest_state,
    recording: row.recording,
    recording_enabled: row.recording_enabled,
    event_state: row.state,
    event_cancelled: row.cancelled,
    started_at: row.started_at?.getTime() ?? null,
    ...(row.meeting && { meeting: row.meeting }),
    ...(row.webrtc_places !== null && { webrtc_places: row.webrtc_places }),
    ...(row.webrtc_only !== null && { webrtc_only: row.webrtc_only }),
    open_questions: row.open_questions,
    ...(row.answering && { answering: row.answering }),
    open_poll: row.open_poll,
    seq: row.seq,
  };
}

/** The state of an event whose room was never opened: empty, with the switches of a new room (rule R3). */
async function stateBeforeStart(sql: Sql, eventUuid: string): Promise<WireCurrentState | undefined> {
  const row = await sql.one<{
    kind: 0 | 1;
    state: 0 | 1 | 2;
    cancelled: boolean;
    host: PersonJson;
    meeting: StateRow['meeting'];
    open_questions: number;
    recording_enabled: boolean;
  }>(
    `SELECT e.kind, e.state, e.cancelled_at IS NOT NULL AS cancelled, json_build_object(${person('h')}) AS host,
       ${meeting} AS meeting,
       (SELECT count(*) FROM question q WHERE q.event_id = e.id AND q.state = 'open') AS open_questions,
       coalesce((SELECT c.enabled FROM recording_choice c WHERE c.event_id = e.id), false) AS recording_enabled
     FROM event e JOIN app_user h ON h.id = e.host_id WHERE e.id = $1`,
    [eventUuid],
  );
  return (
    row && {
      influencer: row.host,
      viewers: [],
      viewers_count: 0,
      banned_viewers: [],
      timed_out_viewers: [],
      removed_viewers: [],
      admin_users: [],
      roles: [],
      stage_guest: null,
      raised_hands: [],
      speaking_viewer: null,
      open_mic: false,
      chat_enabled: true,
      raised_hand_enabled: row.kind === 0 && !row.meeting,
      reactions_enabled: true,
      captions_enabled: false,
      announcement: null,
      pinned_message: null,
      turn: null,
      turn_length: 0,
      new_voices_first: false,
      screening: false,
      next_turn: null,
      warm_up: null,
      slow_mode_seconds: 0,
      source: row.kind === 1 ? 'encoder' : null,
      ingest_state: row.kind === 1 ? 'waiting' : null,
      recording: false,
      recording_enabled: row.recording_enabled,
      event_state: row.state,
      event_cancelled: row.cancelled,
      started_at: null,
      ...(row.meeting && { meeting: row.meeting }),
      open_questions: row.open_questions,
      open_poll: null,
      seq: 0,
    }
  );
}

/**
 * Only the owner, app admins, and ticket holders who were not removed may read the room (rule R13); of a private
 * meeting its two people, and app admins while they are seen in it. Throws otherwise.
 */
export async function requireMayRead(
  kit: Pick<RoomsDeps, 'db' | 'events'>,
  actor: Account,
  eventUuid: string,
): Promise<void> {
  const event = await kit.events.find(kit.db, eventUuid);
  if (!event) throw refuse('event_not_found');
  if (event.hostId === actor.id) return;
  const me = await personIn(kit.db, eventUuid, actor.id);
  if (event.meeting) {
    const part = requireMeetingPart({ hostId: event.hostId, viewerId: event.meeting.viewerId }, actor);
    // No one can read a meeting unseen.
    if (part === 'admin' && !me?.isPresent) throw refuse('not_in_room');
    if (part === 'admin') return;
  }
  // The tickets of an event that was taken down are refunded; people who were in its room learn why.
  if (!me?.hasTicket && !actor.isAdmin)
    throw isTakenDown(event) ? endedRefusal({ takenDown: true }) : refuse('forbidden');
  if (me) requireNotRemoved(me);
}

/** The state of the room and the latest 100 messages. */
export async function streamingState(deps: RoomsDeps, actor: Account, eventUuid: string): Promise<RoomSnapshot> {
  await requireMayRead(deps, actor, eventUuid);
  return deps.snapshot(eventUuid, actor.id);
}

/** The state of the room. Throws `event_not_found`. */
export async function readState(sql: Sql, eventUuid: string): Promise<SharedState> {
  const known = await currentState(sql, eventUuid);
  if (known) return known;
  const state = await stateBeforeStart(sql, eventUuid);
  if (!state) throw refuse('event_not_found');
  return { state, next: undefined };
}

interface SharedSnapshot {
  readonly shared: SharedState;
  readonly messages: WireChatMessage[];
}

/** Reads the room as it is now. */
export async function readSnapshot({ db }: Pick<RoomsDeps, 'db'>, eventUuid: string): Promise<SharedSnapshot> {
  // The state is read first, so that the messages reach at least up to its number.
  const shared = await readState(db, eventUuid);
  return { shared, messages: await latestMessages(db, eventUuid) };
}

/** The snapshot that one reader gets. */
export const snapshotAs =
  (read: (eventUuid: string) => Promise<SharedSnapshot>): RoomsDeps['snapshot'] =>
  async (eventUuid, readerId) => {
    const { shared, messages } = await read(eventUuid);
    return { current_state: stateFor(shared, readerId), messages };
  };

/** The maximum age of the room shown to a person who enters a large one; their socket brings it up to date. */
const oldMsMax = seconds(1);
const roomsMax = 200;

/** The room for people who enter. A large one is read once a second, however many enter. */
export function createNewcomersSnapshot(
  read: (eventUuid: string) => Promise<SharedSnapshot>,
  clock: Clock,
): (eventUuid: string) => Promise<SharedSnapshot> {
  const kept = new LRUCache<string, { readonly at: number; readonly snapshot: SharedSnapshot }>({ max: roomsMax });
  return async (eventUuid) => {
    const known = kept.get(eventUuid);
    if (known && clock.now() - known.at < oldMsMax) return known.snapshot;
    // Before the read: what the snapshot shows is at least from this moment.
    const at = clock.now();
    const snapshot = await read(eventUuid);
    if (snapshot.shared.state.viewers_count > exactAcksMax) kept.set(eventUuid, { at, snapshot });
    else kept.delete(eventUuid);
    return snapshot;
  };
}
