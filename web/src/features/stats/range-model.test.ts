import { expect, test } from 'vitest';
import { rangeProblems } from './range-model.ts';

test('missing days are both reported at once', () => {
  expect(rangeProblems('', '')).toEqual({ from: 'missing', to: 'missing' });
  expect(rangeProblems('2026-03-01', '')).toEqual({ to: 'missing' });
});

test('a range of one day is valid, and one that ends before it starts is not', () => {
  expect(rangeProblems('2026-03-01', '2026-03-01')).toEqual({});
  expect(rangeProblems('2026-03-02', '2026-03-01')).toEqual({ to: 'reversed' });
});

test('a range has at most as many days as the server answers for', () => {
  expect(rangeProblems('2024-01-02', '2026-01-01')).toEqual({});
  expect(rangeProblems('2024-01-01', '2026-01-01')).toEqual({ to: 'long' });
});
