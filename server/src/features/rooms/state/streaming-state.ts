import type { Account } from '@frontrow/core/kernel/actor.ts';
import { isTakenDown, requireNotRemoved, endedRefusal } from '@frontrow/core/rooms/room-rules.ts';
import { requireMeetingPart } from '@frontrow/core/rooms/meeting-rules.ts';
import { refuse } from '@frontrow/core/refuse.ts';
import type { RoomKit } from '../room-kit.ts';
import { personIn } from './store.ts';
import { currentState, latestMessages, type RoomSnapshot, stateBeforeStart } from './views.ts';

/**
 * Only the owner, app admins, and ticket holders who were not removed may read the room (rule R13); of a private
 * meeting its two people, and app admins while they are seen in it. Throws otherwise.
 */
export async function requireMayRead(
  kit: Pick<RoomKit, 'db' | 'events'>,
  actor: Account,
  eventUuid: string,
): Promise<void> {
  const event = await kit.events.find(kit.db, eventUuid);
  if (!event) throw refuse('event_not_found');
  if (event.hostId === actor.id) return;
  const me = await personIn(kit.db, eventUuid, actor.id);
  if (event.meeting) {
    const part = requireMeetingPart({ hostId: event.hostId, viewerId: event.meeting.viewerId }, actor);
    // Nobody reads along unseen.
    if (part === 'admin' && !me?.isPresent) throw refuse('not_in_room');
    if (part === 'admin') return;
  }
  // The tickets of an event that was taken down are refunded; people who were in its room learn why.
  if (!me?.hasTicket && !actor.isAdmin)
    throw isTakenDown(event) ? endedRefusal({ takenDown: true }) : refuse('forbidden');
  if (me) requireNotRemoved(me);
}

/** The state of the room and the latest 100 messages. */
export async function streamingState(kit: RoomKit, actor: Account, eventUuid: string): Promise<RoomSnapshot> {
  await requireMayRead(kit, actor, eventUuid);
  return kit.snapshot(eventUuid);
}

/** Reads the room as it is now. */
export async function readSnapshot({ db }: Pick<RoomKit, 'db'>, eventUuid: string): Promise<RoomSnapshot> {
  // The state is read first: the messages then reach at least up to its number.
  const state = (await currentState(db, eventUuid)) ?? (await stateBeforeStart(db, eventUuid));
  if (!state) throw refuse('event_not_found');
  return { current_state: state, messages: await latestMessages(db, eventUuid) };
}
