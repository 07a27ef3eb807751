import { expect, test } from 'vitest';
import { hours } from '../kernel/instant.ts';
import { rescheduleProblem } from './change-event.ts';

const startsAt = hours(1_000);
const event = { now: startsAt - hours(24), state: 'upcoming', startsAt, reschedules: 0 } as const;

test('a start may be moved until exactly 24 h before it', () => {
  expect(rescheduleProblem(event, startsAt + 1)).toBeUndefined();
  expect(rescheduleProblem({ ...event, now: event.now + 1 }, startsAt + 1)).toBe('reschedule_too_late');
});

test('a start may only be moved to a later time', () => {
  expect(rescheduleProblem(event, startsAt)).toBe('reschedule_not_later');
  expect(rescheduleProblem(event, startsAt - 1)).toBe('reschedule_not_later');
});

test('a start may be moved once, and only while the event is upcoming', () => {
  expect(rescheduleProblem({ ...event, reschedules: 1 }, startsAt + 1)).toBe('rescheduled_already');
  expect(rescheduleProblem({ ...event, state: 'live' }, startsAt + 1)).toBe('event_begun');
  expect(rescheduleProblem({ ...event, state: 'finished' })).toBe('event_begun');
  expect(rescheduleProblem(event)).toBeUndefined();
});
