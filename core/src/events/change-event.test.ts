import { expect, test } from 'vitest';
import { changeProblems } from './change-event.ts';

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
