import { expect, it } from 'vitest';
import { isBeyond, isUnread, numberIn, sumOf } from './amount-field.ts';

it('reads an amount that ends in a zero, which the field holds as text', () => {
  expect(['12.50', '0.0', '12.', 7.25, 0].map(numberIn)).toEqual([12.5, 0, 12, 7.25, 0]);
});

it('reads no number from an empty or unfinished field', () => {
  expect(['', '-', '.'].map(numberIn)).toEqual([undefined, undefined, undefined]);
});

it('tells an unfinished field from an empty one', () => {
  expect(['', '12.50', 0, '-', '.'].map(isUnread)).toEqual([false, false, false, true, true]);
});

it('tells an amount beyond the most that can be given', () => {
  expect(['', '.', 9.95, '9.95', '12.50', 12].map((value) => isBeyond(value, 9.95))).toEqual([
    false,
    false,
    false,
    false,
    true,
    true,
  ]);
});

it('adds amounts as they are written, so that all of them is not beyond them', () => {
  const left = sumOf({ currency_digits: 2 }, 7.88, 0.5);
  expect([left, isBeyond('8.38', left)]).toEqual([8.38, false]);
});
