import { expect, test } from 'vitest';
import { meetingPrice } from './request-terms.ts';

test('a meeting costs up to the highest price of its currency, in its own digits', () => {
  expect([0, 30.5, 500].map((price) => meetingPrice(price, 'EUR', 'price'))).toEqual([0, 3050, 50_000]);
  expect([0, 3000, 80_000].map((price) => meetingPrice(price, 'JPY', 'price'))).toEqual([0, 3000, 80_000]);
  for (const price of [-1, 500.01, 30.505, Number.NaN])
    expect(() => meetingPrice(price, 'EUR', 'price')).toThrow('A meeting costs 0 to €500, with at most 2 decimals.');
  for (const price of [3000.5, 80_001])
    expect(() => meetingPrice(price, 'JPY', 'price')).toThrow('A meeting costs 0 to ¥80,000, without decimals.');
});
