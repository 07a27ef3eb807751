import { expect, it } from 'vitest';
import type { WireEvent } from '@frontrow/contract/events/api.ts';
import purchase from '#web/shared/i18n/en/purchase.ts';
import { afterTicket, ticketLines } from './ticket-lines.ts';

const start = 1_800_000_000_000;
const interactive = { event_uuid: 'e1', event_date: start, ticket: {} } as WireEvent;
const broadcast = { event_uuid: 'e2', event_date: start, ticket_streaming: {} } as WireEvent;

it('a ticket says when the doors open and how to come in', () => {
  expect(ticketLines(interactive)).toMatchObject({ doorsAt: start - 15 * 60_000, show: 'ticket.show' });
  expect(afterTicket(interactive, true)).toBe('app');
});

it('where no room opens, it speaks of no doors, no link and no browser to open it', () => {
  const { doorsAt, show, inMail } = ticketLines(broadcast);
  expect([doorsAt, show, afterTicket(broadcast, true)]).toEqual([undefined, undefined, undefined]);
  expect(purchase.ticket[inMail.replace('ticket.', '') as 'inMailOnly']).not.toMatch(/doors|link|way in/i);
});

it.each([interactive, broadcast])('whoever has an account finds it among their tickets', (event) => {
  expect(afterTicket(event, false)).toBe('tickets');
});
