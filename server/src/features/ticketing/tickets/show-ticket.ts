import type { AnswerOf } from '@frontrow/contract/api.ts';
import type { Account } from '@frontrow/core/kernel/actor.ts';
import { currencyOf, toDecimal } from '@frontrow/core/kernel/money.ts';
import { refuse } from '@frontrow/core/refuse.ts';
import { selfCancelRefusal, selfCancelUntil } from '@frontrow/core/ticketing/self-cancel.ts';
import { transferRefusal } from '@frontrow/core/ticketing/ticket-transfer.ts';
import type { Events } from '../../events/index.ts';
import { selfCancelTerms } from '../refunds/cancel-own-ticket.ts';
import type { Checkout } from '../selling/checkout.ts';
import { factsOf } from '../transfers/transfer-ticket.ts';
import { listTickets } from './list-tickets.ts';
import { ticketView } from './views.ts';

/** One ticket as its page shows it. Refuses `ticket_not_found` for all but its holder. */
export async function showTicket(
  checkout: Checkout,
  events: Pick<Events, 'cards'>,
  actor: Account,
  ticketId: string,
): Promise<AnswerOf<'GET /tickets/:ticket'>> {
  const { db } = checkout;
  const own = await db.one<{ event_id: string; bought: boolean }>(
    `SELECT t.event_id, o.buyer_id = t.holder_id AS bought FROM ticket t JOIN orders o ON o.id = t.order_id
     WHERE t.id = $1 AND t.holder_id = $2`,
    [ticketId, actor.id],
  );
  if (!own || (actor.guestOf !== undefined && actor.guestOf !== own.event_id)) throw refuse('ticket_not_found');
  const { tickets } = await listTickets(checkout, events, actor, {
    scope: 'all',
    eventId: own.event_id,
    cursor: undefined,
  });
  const found = tickets.find(({ ticket }) => ticket.id === ticketId);
  if (!found) throw refuse('ticket_not_found');
  const { ticket, order, event, refundable } = found;
  const terms = await selfCancelTerms(db, ticketId);
  const { digits } = currencyOf(order.currency);
  return {
    ticket: ticketView(ticket, order),
    event,
    refundable,
    bought: own.bought,
    transferable: !ticket.voided && transferRefusal(await factsOf(db, ticketId)) === undefined,
    self_cancel:
      terms.policy && terms.parts
        ? {
            until: selfCancelUntil(terms.startsAt, terms.policy),
            possible: !ticket.voided && selfCancelRefusal(terms) === undefined,
            price: toDecimal(terms.parts.price, digits),
            fee: toDecimal(terms.parts.fee, digits),
          }
        : null,
  };
}
