import type { AnswerOf } from '@frontrow/contract/api.ts';
import { startWindowMs } from '@frontrow/core/events/limits.ts';
import { roomOpensMs } from '@frontrow/core/meetings/limits.ts';

export type MyTicket = AnswerOf<'GET /tickets/mine'>['tickets'][number];

/** What a ticket in the list can be used for now. */
export type TicketState =
  | 'live'
  | 'doors'
  | 'late'
  | 'upcoming'
  | 'past'
  | 'refunding'
  | 'refunded'
  | 'transferred'
  | 'disputed';

export function ticketState({ ticket, event: { event } }: MyTicket, now: number): TicketState {
  if (ticket.ticket_state !== 'valid') return ticket.ticket_state;
  if (event.event_cancelled) return 'refunding';
  if (event.event_state === 2) return 'past';
  if (event.event_state === 1) return 'live';
  if (now >= event.event_date) return 'late';
  const opensMs = event.event_private ? roomOpensMs : startWindowMs;
  return now >= event.event_date - opensMs ? 'doors' : 'upcoming';
}

type VoidState = 'refunded' | 'refunding' | 'disputed' | 'transferred';

/** What became of a void ticket and its money, by the key of its sentence. */
export function voidText({ ticket, bought }: Pick<MyTicket, 'ticket' | 'bought'>, state: VoidState) {
  if (state === 'transferred') return 'transferredText';
  if (ticket.order.total === 0) return 'nothingBack';
  if (bought !== false || state === 'disputed') return `${state}Text` as const;
  return `${state}ToBuyer` as const;
}

/** Live events first, then by start; past events newest first. */
export function inOrder(tickets: readonly MyTicket[], past: boolean): MyTicket[] {
  const at = (mine: MyTicket) =>
    mine.event.event.event_date - (mine.event.event.event_state === 1 ? Number.MAX_SAFE_INTEGER / 2 : 0);
  return tickets.toSorted((a, b) => (past ? at(b) - at(a) : at(a) - at(b)));
}

/** Calendar days from now until then, in the reader's time zone. */
export function daysAhead(at: number, now: number): number {
  const midnight = (moment: number) => {
    const day = new Date(moment);
    return Date.UTC(day.getFullYear(), day.getMonth(), day.getDate());
  };
  return Math.round((midnight(at) - midnight(now)) / 86_400_000);
}
