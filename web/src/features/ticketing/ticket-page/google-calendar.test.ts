import { expect, test } from 'vitest';
import type { WireEvent } from '@frontrow/contract/events/api.ts';
import { googleCalendarUrl } from './google-calendar.ts';

test('an entry for Google Calendar lasts until the planned end', () => {
  const event = {
    event_title: 'Ramen',
    event_date: Date.UTC(2026, 4, 3, 18, 30),
    event_duration_minutes: 90,
  } as WireEvent;
  expect(new URL(googleCalendarUrl(event, 'https://frontrow.test')).searchParams.get('dates')).toBe(
    '20260503T183000Z/20260503T200000Z',
  );
});

test('an entry without an end lasts an hour from the start, in UTC, with the link to the event', () => {
  const event = { event_title: 'Ramen & talk', event_date: Date.UTC(2026, 4, 3, 18, 30) } as WireEvent;
  const url = new URL(googleCalendarUrl(event, 'https://frontrow.test/event/1'));
  expect(Object.fromEntries(url.searchParams)).toEqual({
    action: 'TEMPLATE',
    text: 'Ramen & talk',
    dates: '20260503T183000Z/20260503T193000Z',
    details: 'https://frontrow.test/event/1',
    location: 'https://frontrow.test/event/1',
  });
});
