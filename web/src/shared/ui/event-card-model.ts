import type { WireEvent, WireEventCard } from '@frontrow/contract/events/api.ts';
import { requestLinkPath } from '@frontrow/contract/meetings/links.ts';
import { fromDecimal, toDecimal } from '@frontrow/core/kernel/money.ts';
import { ticketPrice } from '@frontrow/core/ticketing/ticket-price.ts';
import { endOf } from '#web/shared/format/event-time.ts';
import { formatCount } from '#web/shared/format/money.ts';

/** At or below this many seats a card says so in coral. */
export const fewSeatsMax = 5;

/** A room of at most this many seats shows how many are left while live. */
const smallRoomSeatsMax = 49;

/** Amounts of one ticket, in the wire's decimals: `total` is what a person pays. */
export interface EventPrice {
  listed: number;
  fee: number;
  total: number;
  free: boolean;
}

/** Whether the event is interactive: it has a ticket config. */
export const isInteractive = (event: WireEvent): boolean => event.ticket !== undefined;

/** The path of the event's room. Phones have one for both kinds. */
export const roomPath = (event: WireEvent, phone = false): string =>
  `/${phone ? 'mobileStreaming' : isInteractive(event) ? 'streaming' : 'broadcast'}/${event.event_uuid}`;

export const eventPath = ({ event_uuid, event_private }: Pick<WireEvent, 'event_uuid' | 'event_private'>): string =>
  event_private ? requestLinkPath('viewer', event_uuid) : `/event/${event_uuid}`;

export const seriesPath = (seriesUuid: string): string => `/series/${seriesUuid}`;

/** The public page of a host: `/{username}`. */
export const hostPath = (user: { user_username: string }): string => `/${encodeURIComponent(user.user_username)}`;

/** All-in price first, breakdown second; the same rule as the charge. */
export function eventPrice(event: WireEvent): EventPrice {
  const config = event.ticket ?? event.ticket_streaming;
  const listed = event.event_price_ticket ?? event.event_price_ticket_streaming ?? 0;
  const digits = event.currency.currency_digits;
  const price = ticketPrice(fromDecimal(listed, digits), {
    minFeeMinor: fromDecimal(config?.frontrow_min_ticket_fee ?? 0, digits),
    feeBp: Math.round((config?.frontrow_ticket_fee ?? 0) * 100),
  });
  return { listed, fee: toDecimal(price.fee, digits), total: toDecimal(price.total, digits), free: price.total === 0 };
}

export interface EventSeats {
  total: number;
  free: number;
  soldOut: boolean;
  few: boolean;
}

export function eventSeats(event: WireEvent): EventSeats {
  const total = event.event_num_attendees ?? event.event_num_attendees_streaming ?? 0;
  const free = event.event_num_tickets_free ?? event.event_num_tickets_free_streaming ?? 0;
  return { total, free, soldOut: free <= 0, few: free > 0 && free <= fewSeatsMax };
}

/** What is shown at the right of a card's last line. */
export type CardNote =
  | { kind: 'seats'; count: number; few: boolean }
  | { kind: 'time'; at: number; endsAt: number | undefined }
  | { kind: 'language'; ide: number | null }
  /** It is over: the date on the cover says when it was. */
  | { kind: 'over' };

/** Everything an event card shows, decided once. */
export interface EventCardModel {
  to: string;
  title: string;
  live: boolean;
  /** Nothing is sold any more. */
  over: boolean;
  watching: number;
  price: EventPrice;
  /** For token holders only, at no price. */
  gated: boolean;
  soldOut: boolean;
  /** Who comes too late may wait for a seat. */
  waitlist: boolean;
  note: CardNote;
}

/** What `card.seatsLeftOf` says. */
export const seatsLeftOf = ({ free, total }: Pick<EventSeats, 'free' | 'total'>, language: string) => ({
  count: total,
  free: formatCount(free, language),
  total: formatCount(total, language),
});

export function eventCardModel(card: WireEventCard): EventCardModel {
  const { event } = card;
  const live = event.event_state === 1;
  const seats = eventSeats(event);
  const over = event.event_state === 2;
  const note: CardNote = over
    ? { kind: 'over' }
    : !seats.soldOut && (seats.few || (live && seats.total <= smallRoomSeatsMax))
      ? { kind: 'seats', count: seats.free, few: seats.few }
      : live
        ? { kind: 'language', ide: event.event_lang_ides[0] ?? null }
        : { kind: 'time', at: event.event_date, endsAt: endOf(event) };
  return {
    to: eventPath(event),
    title: event.event_title,
    live,
    over,
    watching: card.watching,
    price: eventPrice(event),
    gated: !event.event_opening_ticketing,
    soldOut: seats.soldOut,
    waitlist: seats.soldOut && event.event_state === 0 && event.event_opening_ticketing,
    note,
  };
}
