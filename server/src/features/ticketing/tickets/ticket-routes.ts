import { readLimit, writeLimit } from '../../../http/limits/limits.ts';
import { type AnyRoute, route } from '../../../http/routes/route.ts';
import type { Events } from '../../events/index.ts';
import { refundTicket } from '../refunds/refund-ticket.ts';
import type { Checkout } from '../selling/checkout.ts';
import { listTickets } from './list-tickets.ts';
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
];
