import type { WireEvent } from '@frontrow/contract/events/api.ts';
import { expect, it } from 'vitest';
import { shareHeading } from './share-model.ts';

const now = 1_800_000_000_000;
const headingOf = (event: Partial<WireEvent>, published = true): string =>
  shareHeading({
    event: {
      event_opening_ticketing: true,
      event_price_ticket: 16,
      currency: { currency_digits: 2 },
      ticket: { frontrow_min_ticket_fee: 0.5, frontrow_ticket_fee: 5 },
      ...event,
    } as WireEvent,
    published,
    now,
  });

it('an event that was published just now is on sale, or open for seats where they are free', () => {
  expect(headingOf({})).toBe('onSale');
  expect(headingOf({ event_price_ticket: 0 })).toBe('open');
  expect(headingOf({}, false)).toBe('later');
});

it('for token holders, and before sales open, it is published and no more', () => {
  expect(headingOf({ event_opening_ticketing: false })).toBe('hidden');
  expect(headingOf({ event_sales_open_date: now + 1 })).toBe('hidden');
  expect(headingOf({ event_sales_open_date: now + 1, event_price_ticket: 0 })).toBe('hidden');
  expect(headingOf({ event_sales_open_date: now })).toBe('onSale');
});
