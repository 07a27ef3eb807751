import type { Account } from '@frontrow/core/kernel/actor.ts';
import { enginePlaces, videoRetryMs } from '@frontrow/core/rooms/limits.ts';
import { decideMeetingEntry, type MeetingPart, requireMeetingPart } from '@frontrow/core/rooms/meeting-rules.ts';
import { decideSession, endedRefusal, isTakenDown } from '@frontrow/core/rooms/room-rules.ts';
import { refuse } from '@frontrow/core/refuse.ts';
import type { Tx } from '../../../db/db.ts';
import { mintRoomToken, type Admission } from '../admission/mint-room-token.ts';
import { recordLogin } from '../admission/record-login.ts';
import type { Entry } from '../admission/start-streaming.ts';
import { takeSeatRow } from '../admission/take-seat-row.ts';
import { identityOf, type RoomKit } from '../room-kit.ts';
import { changeOf, inRowQueue, type RoomChange } from '../state/change-room.ts';
import { ensureRoomRow, lockRoom, openRoomRow, personIn } from '../state/store.ts';
import { noteMet } from './note-met.ts';

/**
 * One of the two, or an app admin, enters the room of their meeting. Whoever comes first opens it, from ten minutes
 * before the time; all three hold a seat, so everybody is seen. Throws `event_not_found` to everybody else,
 * `meeting_not_confirmed`, `room_not_open`, `join_not_live`, `room_closed`, `room_taken_down`, `session_moved`,
 * `video_preparing`.
 */
export async function enterMeeting(kit: RoomKit, actor: Account, entry: Entry): Promise<Admission> {
  const { eventUuid, sessionId } = entry;
  const entered = await inRowQueue(kit, eventUuid, (tx) => enter(kit, tx, actor, entry));
  if (entered.isTold) kit.effects.push(eventUuid);
  // Before the new device gets its token: otherwise the two would keep disconnecting each other.
  if (entered.moved || entered.otherLogin)
    await kit.video.removeParticipant(eventUuid, identityOf(actor.id)).catch(() => undefined);
  if (entered.moved) kit.effects.endOtherSessions(eventUuid, actor.id, 'moved', sessionId);
  await kit.video
    .openRoom(eventUuid, enginePlaces[0])
    .catch((error: unknown) => kit.log.warn({ error: String(error) }, 'room will be opened by the reconciler'));
  await kit.effects.applyGrants(eventUuid, entered.grants);
  return mintRoomToken(kit, actor, eventUuid);
}

async function enter(kit: RoomKit, tx: Tx, actor: Account, entry: Entry) {
  const event = await kit.events.lock(tx, entry.eventUuid);
  if (!event?.meeting) throw refuse('event_not_found');
  const { viewerId, endsAt } = event.meeting;
  const part = requireMeetingPart({ hostId: event.hostId, viewerId }, actor);
  const takenDown = isTakenDown(event);
  const isConfirmed = (await kit.ticketing.liveTicket(tx, event.id, viewerId)) !== undefined;
  const decided = decideMeetingEntry({ ...event, endsAt, takenDown, isConfirmed }, part, event.now);
  if (decided === 'start') {
    if (kit.video.state() === 'preparing') throw refuse('video_preparing', {}, { retryAfter: videoRetryMs / 1000 });
    if (!(await kit.events.move(tx, event.id, 'start'))) throw endedRefusal({ takenDown });
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
  { eventUuid, sessionId, takeOver }: Entry,
): Promise<{ moved: boolean; otherLogin: boolean }> {
  const { tx } = change;
  const me = await personIn(tx, eventUuid, actor.id);
  // The host is never locked out of their own meeting: the newest device takes over.
  const moved = decideSession(me?.seatSession, sessionId, takeOver || part === 'host') === 'move';
  const wasIn = await takeSeatRow(tx, eventUuid, actor.id, sessionId);
  await noteMet(tx, eventUuid);
  await change.regrant([actor.id]);
  if (!wasIn) await change.log('updateEvent', { change: 'joined', user: actor.id }, actor.id);
  return { moved, otherLogin: await recordLogin(tx, eventUuid, actor) };
}
