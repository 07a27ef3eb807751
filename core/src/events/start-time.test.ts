import { expect, test } from 'vitest';
import { days, minutes } from '../kernel/instant.ts';
import { isZone, readStartTime } from './start-time.ts';

const zone = 'Europe/Madrid';
// Clocks go forward on 29 March 2026 at 02:00 and back on 25 October at 03:00.
const gap = Date.UTC(2026, 2, 29, 1, 0);
const overlap = Date.UTC(2026, 9, 25, 1, 0);
const now = gap - days(10);

test('a start has the wall time of its zone in addition to the instant', () => {
  expect(readStartTime(gap - minutes(15), '01:45', zone, now)).toEqual({
    startsAt: gap - minutes(15),
    localStart: '2026-03-29T01:45:00',
  });
  expect(readStartTime(gap, '03:00', zone, now)).toEqual({ startsAt: gap, localStart: '2026-03-29T03:00:00' });
});

test('an hour that the clocks skip does not exist', () => {
  expect(readStartTime(gap + minutes(30), '02:30', zone, now)).toBe('date_in_gap');
  expect(readStartTime(gap - minutes(30), '02:30', zone, now)).toBe('date_in_gap');
});

test('an hour that the clocks repeat names no single moment', () => {
  expect(readStartTime(overlap - minutes(30), '02:30', zone, now)).toBe('date_repeated');
  expect(readStartTime(overlap + minutes(30), '02:30', zone, now)).toBe('date_repeated');
  expect(readStartTime(overlap + minutes(60), '03:00', zone, now)).toMatchObject({ startsAt: overlap + minutes(60) });
});

test('the hour must be the hour of the instant', () => {
  expect(readStartTime(gap, '02:45', 'UTC', now)).toBe('start_hour_disagrees');
  expect(readStartTime(gap, '01:00', zone, now)).toBe('start_hour_disagrees');
});

test.each([
  [minutes(7), '01:07'],
  [1, '01:00'],
  [59_000, '01:00'],
])('%i ms past the quarter is off the step', (off, hour) => {
  expect(readStartTime(gap + off, hour, 'UTC', now)).toBe('date_off_step');
});

test('now is allowed, a millisecond ago is in the past', () => {
  expect(readStartTime(gap, '01:00', 'UTC', gap)).toMatchObject({ startsAt: gap });
  expect(readStartTime(gap, '01:00', 'UTC', gap + 1)).toBe('date_in_past');
});

test('in zones with quarter hours the step is that of their own clock', () => {
  const noon = Date.UTC(2026, 3, 1, 6, 15);
  expect(readStartTime(noon, '12:00', 'Asia/Kathmandu', now)).toMatchObject({ localStart: '2026-04-01T12:00:00' });
});

test('zones are names, never offsets', () => {
  expect(['UTC', zone, 'America/Argentina/Buenos_Aires'].every(isZone)).toBe(true);
  expect(['', '+02:00', 'Nowhere/Land', "UTC'; --", 'Europe/Madrid[u-ca=hebrew]'].some(isZone)).toBe(false);
});
