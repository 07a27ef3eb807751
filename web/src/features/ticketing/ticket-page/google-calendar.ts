import type { WireEvent } from '@frontrow/contract/events/api.ts';
import { minutes } from '@frontrow/core/kernel/instant.ts';
import { endOf } from '#web/shared/format/event-time.ts';
import { shownTitle } from '#web/shared/catalog/shown-title.ts';
import { calendarStamp } from '#web/shared/format/calendar-stamp.ts';

/** Where nobody said how long an event takes: an hour, as in the calendar file. */
const shownMs = minutes(60);

/** The address at which Google's calendar offers to add the event. */
export function googleCalendarUrl(event: WireEvent, eventUrl: string): string {
  const query = new URLSearchParams({
    action: 'TEMPLATE',
    text: shownTitle(event),
    dates: `${calendarStamp(event.event_date)}/${calendarStamp(endOf(event) ?? event.event_date + shownMs)}`,
    details: eventUrl,
    location: eventUrl,
  });
  return `https://calendar.google.com/calendar/render?${query}`;
}
