import type { WireEvent } from '@frontrow/contract/events/api.ts';
import type { Account } from '@frontrow/core/kernel/actor.ts';
import { refuse } from '@frontrow/core/refuse.ts';
import type { Kit } from '../../kit.ts';
import type { MoveEvent } from './move-event.ts';
import { lockPublished } from './store.ts';
import { wireEventOf } from './views.ts';

/** The host cancels the event; its fact refunds every buyer (rule E8). A second call answers the same. */
export async function cancelEvent(
  { db, storage, move }: Pick<Kit, 'db' | 'storage'> & { move: MoveEvent },
  host: Account,
  eventUuid: string,
): Promise<WireEvent> {
  return db.tx(async (tx) => {
    const event = await lockPublished(tx, eventUuid);
    if (!event) throw refuse('event_not_found');
    if (event.hostId !== host.id) throw refuse('forbidden');
    if (event.cancelledAt === undefined && !(await move(tx, eventUuid, 'cancel', 'host')))
      throw refuse(event.state === 1 ? 'event_live' : 'event_over');
    const cancelled = await wireEventOf(tx, storage, eventUuid);
    if (!cancelled) throw new Error('a cancelled event cannot be read');
    return cancelled;
  });
}
