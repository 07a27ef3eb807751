import { expect, it } from 'vitest';
import { balanceIn, balanceText, plainNumberIn, wholeNumberIn } from './typed-numbers.ts';

it('a number is read as typed; an empty text is none, and other text is not a number', () => {
  expect(['12', ' 2.5 ', '', ' '].map(plainNumberIn)).toEqual([12, 2.5, undefined, undefined]);
  expect(['x', '1,5', '1e3', '-1'].map(plainNumberIn)).toEqual([NaN, NaN, NaN, NaN]);
});

it('a whole number has no separators, which may mean a thousand or one', () => {
  expect(['1000', ''].map(wholeNumberIn)).toEqual([1000, undefined]);
  expect(['1.000', '1,000', '2.5'].map(wholeNumberIn)).toEqual([NaN, NaN, NaN]);
});

it('a balance has the decimal sign of its language, and may not be read in two ways', () => {
  expect(['0,5', '2.5', '0.125', '1000', ''].map((text) => balanceIn(text, 'de'))).toEqual([
    0.5,
    2.5,
    0.125,
    1000,
    undefined,
  ]);
  expect([balanceIn('1.000', 'de'), balanceIn('1.000', 'es'), balanceIn('1,000', 'en')]).toEqual([NaN, NaN, NaN]);
  expect(balanceIn('1.125', 'en')).toBe(1.125);
  for (const language of ['en', 'de', 'es'] as const)
    expect(balanceIn(balanceText(1.125, language), language)).toBe(1.125);
});
