import { expect, it } from 'vitest';
import type { WireEvent } from '@frontrow/contract/events/api.ts';
import purchase from '#web/shared/i18n/en/purchase.ts';
import { afterTicket, ticketLines } from './ticket-lines.ts';

const start = 1_800_000_000_000;
const interactive = { event_uuid: 'e1', event_date: start, ticket: {} } as WireEvent;
const broadcast = { event_uuid: 'e2', event_date: start, ticket_streaming: {} } as WireEvent;

it('says on a ticket when the doors open and how to get in', () => {
  expect(ticketLines(interactive)).toMatchObject({ doorsAt: start - 15 * 60_000, show: 'ticket.show' });
  expect(afterTicket(interactive, true)).toBe('app');
});

it('mentions neither doors nor a link nor a browser where the event has no room page', () => {
  const { doorsAt, show, inMail } = ticketLines(broadcast);
  expect([doorsAt, show, afterTicket(broadcast, true)]).toEqual([undefined, undefined, undefined]);
  expect(purchase.ticket[inMail.replace('ticket.', '') as 'inMailOnly']).not.toMatch(/doors|link|way in/i);
});

it.each([interactive, broadcast])('points people with an account to their tickets', (event) => {
  expect(afterTicket(event, false)).toBe('tickets');
});
