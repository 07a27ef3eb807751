import type { Account } from '@frontrow/core/kernel/actor.ts';
import { isTakenDown, mayComeBack, whyOver } from '@frontrow/core/rooms/room-rules.ts';
import { refuse } from '@frontrow/core/refuse.ts';
import type { RoomKit } from './room-kit.ts';
import { personIn } from './store.ts';
import { currentState, latestMessages, type RoomPicture, stateBeforeStart } from './views.ts';

/** Throws unless the room may be looked at: owner, ticket holders who were not taken out, and app admins only (decisions 27, 28). */
export async function mayLook(kit: Pick<RoomKit, 'db' | 'events'>, actor: Account, eventUuid: string): Promise<void> {
  const event = await kit.events.find(kit.db, eventUuid);
  if (!event) throw refuse('event_not_found');
  if (event.hostId === actor.id) return;
  const me = await personIn(kit.db, eventUuid, actor.id);
  // What was taken down has no tickets any more; whoever was in its room is told so.
  if (!me?.hasTicket && !actor.isAdmin) throw isTakenDown(event) ? whyOver({ takenDown: true }) : refuse('forbidden');
  if (me) mayComeBack(me);
}

/** State of the room and the latest 100 messages. */
export async function streamingState(kit: RoomKit, actor: Account, eventUuid: string): Promise<RoomPicture> {
  await mayLook(kit, actor, eventUuid);
  return kit.pictures(eventUuid);
}

/** The room as it is now, read once for everybody who asks at the same time. */
export async function readPicture({ db }: Pick<RoomKit, 'db'>, eventUuid: string): Promise<RoomPicture> {
  // The state first: whoever goes on from its number then has every message up to it.
  const state = (await currentState(db, eventUuid)) ?? (await stateBeforeStart(db, eventUuid));
  if (!state) throw refuse('event_not_found');
  return { current_state: state, messages: await latestMessages(db, eventUuid) };
}
