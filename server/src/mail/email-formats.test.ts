import { expect, test } from 'vitest';
import { writeIn } from '../i18n/say.ts';
import { formatDayTime, formatWhen } from './email-formats.ts';

const start = Date.UTC(2026, 10, 22, 18, 30);

test.each([
  ['Europe/Madrid', start, 'Sunday 22 November 2026, 19:30 CET'],
  ['Europe/London', start, 'Sunday 22 November 2026, 18:30 GMT'],
  ['Europe/London', Date.UTC(2026, 5, 1, 18, 30), 'Monday 1 June 2026, 19:30 BST'],
  ['America/New_York', start, 'Sunday 22 November 2026, 13:30 EST'],
  ['Australia/Sydney', start, 'Monday 23 November 2026, 05:30 AEDT'],
  ['Asia/Kathmandu', start, 'Monday 23 November 2026, 00:15 GMT+5:45'],
  ['UTC', start, 'Sunday 22 November 2026, 18:30 UTC'],
])('a time in %s has weekday, day, month, year, time and zone', (zone, at, expected) => {
  expect(formatWhen(at, zone)).toBe(expected);
});

test('a start and an end are one range', () => {
  expect(formatWhen(start, 'Europe/Madrid', start + 30 * 60_000)).toBe('Sunday 22 November 2026, 19:30–20:00 CET');
});

test.each([
  ['en', 'Sun 22 Nov, 19:30 CET'],
  ['de', 'So., 22. Nov., 19:30 MEZ'],
  ['es', 'dom, 22 nov, 19:30 CET'],
] as const)('in %s, a day with its time fits in one line', (language, expected) => {
  expect(writeIn(language, () => formatDayTime(start, 'Europe/Madrid'))).toBe(expected);
});
