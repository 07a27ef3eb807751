import { ticketTypeOf } from './publish-draft.ts';

/** Ticket types as the server lists them, for tests of the publish form. */
const wire = (
  type_id: number,
  event_type: 0 | 1,
  rally_ticket: boolean,
  ticket_price_enabled: boolean,
  max_attendees = 49,
  max_ticket_price = ticket_price_enabled ? 500 : 0,
) => ({
  type_id,
  event_type,
  rally_ticket,
  ticket_price_enabled,
  max_attendees,
  max_ticket_price,
  frontrow_min_ticket_fee: 0.5,
  frontrow_ticket_fee: 5,
});
export const types = [
  wire(1, 0, false, false),
  wire(2, 0, false, true),
  wire(3, 0, true, false),
  wire(4, 1, false, true, 1000),
].map(ticketTypeOf);
