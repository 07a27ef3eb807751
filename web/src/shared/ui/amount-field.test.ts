import { expect, it } from 'vitest';
import { numberIn } from './amount-field.ts';

it('reads an amount that ends in a zero, which the field holds as text', () => {
  expect(['12.50', '0.0', '12.', 7.25, 0].map(numberIn)).toEqual([12.5, 0, 12, 7.25, 0]);
});

it('reads no number from an empty or unfinished field', () => {
  expect(['', '-', '.'].map(numberIn)).toEqual([undefined, undefined, undefined]);
});
