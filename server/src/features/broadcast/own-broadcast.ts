import { requireBroadcastOwner, requireNotOver } from '@frontrow/core/broadcast/ingest-rules.ts';
import type { Account } from '@frontrow/core/kernel/actor.ts';
import { refuse } from '@frontrow/core/refuse.ts';
import { isTakenDown } from '@frontrow/core/rooms/room-rules.ts';
import type { EventRecord } from '../events/index.ts';
import type { BroadcastKit } from './broadcast-kit.ts';

/** The actor's own broadcast. Throws `event_not_found`, `host_only`, `broadcast_only`, `room_closed`. */
export async function ownBroadcast(
  { db, events }: Pick<BroadcastKit, 'db' | 'events'>,
  actor: Account,
  eventUuid: string,
): Promise<EventRecord> {
  const event = await events.findPublished(db, eventUuid);
  if (!event) throw refuse('event_not_found');
  requireBroadcastOwner({ isBroadcast: event.kind === 1, isOwner: event.hostId === actor.id });
  requireNotOver({ state: event.state, takenDown: isTakenDown(event) });
  return event;
}
