import { expect, it } from 'vitest';
import { isBeyond, isUnread, numberIn, sumOf } from './amount-field.ts';

it('an amount that ends in a zero, which the field holds as text, is read', () => {
  expect(['12.50', '0.0', '12.', 7.25, 0].map(numberIn)).toEqual([12.5, 0, 12, 7.25, 0]);
});

it('an empty or unfinished field has no number', () => {
  expect(['', '-', '.'].map(numberIn)).toEqual([undefined, undefined, undefined]);
});

it('an unfinished field is not an empty one', () => {
  expect(['', '12.50', 0, '-', '.'].map(isUnread)).toEqual([false, false, false, true, true]);
});

it('an amount is beyond the maximum only if it is greater', () => {
  expect(['', '.', 9.95, '9.95', '12.50', 12].map((value) => isBeyond(value, 9.95))).toEqual([
    false,
    false,
    false,
    false,
    true,
    true,
  ]);
});

it('amounts are added in decimals, so their sum is not beyond itself', () => {
  const left = sumOf({ currency_digits: 2 }, 7.88, 0.5);
  expect([left, isBeyond('8.38', left)]).toEqual([8.38, false]);
});
