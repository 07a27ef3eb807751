import { expect, test } from 'vitest';
import { cardExpiry } from './card-expiry.ts';

const card = { brand: 'visa', last4: '4242', exp_month: 4, exp_year: 2027 };

test('the date reads as on the card, and is past from the next month on', () => {
  expect(cardExpiry(card, Date.UTC(2027, 3, 30))).toEqual({ date: '04/27', past: false });
  expect(cardExpiry(card, Date.UTC(2027, 4, 1))).toEqual({ date: '04/27', past: true });
});

test('a card saved without its date shows none', () => {
  expect(cardExpiry({ ...card, exp_month: null, exp_year: null }, 0)).toBeUndefined();
});
