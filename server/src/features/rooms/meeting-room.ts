import type { WireMeetingRoom } from '@frontrow/contract/meetings/api.ts';
import type { WireChatMessage } from '@frontrow/contract/rooms/api.ts';
import type { Account } from '@frontrow/core/kernel/actor.ts';
import { meetingChatMax, roomOpensMs } from '@frontrow/core/meetings/limits.ts';
import { refuse } from '@frontrow/core/refuse.ts';
import { enginePlaces, reconcileEveryMs, videoRetryMs } from '@frontrow/core/rooms/limits.ts';
import {
  decideAddedTime,
  decideMeetingEntry,
  type MeetingPart,
  requireMeetingPart,
} from '@frontrow/core/rooms/meeting-rules.ts';
import { decideSession, endedRefusal, isTakenDown } from '@frontrow/core/rooms/room-rules.ts';
import type { Sql, Tx } from '../../db/db.ts';
import { isolateErrors, type Job } from '../../jobs/runner.ts';
import { changeOf, inRowQueue, type RoomChange } from './change-room.ts';
import { finishEvent } from './ending.ts';
import { ensureRoomRow, lockRoom, openRoomRow, personIn } from './records.ts';
import { type Admission, type Entry, mintRoomToken, recordLogin } from './room-entry.ts';
import { latestMessages } from './room-messages.ts';
import { identityOf, type RoomsDeps } from './rooms-deps.ts';
import { insertLease } from './seat-leases.ts';

/**
 * One of the two, or an app admin, enters the room of their meeting. The first to arrive opens it, from ten minutes
 * before the time; all three hold a seat, so everyone is seen. Throws `event_not_found` to everyone else,
 * `meeting_not_confirmed`, `room_not_open`, `join_not_live`, `room_closed`, `room_taken_down`, `session_moved`,
 * `video_preparing`.
 */
export async function enterMeeting(deps: RoomsDeps, actor: Account, entry: Entry): Promise<Admission> {
  const { eventUuid, sessionId } = entry;
  const entered = await inRowQueue(deps, eventUuid, (tx) => enter(deps, tx, actor, entry));
  if (entered.isTold) deps.effects.push(eventUuid);
  // Before the new device gets its token: otherwise the two would keep disconnecting each other.
  if (entered.moved || entered.otherLogin)
    await deps.video.removeParticipant(eventUuid, identityOf(actor.id)).catch(() => undefined);
  if (entered.moved) deps.effects.endOtherSessions(eventUuid, actor.id, 'moved', sessionId);
  await deps.video
    .openRoom(eventUuid, enginePlaces[0])
    .catch((error: unknown) => deps.log.warn({ error: String(error) }, 'room will be opened by the reconciler'));
  await deps.effects.applyGrants(eventUuid, entered.grants);
  return mintRoomToken(deps, actor, eventUuid);
}

async function enter(deps: RoomsDeps, tx: Tx, actor: Account, entry: Entry) {
  const event = await deps.events.lock(tx, entry.eventUuid);
  if (!event?.meeting) throw refuse('event_not_found');
  const { viewerId, endsAt } = event.meeting;
  const part = requireMeetingPart({ hostId: event.hostId, viewerId }, actor);
  const takenDown = isTakenDown(event);
  const isConfirmed = (await deps.ticketing.liveTicket(tx, event.id, viewerId)) !== undefined;
  const decided = decideMeetingEntry({ ...event, endsAt, takenDown, isConfirmed }, part, event.now);
  if (decided === 'start') {
    if (deps.video.state() === 'preparing') throw refuse('video_preparing', {}, { retryAfter: videoRetryMs / 1000 });
    if (!(await deps.events.move(tx, event.id, 'start'))) throw endedRefusal({ takenDown });
  }
  await (part === 'host' ? openRoomRow : ensureRoomRow)(tx, event.id);
  const room = (await lockRoom(tx, event.id))!;
  if (room.closed) throw endedRefusal(room);
  const change = changeOf(tx, room);
  const seat = await sit(change, actor, part, entry);
  if (decided === 'start') await change.log('updateEvent', { change: 'started' }, actor.id);
  return { ...seat, isTold: change.outcome.isLogged, grants: change.outcome.grants };
}

async function sit(
  change: RoomChange,
  actor: Account,
  part: MeetingPart,
  { eventUuid, sessionId, takeOver, returning = false }: Entry,
): Promise<{ moved: boolean; otherLogin: boolean }> {
  const { tx } = change;
  const me = await personIn(tx, eventUuid, actor.id);
  // The host is never locked out of their own meeting: the newest device takes over, unless it only returns.
  const moved = decideSession(me?.seatSession, sessionId, takeOver || (part === 'host' && !returning)) === 'move';
  const wasIn = await insertLease(tx, eventUuid, actor.id, sessionId);
  await noteMet(tx, eventUuid);
  await change.regrant([actor.id]);
  if (!wasIn) await change.log('updateEvent', { change: 'joined', user: actor.id }, actor.id);
  return { moved, otherLogin: await recordLogin(tx, eventUuid, actor) };
}

/** The times and state of the meeting's room. Throws `event_not_found` to everyone but the two and app admins. */
export async function readRoomTimes(
  { db, events, ticketing, snapshot }: Pick<RoomsDeps, 'db' | 'events' | 'ticketing' | 'snapshot'>,
  actor: Account,
  eventUuid: string,
): Promise<WireMeetingRoom> {
  const event = await events.find(db, eventUuid);
  if (!event?.meeting) throw refuse('event_not_found');
  const { viewerId, endsAt } = event.meeting;
  const side = requireMeetingPart({ hostId: event.hostId, viewerId }, actor);
  const people = await db.query<{ id: number; username: string; name: string; avatar_url: string | null }>(
    'SELECT u.id, u.username, shown_name_of(u) AS name, u.avatar_url FROM app_user u WHERE u.id = ANY ($1)',
    [[event.hostId, viewerId]],
  );
  const person = (id: number) => {
    const { username, name, avatar_url: avatar } = people.find((one) => one.id === id)!;
    return { username, name, user_avatar: avatar };
  };
  const met = await whoMet(db, eventUuid);
  const { meeting } = (await snapshot(eventUuid, actor.id)).current_state;
  return {
    event_uuid: event.id,
    side,
    host: person(event.hostId),
    viewer: person(viewerId),
    starts_at: event.startsAt,
    ends_at: endsAt,
    opens_at: event.startsAt - roomOpensMs,
    event_state: event.state,
    event_cancelled: event.cancelledAt !== undefined,
    confirmed: (await ticketing.liveTicket(db, eventUuid, viewerId)) !== undefined,
    host_here: meeting?.host_here ?? false,
    viewer_here: meeting?.viewer_here ?? false,
    host_met: met.host,
    viewer_met: met.viewer,
  };
}

/**
 * What the two wrote, for them alone: it stays with the request after the room has closed. Throws `request_not_found`.
 */
export async function readMeetingChat(
  { db, events }: Pick<RoomsDeps, 'db' | 'events'>,
  actor: Account,
  eventUuid: string,
): Promise<WireChatMessage[]> {
  const event = await events.find(db, eventUuid);
  const isTheirs = event?.meeting && (actor.id === event.hostId || actor.id === event.meeting.viewerId);
  if (!isTheirs) throw refuse('request_not_found');
  return latestMessages(db, eventUuid, meetingChatMax);
}

/**
 * The host adds ten minutes without charge. Throws `event_not_found`, `host_only`, `not_live`, `room_closed`,
 * `time_added_full`, and `time_taken` if the host has another booking then.
 */
export async function addTime(deps: RoomsDeps, actor: Account, eventUuid: string): Promise<void> {
  await inRowQueue(deps, eventUuid, async (tx) => {
    const event = await deps.events.lock(tx, eventUuid);
    if (!event?.meeting) throw refuse('event_not_found');
    const { viewerId, endsAt } = event.meeting;
    const part = requireMeetingPart({ hostId: event.hostId, viewerId }, actor);
    const meeting = { ...event, endsAt, takenDown: isTakenDown(event) };
    const later = decideAddedTime(meeting, { isHost: part === 'host' }, event.now);
    const room = (await lockRoom(tx, eventUuid))!;
    await deps.events.prolongMeeting(tx, eventUuid, later);
    await changeOf(tx, room).log('updateEvent', { change: 'time_added', ends_at: later }, actor.id);
  });
  deps.effects.push(eventUuid);
}

/**
 * Records for each meeting that runs now (or for this one) which of its two people were present. Opening the room and
 * leaving before the time is not enough.
 */
async function noteMet(sql: Sql, eventUuid?: string): Promise<void> {
  await sql.query(
    `UPDATE room_member m SET met_at = app_now() FROM event e
     WHERE e.private_for IS NOT NULL AND e.state = 1 AND e.starts_at <= app_now() AND ($1::uuid IS NULL OR e.id = $1)
       AND m.event_id = e.id AND m.user_id IN (e.host_id, e.private_for) AND m.met_at IS NULL
       AND m.seat_until > app_now()`,
    [eventUuid ?? null],
  );
}

/** Who was in the room while the meeting ran. */
export interface Met {
  readonly host: boolean;
  readonly viewer: boolean;
}

export async function whoMet(sql: Sql, eventUuid: string): Promise<Met> {
  const row = await sql.one<Met>(
    `SELECT coalesce(bool_or(m.user_id = e.host_id), false) AS host,
       coalesce(bool_or(m.user_id = e.private_for), false) AS viewer
     FROM event e JOIN room_member m ON m.event_id = e.id WHERE e.id = $1 AND m.met_at IS NOT NULL`,
    [eventUuid],
  );
  return row!;
}

const endedPerRunMax = 100;

/**
 * Meetings end at their time, with what the host added. One that no one joined is cancelled as a no-show, which refunds
 * it; an unpaid one is not ended here but expires.
 */
export const endMeetings = (deps: RoomsDeps): Job => ({
  name: 'private_meetings_end',
  everyMs: reconcileEveryMs,
  async run(stopping) {
    await noteMet(deps.db);
    const due = await deps.db.query<{ id: string }>(
      `SELECT id FROM event
       WHERE private_for IS NOT NULL AND state < 2 AND (state = 1 OR sold > 0) AND ends_at <= app_now()
       ORDER BY ends_at LIMIT ${endedPerRunMax}`,
    );
    for (const { id } of due) {
      if (stopping()) return;
      await isolateErrors(deps.log, { event: id }, () => endMeeting(deps, id));
    }
  },
});

const endMeeting = (deps: RoomsDeps, eventUuid: string): Promise<void> =>
  finishEvent(deps, eventUuid, undefined, async (event, tx) => {
    // The host may have added time since it was read.
    if (!event.meeting || event.now < event.meeting.endsAt) return false;
    if (event.state === 0) return deps.events.move(tx, eventUuid, 'cancel', 'no_show');
    await noteMet(tx, eventUuid);
    return true;
  });
