import { describe, expect, it } from 'vitest';
import { daysAhead, inOrder, type MyTicket, ticketState, voidText } from './ticket-row-model.ts';

const start = new Date(2026, 10, 22, 18, 30).getTime();
const mine = (event: object = {}, ticket: object = {}): MyTicket =>
  ({
    ticket: { ticket_state: 'valid', ...ticket },
    event: { event: { event_state: 0, event_cancelled: false, event_date: start, ticket: {}, ...event } },
    refundable: false,
  }) as unknown as MyTicket;

describe('a ticket', () => {
  it('a refunded ticket, or one for a cancelled event, opens no room, whatever the event’s state', () => {
    expect(ticketState(mine({ event_state: 1 }, { ticket_state: 'refunded' }), start)).toBe('refunded');
    expect(ticketState(mine({ event_state: 1 }, { ticket_state: 'refunding' }), start)).toBe('refunding');
    expect(ticketState(mine({ event_state: 2, event_cancelled: true }), start)).toBe('refunding');
  });

  it('the doors open 15 minutes before the start, and the ticket waits for a late host', () => {
    expect(ticketState(mine(), start - 15 * 60_000 - 1)).toBe('upcoming');
    expect(ticketState(mine(), start - 15 * 60_000)).toBe('doors');
    expect(ticketState(mine(), start)).toBe('late');
    expect(ticketState(mine({ event_state: 1 }), start - 60_000)).toBe('live');
    expect(ticketState(mine({ event_state: 2 }), start + 60_000)).toBe('past');
  });
});

it('a void ticket says what became of its money, and whose it is', () => {
  const ticket = (total: number, bought?: boolean) =>
    ({ ticket: { order: { total } }, bought }) as unknown as Pick<MyTicket, 'ticket' | 'bought'>;
  expect(voidText(ticket(13.1, true), 'refunded')).toBe('refundedText');
  // The servers of the release before do not say who bought it.
  expect(voidText(ticket(13.1), 'refunded')).toBe('refundedText');
  expect(voidText(ticket(13.1, false), 'refunded')).toBe('refundedToBuyer');
  expect(voidText(ticket(13.1, false), 'refunding')).toBe('refundingToBuyer');
  expect(voidText(ticket(13.1, false), 'disputed')).toBe('disputedText');
  expect(voidText(ticket(0, false), 'refunded')).toBe('nothingBack');
  expect(voidText(ticket(0, true), 'transferred')).toBe('transferredText');
});

it('live events come first, then by start, and past events are newest first', () => {
  const [soon, later, live] = [
    mine({ event_date: 10 }),
    mine({ event_date: 20 }),
    mine({ event_date: 30, event_state: 1 }),
  ];
  expect(inOrder([later, soon, live], false)).toEqual([live, soon, later]);
  expect(inOrder([soon, later], true)).toEqual([later, soon]);
});

it('the days ahead are calendar days', () => {
  expect(daysAhead(new Date(2026, 10, 22, 0, 5).getTime(), new Date(2026, 10, 21, 23, 55).getTime())).toBe(1);
  expect(daysAhead(new Date(2026, 10, 22, 23, 55).getTime(), new Date(2026, 10, 22, 0, 5).getTime())).toBe(0);
});
