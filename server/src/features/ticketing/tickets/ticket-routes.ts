import { currencyOf, toDecimal } from '@frontrow/core/kernel/money.ts';
import { readLimit, writeLimit } from '../../../http/limits/limits.ts';
import { type AnyRoute, route } from '../../../http/routes/route.ts';
import type { Events } from '../../events/index.ts';
import { refundTicket } from '../refunds/refund-ticket.ts';
import type { Checkout } from '../selling/checkout.ts';
import { listTickets } from './list-tickets.ts';
import { resendTicket } from '../messages/resend-ticket.ts';
import { cancelOwnTicket } from '../refunds/cancel-own-ticket.ts';
import { transferTicket } from '../transfers/transfer-ticket.ts';
import { showTicket } from './show-ticket.ts';
import { ticketView } from './views.ts';

export const ticketRoutes = (checkout: Checkout, events: Pick<Events, 'cards'>): AnyRoute[] => [
  route({
    call: 'GET /tickets/mine',
    who: 'member',
    limit: readLimit,
    async handle({ actor, query }) {
      const { scope, event_uuid: eventId, cursor } = query;
      const { tickets, nextCursor } = await listTickets(checkout, events, actor, { scope, eventId, cursor });
      return {
        tickets: tickets.map(({ ticket, order, event, refundable }) => ({
          ticket: ticketView(ticket, order),
          event,
          refundable,
        })),
        next_cursor: nextCursor ?? null,
      };
    },
  }),
  route({
    call: 'POST /tickets/refund',
    who: 'member',
    limit: writeLimit,
    async handle({ actor, body }) {
      const { ticket, order } = await refundTicket(checkout, actor, body.ticket_uuid);
      return { ticket: ticketView(ticket, order) };
    },
  }),
  route({
    call: 'GET /tickets/:ticket',
    who: 'member',
    limit: readLimit,
    handle: ({ actor, params }) => showTicket(checkout, events, actor, params.ticket),
  }),
  route({
    call: 'POST /tickets/transfer',
    who: 'member',
    limit: writeLimit,
    async handle({ actor, body }) {
      const { ticket, order } = await transferTicket(checkout, actor, {
        ticketId: body.ticket_uuid,
        email: body.email,
      });
      return { ticket: ticketView(ticket, order) };
    },
  }),
  route({
    call: 'POST /tickets/cancel',
    who: 'member',
    limit: writeLimit,
    async handle({ actor, body }) {
      const { ticket, order, refund } = await cancelOwnTicket(checkout, actor, body.ticket_uuid);
      const { digits } = currencyOf(order.currency);
      return {
        ticket: ticketView(ticket, order),
        refund: {
          price: toDecimal(refund.price, digits),
          fee: toDecimal(refund.fee, digits),
          total: toDecimal(refund.price + refund.fee, digits),
        },
      };
    },
  }),
  route({
    call: 'POST /tickets/resend',
    who: 'member',
    limit: writeLimit,
    async handle({ actor, body }) {
      await resendTicket(checkout, actor, body.ticket_uuid);
      return { success: true };
    },
  }),
];
