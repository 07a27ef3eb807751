import { expect, test } from 'vitest';
import { minutes } from '../kernel/instant.ts';
import { goesBackAfter, meetingOutcome, type MeetingPresence } from './meeting-times.ts';

const startsAt = 1_000_000_000;
const outcome = (now: number, more: Partial<MeetingPresence> = {}) =>
  meetingOutcome({ startsAt, over: false, hostMet: true, viewerMet: true, ...more }, now);

test('a meeting with its host goes on until its room is closed', () => {
  expect(outcome(startsAt + minutes(60))).toBeUndefined();
  expect(outcome(startsAt + minutes(60), { viewerMet: false })).toBeUndefined();
  expect(outcome(startsAt + minutes(60), { over: true })).toBe('met');
  expect(outcome(startsAt + minutes(60), { over: true, viewerMet: false })).toBe('viewer');
});

test('a host who is not there has missed it half an hour after the start, or at its end', () => {
  expect(outcome(startsAt + minutes(30) - 1, { hostMet: false })).toBeUndefined();
  expect(outcome(startsAt + minutes(30), { hostMet: false })).toBe('host');
  expect(outcome(startsAt + minutes(30), { hostMet: false, viewerMet: false })).toBe('both');
  expect(outcome(startsAt + minutes(15), { hostMet: false, over: true })).toBe('host');
  expect(outcome(startsAt + minutes(15), { hostMet: false, viewerMet: false, over: true })).toBe('both');
});

test('only a viewer who missed it pays for it', () => {
  expect((['host', 'both', 'viewer'] as const).map(goesBackAfter)).toEqual([true, true, false]);
});
