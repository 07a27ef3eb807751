import { expect, test } from 'vitest';
import { hoursPerDayMax } from './limits.ts';
import { offerProblem } from './offer-problem.ts';
import { clockOf, minuteOf } from './meeting-times.ts';

const good = {
  enabled: true,
  zone: 'Europe/Madrid',
  lengths: [30, 60],
  hours: [
    { weekday: 1, fromMinute: 540, toMinute: 600 },
    { weekday: 1, fromMinute: 600, toMinute: 660 },
  ],
  exceptions: [{ day: '2026-06-01', fromMinute: null, toMinute: null }],
};
const day = (fromMinute: number | null, toMinute: number | null) => ({ day: '2026-06-02', fromMinute, toMinute });
const many = Array.from({ length: hoursPerDayMax + 1 }, (_, n) => ({
  weekday: 3,
  fromMinute: n * 60,
  toMinute: n * 60 + 30,
}));

test('hours that touch, and eight of a day, are kept', () => {
  expect(offerProblem(good)).toBeUndefined();
  expect(offerProblem({ ...good, hours: many.slice(1) })).toBeUndefined();
  expect(offerProblem({ ...good, hours: [], exceptions: [day(0, 1440)] })).toBeUndefined();
});

test.each([
  ['zone_unknown', 'zone', { zone: '+02:00' }],
  ['length_twice', 'lengths', { lengths: [30, 30] }],
  ['opening_hours_reversed', 'hours', { hours: [{ weekday: 2, fromMinute: 60, toMinute: 60 }] }],
  ['opening_hours_overlap', 'hours', { hours: [{ weekday: 1, fromMinute: 599, toMinute: 660 }, good.hours[0]!] }],
  ['opening_hours_too_many', 'hours', { hours: many }],
  ['exception_incomplete', 'exceptions', { exceptions: [day(60, null)] }],
  ['exception_incomplete', 'exceptions', { exceptions: [day(60, 120), day(null, null)] }],
  ['opening_hours_overlap', 'exceptions', { exceptions: [day(60, 120), day(90, 150)] }],
  ['lengths_required', 'lengths', { lengths: [] }],
  ['opening_hours_required', 'hours', { hours: [] }],
])('the problem %s is at %s', (code, field, change) => {
  expect(offerProblem({ ...good, ...change })).toEqual({ code, field });
});

test('an offer that is switched off may be incomplete', () => {
  expect(offerProblem({ ...good, enabled: false, lengths: [], hours: [], exceptions: [] })).toBeUndefined();
});

test('minutes become a clock time and back', () => {
  expect([0, 570, 1440].map(clockOf)).toEqual(['00:00', '09:30', '24:00']);
  expect(['00:00', '09:30', '24:00'].map(minuteOf)).toEqual([0, 570, 1440]);
});
