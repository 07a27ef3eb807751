import { expect, test } from 'vitest';
import { moneyText, typedAmount } from './money-text.ts';

test('an amount is written as its currency is', () => {
  expect(moneyText(1234.5, 'EUR', 'en')).toBe('€1,234.50');
});

test('an amount is typed with a comma or a point, and nothing else', () => {
  expect(['12', '12.5', ' 12,50 '].map(typedAmount)).toEqual([12, 12.5, 12.5]);
  expect(['', 'all', '-1', '1.2.3', '1e3'].map(typedAmount)).toEqual(Array.from({ length: 5 }, () => undefined));
});
