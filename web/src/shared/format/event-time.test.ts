import { expect, it } from 'vitest';
import { formatEventTimes, formatEventWhen } from './event-time.ts';
import { formatDuration, formatZone } from './time.ts';

const at = Date.UTC(2026, 10, 22, 17, 30);
const options = { zone: 'Europe/Madrid', now: at };

it('the date of an event has its start, end and zone', () =>
  expect(formatEventWhen({ event_date: at, event_duration_minutes: 90 }, options)).toBe('Sun 22 Nov, 18:30–20:00 CET'));

it('an event without a duration shows only its start', () =>
  expect(formatEventTimes({ event_date: at }, options)).toBe('18:30'));

it('a zone has the name that people there use', () => {
  expect(formatZone(at, 'America/New_York')).toBe('EST');
  expect(formatZone(at, 'Europe/London')).toBe('GMT');
  expect(formatZone(at, 'Asia/Tokyo')).toBe('GMT+9');
  expect(formatZone(at, 'Nowhere/Land')).toBe('');
});

it('a duration is in the units people say', () =>
  expect([45, 60, 90, 120, 150].map(formatDuration)).toEqual([
    '45 minutes',
    '1 hour',
    '90 minutes',
    '2 hours',
    '2 h 30 min',
  ]));
