import { expect, test } from 'vitest';
import { amountToType, typedAmount } from './typed-amount.ts';

test('an amount is typed with a comma or a point, and nothing else', () => {
  expect(['12', '12.5', ' 12,50 '].map(typedAmount)).toEqual([12, 12.5, 12.5]);
  expect(['', 'all', '-1', '1.2.3', '1e3'].map(typedAmount)).toEqual(Array.from({ length: 5 }, () => undefined));
});

test('a field begins with an amount as its reader types it', () => {
  expect((['en', 'de', 'es'] as const).map((language) => amountToType(1234.5, language))).toEqual([
    '1234.5',
    '1234,5',
    '1234,5',
  ]);
  expect(typedAmount(amountToType(1234.5, 'de'))).toBe(1234.5);
});

test('thousands with a point or a comma are no amount: a payout of 1.00 is not what "1,000" means', () => {
  expect(['1.000', '1,000'].map(typedAmount)).toEqual([undefined, undefined]);
});
