import { describe, expect, test } from 'vitest';
import { hours, minutes } from '../kernel/instant.ts';
import { type RemindedEvent, reminderNow, stillReminds } from './reminders.ts';

const startsAt = hours(100);
const upcoming: RemindedEvent = { state: 'upcoming', cancelled: false, startsAt, startedAt: undefined };
const ticket = { voided: false, createdAt: 0 };

describe('a reminder is due', () => {
  test.each([
    [startsAt - hours(24) - 1, undefined],
    [startsAt - hours(24), 'day'],
    [startsAt - hours(1) - 1, 'day'],
    [startsAt - hours(1), 'hour'],
    [startsAt - 1, 'hour'],
    [startsAt, undefined],
  ])('at %i the reminder that is due is %s', (now, kind) => expect(reminderNow(upcoming, now)?.kind).toBe(kind));

  test('no reminder is due of an event that is cancelled, live or over', () => {
    for (const change of [{ cancelled: true }, { state: 'live' }, { state: 'finished' }] as const)
      expect(reminderNow({ ...upcoming, ...change }, startsAt - 1)).toBeUndefined();
  });
});

describe('a reminder that waits to be mailed', () => {
  const day = { kind: 'day', countedFor: startsAt } as const;
  const now = startsAt - hours(20);

  test('a waiting reminder is mailed while everything stays as it was', () => {
    expect(stillReminds(day, upcoming, ticket, now)).toBe(true);
  });

  test.each([
    ['cancelled', { cancelled: true }],
    ['moved', { startsAt: startsAt + hours(1) }],
    ['live', { state: 'live', startedAt: now }],
  ] as const)('a waiting reminder is not mailed once the event is %s', (_what, change) => {
    expect(stillReminds(day, { ...upcoming, ...change }, ticket, now)).toBe(false);
  });

  test('a waiting reminder is not mailed for a void ticket, nor for one that was bought after it was due', () => {
    expect(stillReminds(day, upcoming, { ...ticket, voided: true }, now)).toBe(false);
    expect(stillReminds(day, upcoming, { ...ticket, createdAt: startsAt - hours(24) }, now)).toBe(true);
    expect(stillReminds(day, upcoming, { ...ticket, createdAt: startsAt - hours(24) + 1 }, now)).toBe(false);
  });

  test('a waiting reminder is not mailed from the start on', () => {
    expect(stillReminds({ ...day, kind: 'hour' }, upcoming, ticket, startsAt - 1)).toBe(true);
    expect(stillReminds({ ...day, kind: 'hour' }, upcoming, ticket, startsAt)).toBe(false);
  });

  test('"live now" is for the event while it is live', () => {
    const startedAt = startsAt + minutes(3);
    const live = { kind: 'live', countedFor: startedAt } as const;
    const event: RemindedEvent = { ...upcoming, state: 'live', startedAt };
    expect(stillReminds(live, event, ticket, startedAt + hours(1))).toBe(true);
    expect(stillReminds(live, { ...event, state: 'finished' }, ticket, startedAt)).toBe(false);
    expect(stillReminds(live, event, { ...ticket, createdAt: startedAt + 1 }, startedAt + 2)).toBe(false);
  });
});
