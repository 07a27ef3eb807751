import { liveEventStateOf } from '@frontrow/core/events/live-event-machine.ts';
import type { Account } from '@frontrow/core/kernel/actor.ts';
import { refuse } from '@frontrow/core/refuse.ts';
import { withdrawalRefusal } from '@frontrow/core/ticketing/complimentary.ts';
import type { Db } from '../../../db/db.ts';
import { recordFact } from '../../../facts/record-fact.ts';
import type { Events } from '../../events/index.ts';

/**
 * The host takes a complimentary ticket back until the start: its seat is free, and its holder is told. A second time
 * changes nothing.
 */
export async function withdrawComplimentary(
  { db, events }: { readonly db: Db; readonly events: Events },
  host: Account,
  eventUuid: string,
  ticketUuid: string,
): Promise<void> {
  await db.tx(async (tx) => {
    const event = await events.lockPublished(tx, eventUuid);
    if (!event) throw refuse('event_not_found');
    if (event.hostId !== host.id) throw refuse('forbidden');
    const ticket = await tx.one<{ order_id: string; complimentary: boolean; voided: boolean }>(
      `SELECT t.order_id, o.complimentary, t.voided_at IS NOT NULL AS voided
       FROM ticket t JOIN orders o ON o.id = t.order_id WHERE t.id = $1 AND t.event_id = $2`,
      [ticketUuid, eventUuid],
    );
    if (!ticket) throw refuse('ticket_not_found');
    if (!ticket.complimentary) throw refuse('not_complimentary');
    if (ticket.voided) return;
    const refusal = withdrawalRefusal({
      state: liveEventStateOf(event.state),
      cancelled: event.cancelledAt !== undefined,
      startsAt: event.startsAt,
      now: event.now,
    });
    if (refusal) throw refuse(refusal);
    await tx.query('SELECT refund_orders($1, $2, $3, 1)', [eventUuid, 'complimentary_withdrawn', [ticket.order_id]]);
    await recordFact(tx, {
      topic: 'HolderTold',
      dedupeKey: `withdrawn:${ticketUuid}`,
      payload: { eventUuid, ticketId: ticketUuid, what: 'withdrawn' },
    });
    tx.afterCommit(() => events.changed(eventUuid));
  });
}
