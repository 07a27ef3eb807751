import type { WireEvent } from '@frontrow/contract/events/api.ts';
import { startWindowMs } from '@frontrow/core/events/limits.ts';
import { roomPath } from '#web/shared/ui/event-card-model.ts';

/** What a ticket says about getting in; nothing for an event whose kind has no room page. */
export const ticketLines = (event: WireEvent) =>
  roomPath(event)
    ? ({ doorsAt: event.event_date - startWindowMs, show: 'ticket.show', inMail: 'ticket.inMail' } as const)
    : ({ doorsAt: undefined, show: undefined, inMail: 'ticket.inMailOnly' } as const);

/** The line below a ticket: where all tickets are or, for a guest, how to open the room. */
export function afterTicket(event: WireEvent, guest: boolean): 'tickets' | 'app' | undefined {
  if (!guest) return 'tickets';
  return roomPath(event) === undefined ? undefined : 'app';
}
