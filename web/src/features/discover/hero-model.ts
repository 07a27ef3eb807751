import type { WireEventCard } from '@frontrow/contract/events/api.ts';
import { eventFromWire } from '@frontrow/contract/events/event-codec.ts';
import { type Offer, ticketOffer } from '@frontrow/core/events/event-page-offer.ts';
import { eventSeats } from '#web/shared/ui/event-card-model.ts';

const offerOf = (card: WireEventCard): Offer => ticketOffer(eventFromWire(card.event), 'visitor');

/**
 * The one event to see now: one that a visitor can still get a ticket for, live before upcoming, among live ones the
 * most watched, among upcoming ones the next. Without any, one that token holders can get; then whatever is on.
 */
export function heroEvent(live: readonly WireEventCard[], coming: readonly WireEventCard[]): WireEventCard | null {
  const cards = [
    ...live.filter((card) => card.event.event_state === 1).toSorted((a, b) => b.watching - a.watching),
    ...coming.filter((card) => card.event.event_state === 0),
  ];
  return (
    cards.find((card) => ['buy', 'free'].includes(offerOf(card))) ??
    cards.find((card) => offerOf(card) === 'gated' && !eventSeats(card.event).soldOut) ??
    cards[0] ??
    null
  );
}

export interface HeroButtons {
  /** `view` is the room. */
  readonly main: 'view' | 'see' | 'join' | 'seat';
  /** Whether "View event" stands next to the main button. */
  readonly second: boolean;
}

/** Those who are in the event enter it while it is live; its host is offered no seat, which the server would refuse. */
export function heroButtons(card: WireEventCard, is: 'visitor' | 'holder' | 'host', now: number): HeroButtons {
  const { event } = card;
  const { soldOut } = eventSeats(event);
  const live = event.event_state === 1;
  if (is !== 'visitor' && live) return { main: 'view', second: !soldOut };
  const isSold = event.event_opening_ticketing && now >= (event.event_sales_open_date ?? 0);
  if (is === 'host' || soldOut || !isSold) return { main: 'see', second: false };
  return { main: live ? 'join' : 'seat', second: true };
}
