import { describe, expect, it } from 'vitest';
import type { WireEvent, WireEventCard } from '@frontrow/contract/events/api.ts';
import { heroButtons, heroEvent } from './hero-model.ts';

const now = 1_700_000_000_000;

const card = (uuid: string, event: Partial<WireEvent>, watching = 0): WireEventCard =>
  ({
    event: {
      event_uuid: uuid,
      event_state: 0,
      event_cancelled: false,
      event_date: 1_800_000_000_000,
      event_streaming_start_date: null,
      event_opening_ticketing: true,
      event_price_ticket: 16,
      event_num_attendees: 49,
      event_num_tickets_free: 12,
      currency: { currency_digits: 2 },
      event_location: { data: { zoneName: 'UTC' } },
      ticket: { frontrow_min_ticket_fee: 0.5, frontrow_ticket_fee: 5 },
      ...event,
    },
    watching,
  }) as unknown as WireEventCard;
const live = (uuid: string, watching: number, event: Partial<WireEvent> = {}): WireEventCard =>
  card(uuid, { event_state: 1, ...event }, watching);
const soldOut = { event_num_tickets_free: 0 };
const gated = { event_opening_ticketing: false, event_price_ticket: 0 };

const hero = (lives: readonly WireEventCard[], coming: readonly WireEventCard[]): string | undefined =>
  heroEvent(lives, coming)?.event.event_uuid;

describe('the event on top of Discover', () => {
  it('the most watched live event with a seat left is on top, whatever comes next', () => {
    expect(hero([live('few', 3), live('many', 9)], [card('next', {})])).toBe('many');
    expect(hero([live('full', 90, soldOut), live('few', 3)], [card('next', {})])).toBe('few');
    expect(hero([live('free', 1, { event_price_ticket: 0 })], [card('next', {})])).toBe('free');
  });

  it('a live event that is sold out or closed is not on top while an upcoming one has seats', () => {
    expect(hero([live('full', 90, soldOut)], [card('next', {}), card('later', {})])).toBe('next');
    expect(hero([live('closed', 90, { event_opening_ticketing: false })], [card('next', {})])).toBe('next');
  });

  it('the next upcoming event with a seat left is on top while nothing is live', () => {
    expect(hero([], [card('full', soldOut), card('next', {}), card('later', {})])).toBe('next');
    expect(hero([], [card('gated', gated), card('next', {})])).toBe('next');
  });

  it('seats of broadcasts count too', () => {
    const broadcast = { ticket: undefined, event_num_tickets_free: undefined, event_price_ticket_streaming: 5 };
    const left = (seats: number) => ({ ...broadcast, ticket_streaming: {}, event_num_tickets_free_streaming: seats });
    expect(hero([live('full', 9, left(0) as Partial<WireEvent>)], [card('next', left(1) as Partial<WireEvent>)])).toBe(
      'next',
    );
  });

  it('an event for token holders is on top where no one else can get a ticket', () => {
    expect(hero([live('full', 90, soldOut)], [card('none', { ...gated, ...soldOut }), card('gated', gated)])).toBe(
      'gated',
    );
  });

  it('without any tickets left, a live event is on top, else the next one', () => {
    expect(hero([live('few', 3, soldOut), live('many', 9, soldOut)], [card('full', soldOut)])).toBe('many');
    expect(hero([], [card('full', soldOut), card('later', soldOut)])).toBe('full');
  });

  it('nothing is on top where every event is over or cancelled', () => {
    expect(hero([], [])).toBeUndefined();
    expect(
      hero([card('over', { event_state: 2 })], [card('cancelled', { event_state: 2, event_cancelled: true })]),
    ).toBeUndefined();
  });
});

describe('the buttons of the event on top', () => {
  it('a visitor is offered a seat, or the event page where none is sold', () => {
    expect(heroButtons(card('next', {}), 'visitor', now)).toEqual({ main: 'seat', second: true });
    expect(heroButtons(live('now', 3), 'visitor', now)).toEqual({ main: 'join', second: true });
    expect(heroButtons(live('full', 3, soldOut), 'visitor', now)).toEqual({ main: 'see', second: false });
    expect(heroButtons(card('gated', gated), 'visitor', now)).toEqual({ main: 'see', second: false });
  });

  it('a seat is offered once sales are open, also while the page is', () => {
    const later = card('later', { event_sales_open_date: now + 1 });
    expect(heroButtons(later, 'visitor', now)).toEqual({ main: 'see', second: false });
    expect(heroButtons(later, 'visitor', now + 1)).toEqual({ main: 'seat', second: true });
  });

  it('the event’s host is not offered a seat', () => {
    expect(heroButtons(card('next', {}), 'host', now)).toEqual({ main: 'see', second: false });
  });

  it('host and ticket holders are led into the room while the event is live', () => {
    for (const who of ['host', 'holder'] as const)
      expect(heroButtons(live('now', 3), who, now)).toEqual({ main: 'view', second: true });
  });
});
