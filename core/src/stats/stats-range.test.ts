import { expect, test } from 'vitest';
import { daysOf, statsRange } from './stats-range.ts';

/** 30 March 2026, 23:30 in Madrid; there the clocks went forward the day before. */
const now = Date.UTC(2026, 2, 30, 21, 30);
const range = (from?: string, to?: string, zone = 'Europe/Madrid') => statsRange({ from, to }, zone, now);
const code = (act: () => unknown): unknown => {
  try {
    return act();
  } catch (error) {
    return (error as { code?: string }).code;
  }
};

test('the last thirty days end today in the zone of the host', () => {
  expect(range()).toEqual({
    from: '2026-03-01',
    to: '2026-03-30',
    days: 30,
    previousFrom: '2026-01-30',
    previousTo: '2026-02-28',
  });
  expect(range(undefined, undefined, 'Asia/Tokyo').to).toBe('2026-03-31');
});

test('a number of days ends on the named last day, or today', () => {
  const ofDays = (days: number, to?: string) => statsRange({ days, to }, 'Europe/Madrid', now);
  expect(ofDays(7)).toMatchObject({ from: '2026-03-24', to: '2026-03-30', days: 7 });
  expect(ofDays(1, '2026-01-01')).toMatchObject({ from: '2026-01-01', to: '2026-01-01' });
});

test('a moment stands for its day in the zone of the host', () => {
  expect(range(String(now - 3_600_000), String(now), 'Asia/Tokyo')).toMatchObject({
    from: '2026-03-31',
    to: '2026-03-31',
    days: 1,
  });
  expect(range('2026-03-29T22:30:00Z', '2026-03-30').from).toBe('2026-03-30');
});

test('a range of no day, a reversed one and one that is too long are refused', () => {
  expect(code(() => range('yesterday'))).toBe('range_day_invalid');
  expect(code(() => range('2026-02-30'))).toBe('range_day_invalid');
  expect(code(() => range('2026-03-02', '2026-03-01'))).toBe('range_reversed');
  expect(code(() => range('2024-01-01', '2026-01-01'))).toBe('range_too_long');
  expect(range('2024-01-02', '2026-01-01').days).toBe(731);
});

test('a range has every day once, also when the clocks change', () => {
  expect(daysOf(range('2026-03-28', '2026-03-31'))).toEqual(['2026-03-28', '2026-03-29', '2026-03-30', '2026-03-31']);
});
