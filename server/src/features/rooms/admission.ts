import type { ChatDelivery } from '@frontrow/core/broadcast/delivery-rules.ts';
import type { Account } from '@frontrow/core/kernel/actor.ts';
import { refuse } from '@frontrow/core/refuse.ts';
import { requireBackstage } from '@frontrow/core/rooms/roles.ts';
import {
  admitViewer,
  decideSession,
  endedRefusal,
  isTakenDown,
  requireNotRemoved,
  requireSeatFree,
} from '@frontrow/core/rooms/room-rules.ts';
import type { Tx } from '../../db/db.ts';
import type { EventRecord } from '../events/index.ts';
import type { LiveTicket } from '../ticketing/index.ts';
import { changeOf, changeRoom, inRowQueue } from './change-room.ts';
import { enterMeeting } from './meeting-room.ts';
import { lockRoom, personIn } from './records.ts';
import { type Admission, type Entry, mintRoomToken, recordLogin } from './room-entry.ts';
import { enterStage } from './roles.ts';
import { type GrantChange, identityOf, type RoomsDeps } from './rooms-deps.ts';
import { chooseDeliveries, insertLease, keepFileReaders, seatsTaken, vacateSeats } from './seat-leases.ts';
import { openAtEngine, startStreaming } from './streaming.ts';

interface Seated {
  readonly moved: boolean;
  readonly otherLogin: boolean;
  readonly arrived: boolean;
  /** The event is not live yet, so the engine may not have its room. */
  readonly isBackstage: boolean;
  readonly grants: readonly GrantChange[];
}

/**
 * Takes a seat for 30 seconds, or renews it, and returns a room token. Ticket, event and free seats are checked in one
 * transaction under the event's lock, so the fiftieth of 49 is refused however many join at the same time (rule R2).
 * App admins watch unseen and take no seat. Throws `join_refused`, `join_not_live`, `room_closed`, `room_taken_down`,
 * `token_sold`, `door_must_wait`, `removed_from_event`, `room_full`, `room_limited`, `session_moved`, and for a meeting
 * what `enterMeeting` throws.
 */
export async function joinStreaming(deps: RoomsDeps, actor: Account, entry: Entry): Promise<Admission> {
  const first = await enter(deps, actor, entry);
  if (!('askAbout' in first)) return first;
  await deps.tokenGate.recheckHoldings(entry.eventUuid, first.askAbout);
  const second = await enter(deps, actor, entry, 'asked');
  if ('askAbout' in second) throw new Error('a wallet that was asked about is to be asked about again');
  return second;
}

/** Returns the ticket instead if its wallet must be checked first, which must not happen under a lock. */
async function enter(
  deps: RoomsDeps,
  actor: Account,
  entry: Entry,
  asked?: 'asked',
): Promise<Admission | { readonly askAbout: LiveTicket }> {
  const { eventUuid, sessionId } = entry;
  const seated = await inRowQueue(deps, eventUuid, async (tx) => {
    const event = await deps.events.lock(tx, eventUuid);
    if (!event) throw refuse('event_not_found');
    if (event.meeting) return 'meeting';
    if (event.hostId === actor.id) return 'host';
    const ticket = await deps.ticketing.liveTicket(tx, eventUuid, actor.id);
    if (!ticket && actor.isAdmin) {
      await recordLogin(tx, eventUuid, actor);
      return 'hidden';
    }
    const isBackstage = event.state === 0 && ticket !== undefined && (await mayEnterBackstage(tx, event, actor.id));
    admitViewer({ state: event.state, takenDown: isTakenDown(event) }, ticket !== undefined, isBackstage);
    if (ticket?.askAgain && !asked) return { askAbout: ticket };
    return takeSeat(deps, tx, event, actor, entry);
  });
  if (seated === 'meeting') return enterMeeting(deps, actor, entry);
  if (typeof seated === 'object' && 'askAbout' in seated) return seated;
  if (seated === 'host') {
    const event = await deps.events.find(deps.db, eventUuid);
    if (event?.state === 0) throw refuse('join_not_live');
    if (event?.state === 2) throw endedRefusal({ takenDown: isTakenDown(event) });
    return startStreaming(deps, actor, entry);
  }
  if (seated !== 'hidden') {
    // The old device is removed before the new one gets its token. Otherwise the two would keep disconnecting each
    // other.
    if (seated.moved || seated.otherLogin)
      await deps.video.removeParticipant(eventUuid, identityOf(actor.id)).catch(() => undefined);
    if (seated.moved) deps.effects.endOtherSessions(eventUuid, actor.id, 'moved', sessionId);
    if (seated.arrived) deps.effects.push(eventUuid);
    if (seated.isBackstage) await openAtEngine(deps, eventUuid, 0);
    await deps.effects.applyGrants(eventUuid, seated.grants);
  }
  return mintRoomToken(deps, actor, eventUuid);
}

/** Before the event is live only people with a role enter. Throws what `requireBackstage` throws. */
async function mayEnterBackstage(tx: Tx, event: EventRecord, userId: number): Promise<boolean> {
  const me = await personIn(tx, event.id, userId);
  if (!me) return false;
  requireBackstage(
    { state: event.state, startsAt: event.startsAt, isInteractive: event.kind === 0, takenDown: isTakenDown(event) },
    me,
    event.now,
  );
  return true;
}

async function takeSeat(
  kit: Pick<RoomsDeps, 'config' | 'rtmp'>,
  tx: Tx,
  event: EventRecord,
  actor: Account,
  { sessionId, takeOver }: Entry,
): Promise<Seated> {
  const userId = actor.id;
  const room = await lockRoom(tx, event.id);
  if (!room) throw refuse('join_not_live');
  if (room.closed) throw endedRefusal(room);
  const me = await personIn(tx, event.id, userId);
  if (me) requireNotRemoved(me);
  const moved = decideSession(me?.seatSession, sessionId, takeOver) === 'move';
  if (!me?.isPresent) requireSeatFree(event, await seatsTaken(tx, event), kit.config.broadcastViewersMax);
  const deliveries = await chooseDeliveries(kit, tx, event, userId);
  const wasIn = await insertLease(tx, event.id, userId, sessionId, deliveries);
  const change = changeOf(tx, room);
  await change.regrant([userId]);
  // Of people who only renew their seat nothing changes.
  if (me && !wasIn) await enterStage(change, me);
  if (!wasIn) await change.log('updateEvent', { change: 'joined', user: userId }, userId);
  return {
    moved,
    otherLogin: await recordLogin(tx, event.id, actor),
    arrived: !wasIn,
    isBackstage: event.state === 0,
    grants: change.outcome.grants,
  };
}

/**
 * A viewer who has not written for a while gives up their socket, and reads the chat as files if others need sockets.
 * Returns how they read it from now on. Throws `not_in_room`, `removed_from_event`, `session_moved`, `room_closed`,
 * `room_taken_down`.
 */
export async function readByFiles(
  deps: RoomsDeps,
  actor: Account,
  { eventUuid, sessionId }: Pick<Entry, 'eventUuid' | 'sessionId'>,
): Promise<ChatDelivery> {
  return inRowQueue(deps, eventUuid, async (tx) => {
    const event = await deps.events.lock(tx, eventUuid);
    const room = event && (await lockRoom(tx, eventUuid));
    if (!event || !room) throw refuse('not_in_room');
    if (room.closed) throw endedRefusal(room);
    const me = await personIn(tx, eventUuid, actor.id);
    if (!me?.isPresent || me.isHost) throw refuse('not_in_room');
    requireNotRemoved(me);
    decideSession(me.seatSession, sessionId, false);
    const { chat } = await chooseDeliveries(deps, tx, event, actor.id, true);
    if (chat === 'files') await keepFileReaders(tx, [{ eventUuid, userId: actor.id }], { fromNowOn: true });
    return chat;
  });
}

/**
 * A viewer leaves, or one of a private meeting hangs up: seat, hand and turn are released immediately. Leaving twice,
 * without a seat, or on a device that the seat has moved from, is harmless.
 */
export async function leaveStreaming(
  deps: RoomsDeps,
  actor: Account,
  { eventUuid, sessionId }: Pick<Entry, 'eventUuid' | 'sessionId'>,
): Promise<void> {
  const left = await changeRoom(deps, eventUuid, async (change) => {
    const me = await personIn(change.tx, eventUuid, actor.id);
    if (!me || (me.isHost && !change.room.isMeeting) || change.room.closed) return 0;
    if (me.seatSession !== undefined && sessionId !== undefined && me.seatSession !== sessionId) return 0;
    return vacateSeats(change, [actor.id], 'left');
  });
  if (left > 0) await deps.video.removeParticipant(eventUuid, identityOf(actor.id)).catch(() => undefined);
}
