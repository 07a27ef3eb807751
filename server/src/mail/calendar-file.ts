import { minutes, type Instant } from '@frontrow/core/kernel/instant.ts';
import { Temporal } from 'temporal-polyfill';
import ical, { ICalAlarmType, ICalCalendarMethod, ICalEventStatus } from 'ical-generator';
import type { MailAttachment } from '../ports/mail.ts';
import { zoneBlock } from './zone-block.ts';

/** Events of the catalogue have no end of their own; calendars show an hour. */
const shownMs = minutes(60);
const reminderSeconds = 15 * 60;

export interface CalendarEntry {
  readonly eventUuid: string;
  readonly title: string;
  readonly startsAt: Instant;
  /** Of a private meeting. */
  readonly endsAt?: Instant;
  readonly tz: string;
  readonly eventUrl: string;
  /** Host's username or name. */
  readonly host: string;
  readonly cancelled?: boolean;
  /** Rises with each change of the same event, so that calendars take the newer one; an event moves at most once. */
  readonly revision?: 0 | 1;
}

/** An iCalendar file for one event, as attachment. An event keeps its UID, so calendars replace its entry. */
export function calendarFile(entry: CalendarEntry): MailAttachment {
  const method = entry.cancelled ? ICalCalendarMethod.CANCEL : ICalCalendarMethod.PUBLISH;
  return {
    filename: 'event.ics',
    content: calendarText(entry),
    contentType: `text/calendar; charset=utf-8; method=${method}`,
  };
}

/** RFC 5545 allows no control character in a text but the tab; line ends are escaped. */
const textOf = (given: string): string => given.replaceAll(/[^\P{Cc}\t\r\n]/gu, ' ');

/** The file's text, for a download too. */
export function calendarText(entry: CalendarEntry): string {
  const calendar = ical({
    prodId: { company: 'Frontrow', product: 'Frontrow', language: 'EN' },
    method: entry.cancelled ? ICalCalendarMethod.CANCEL : ICalCalendarMethod.PUBLISH,
  });
  calendar.timezone({ name: null, generator: (zone) => zoneBlock(zone, entry.startsAt) });
  const event = calendar.createEvent({
    id: `${entry.eventUuid}@frontrow`,
    start: Temporal.Instant.fromEpochMilliseconds(entry.startsAt),
    end: Temporal.Instant.fromEpochMilliseconds(entry.endsAt ?? entry.startsAt + shownMs),
    timezone: entry.tz,
    sequence: entry.cancelled ? 2 : (entry.revision ?? 0),
    stamp: new Date(entry.startsAt),
    summary: textOf(entry.title),
    description: `With ${textOf(entry.host)}. Join here: ${entry.eventUrl}`,
    url: entry.eventUrl,
    location: entry.eventUrl,
    status: entry.cancelled ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
  });
  if (!entry.cancelled) event.createAlarm({ type: ICalAlarmType.display, trigger: reminderSeconds });
  // The library puts CRLF between the lines only; RFC 5545 (3.1) wants it after the last one too.
  return `${calendar.toString()}\r\n`;
}
