import { expect, test } from 'vitest';
import { addDays, freeDays, mondayOf, timeLabel, weekOf } from './free-times.ts';

const hour = 3_600_000;
const at = Date.UTC(2026, 9, 25);

test('free times of one length are grouped by the days of a calendar', () => {
  const slots = [0, 1, 30].flatMap((hours) =>
    [30, 60].map((minutes) => ({ starts_at: at + hours * hour, minutes, price: 1 })),
  );
  expect(freeDays(slots, 60, (start) => new Date(start).toISOString().slice(0, 10))).toEqual([
    { day: '2026-10-25', starts: [at, at + hour] },
    { day: '2026-10-26', starts: [at + 30 * hour] },
  ]);
  expect(freeDays(slots, 15, () => 'never')).toEqual([]);
});

test('weeks begin on Monday', () => {
  expect(mondayOf('2026-10-25')).toBe('2026-10-19');
  expect(mondayOf('2026-10-26')).toBe('2026-10-26');
  expect(weekOf('2026-10-26').at(-1)).toBe('2026-11-01');
  expect(addDays('2026-02-28', 1)).toBe('2026-03-01');
});

test('an hour that comes twice says which one it is', () => {
  const clock = {
    time: (start: number) => (start < at + 2 * hour ? '02:00' : '03:00'),
    offset: (start: number) => (start < at + hour ? 345 : -120),
  };
  const starts = [at, at + hour, at + 2 * hour];
  expect(starts.map((start) => timeLabel(start, starts, clock))).toEqual([
    '02:00 (UTC+5:45)',
    '02:00 (UTC−2)',
    '03:00',
  ]);
});
