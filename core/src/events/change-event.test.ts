import { expect, test } from 'vitest';
import { changeProblems, rulesForChange } from './change-event.ts';
import type { PublishRules } from './validate-event-draft.ts';

const standing = { title: 'Kitchen songs', price: 12, currency: 'EUR', taken: 3, ordered: true };
const same = { title: 'Kitchen songs', price: 12, currency: 'EUR', seats: 49 };
const codes = (...args: Parameters<typeof changeProblems>) => changeProblems(...args).map((problem) => problem.code);

test('everything may change before the first order', () => {
  expect(
    codes({ ...standing, taken: 0, ordered: false }, { title: 'Other songs', price: 0, currency: 'EUR', seats: 1 }),
  ).toEqual([]);
});

test('from the first ticket on, title and price stay, and seats never go below what is taken', () => {
  expect(codes(standing, { ...same, seats: 3 })).toEqual([]);
  expect(codes(standing, { ...same, seats: 2 })).toEqual(['tickets_under_taken']);
  expect(codes({ ...standing, taken: 1 }, { ...same, title: 'Other songs' })).toEqual(['title_fixed']);
  expect(codes({ ...standing, taken: 1 }, { ...same, price: 13 })).toEqual(['price_fixed']);
});

test('the price stays once somebody began to buy at it, even if nobody holds a seat any more', () => {
  expect(codes({ ...standing, taken: 0 }, { ...same, title: 'Other songs', price: 13 })).toEqual(['price_fixed']);
});

test('the currency stays once somebody began to buy, and may change before', () => {
  expect(codes({ ...standing, taken: 0 }, { ...same, currency: 'JPY' })).toEqual(['currency_fixed']);
  expect(codes({ ...standing, taken: 0, ordered: false }, { ...same, currency: 'JPY' })).toEqual([]);
});

test('what was allowed at publication stays allowed, and nothing else becomes so', () => {
  const [now, startsAt] = [9_000, 5_000];
  const type = (id: number) => ({ id, seatsMax: 20 }) as PublishRules['ticketTypes'][number];
  const rules = {
    ticketTypes: [type(1), type(2)],
    categoryIdes: [],
    langIdes: [],
    hostZone: 'UTC',
    massive: false,
    now,
    promoEndsAfter: now,
  } as const;
  const published = { startsAt, salesOpenAt: 4_000, ticketTypeId: 1, seats: 30, price: 12, currency: 'EUR' };
  expect(rulesForChange(rules, published)).toMatchObject({
    ticketTypes: [
      { id: 1, seatsMax: 30 },
      { id: 2, seatsMax: 20 },
    ],
    massive: true,
    now: startsAt,
    promoEndsAfter: 0,
    standingSalesOpenAt: 4_000,
    standing: { price: 12, currency: 'EUR' },
  });
  expect(rulesForChange(rules, { ...published, startsAt: now + 1, seats: 3 })).toMatchObject({
    ticketTypes: [{ seatsMax: 20 }, { seatsMax: 20 }],
    now,
  });
});
