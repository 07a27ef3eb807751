import { expect, test } from 'vitest';
import { hours } from '../kernel/instant.ts';
import { meetingReminderNow, type RemindedMeeting } from './meeting-times.ts';

const startsAt = hours(1_000);
const due = (hoursBefore: number, more: Partial<RemindedMeeting> = {}) =>
  meetingReminderNow({ state: 'accepted', startsAt, since: 0, ...more }, startsAt - hours(hoursBefore));

test('an unpaid meeting is reminded of 48 and 26 hours before, until the host may cancel it', () => {
  expect([48.01, 48, 26.01, 26, 24.01, 24, 1].map((before) => due(before))).toEqual([
    undefined,
    'unpaid_first',
    'unpaid_first',
    'unpaid_last',
    'unpaid_last',
    undefined,
    undefined,
  ]);
});

test('a confirmed meeting is reminded of a day and an hour before, until it starts', () => {
  expect([24.01, 24, 1.01, 1, 0.01, 0].map((before) => due(before, { state: 'confirmed' }))).toEqual([
    undefined,
    'day',
    'day',
    'hour',
    'hour',
    undefined,
  ]);
});

test('no reminder is sent for a meeting that was agreed on or paid after the reminder was due', () => {
  expect(due(40, { since: startsAt - hours(41) })).toBeUndefined();
  expect(due(26, { since: startsAt - hours(41) })).toBe('unpaid_last');
  expect(due(20, { state: 'confirmed', since: startsAt - hours(21) })).toBeUndefined();
  expect(due(30, { state: 'pending_confirmation' })).toBeUndefined();
});
