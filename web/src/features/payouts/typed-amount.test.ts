import { expect, test } from 'vitest';
import { typedAmount } from './typed-amount.ts';

test('an amount is typed with a comma or a point, and nothing else', () => {
  expect(['12', '12.5', ' 12,50 '].map(typedAmount)).toEqual([12, 12.5, 12.5]);
  expect(['', 'all', '-1', '1.2.3', '1e3'].map(typedAmount)).toEqual(Array.from({ length: 5 }, () => undefined));
});
