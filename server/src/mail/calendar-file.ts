import { isRepeatedTime } from '@frontrow/core/events/start-time.ts';
import type { EventTitle } from '@frontrow/core/events/title-in.ts';
import { domainToASCII } from 'node:url';
import { minutes, type Instant } from '@frontrow/core/kernel/instant.ts';
import { Temporal } from 'temporal-polyfill';
import ical, { ICalAlarmType, type ICalCalendar, ICalCalendarMethod, ICalEventStatus } from 'ical-generator';
import type { MailAttachment } from '../ports/mail.ts';
import { say, sayTitle } from '../i18n/say.ts';
import { zoneBlock } from './email-formats.ts';

/** Calendars show an hour for an event without a planned end. */
const shownMs = minutes(60);
const reminderSeconds = 15 * 60;

export interface CalendarEntry {
  readonly eventUuid: string;
  readonly title: EventTitle;
  readonly startsAt: Instant;
  /** The planned end, if there is one. */
  readonly endsAt?: Instant | undefined;
  readonly tz: string;
  readonly eventUrl: string;
  /** Host's username or name. */
  readonly host: string;
  /** Our sender's email address: RFC 5546 requires an organizer in every file that is published or cancels. */
  readonly organizer: string;
  readonly cancelled?: boolean;
  /** Default true. A host's feed reminds no one: its readers have no ticket. */
  readonly reminds?: boolean;
  /** Rises with each change a person is notified of, so that calendars accept the newer file. */
  readonly sequence: number;
  /** When that change happened: never in the future, and the same each time the file is created. */
  readonly changedAt: Instant;
}

/** The email address of a sender like `Frontrow <hello@example.com>`, with its domain in ASCII as URIs require. */
export function organizerOf({ mailFrom }: { readonly mailFrom: string }): string {
  const address = /<([^<>]+)>\s*$/.exec(mailFrom)?.[1] ?? mailFrom.trim();
  const at = address.lastIndexOf('@');
  return `${encodeURI(address.slice(0, at))}@${domainToASCII(address.slice(at + 1))}`;
}

/** An iCalendar file for one event, as an attachment. An event keeps its UID, so calendars replace its entry. */
export function calendarFile(entry: CalendarEntry): MailAttachment {
  const method = entry.cancelled ? ICalCalendarMethod.CANCEL : ICalCalendarMethod.PUBLISH;
  return {
    filename: 'event.ics',
    content: calendarText(entry),
    contentType: `text/calendar; charset=utf-8; method=${method}`,
  };
}

/** RFC 5545 allows no control character in a text except the tab; line ends are escaped. */
const textOf = (given: string): string => given.replaceAll(/[^\P{Cc}\t\r\n]/gu, ' ');
/** A name is a parameter, which can hold neither line ends nor double quotes. */
const nameOf = (given: string): string => given.replaceAll(/\p{Cc}+/gu, ' ').replaceAll('"', "'");

const prodId = { company: 'Frontrow', product: 'Frontrow', language: 'EN' };

/** The file's text, also used for downloads. */
export function calendarText(entry: CalendarEntry): string {
  const method = entry.cancelled ? ICalCalendarMethod.CANCEL : ICalCalendarMethod.PUBLISH;
  return textWith(ical({ prodId, method }), [entry]);
}

/** How often calendars read a feed again. Many ask only every few hours, whatever it says. */
const feedReadEverySeconds = 60 * 60;

/** A calendar that others subscribe to: cancelled events stay in it as such, so that the calendar shows them struck. */
export const calendarFeedText = (name: string, entries: readonly CalendarEntry[]): string =>
  textWith(
    ical({ prodId, method: ICalCalendarMethod.PUBLISH, name: nameOf(name), ttl: feedReadEverySeconds }),
    entries,
  );

function textWith(calendar: ICalCalendar, entries: readonly CalendarEntry[]): string {
  const startsIn = (zone: string): number[] =>
    entries.filter((entry) => entry.tz === zone).map((entry) => entry.startsAt);
  calendar.timezone({
    name: null,
    generator: (zone) => zoneBlock(zone, Math.min(...startsIn(zone)), Math.max(...startsIn(zone))),
  });
  for (const entry of entries) addEvent(calendar, entry);
  // The library puts CRLF between the lines only; RFC 5545 (3.1) requires it after the last one, too.
  return `${calendar.toString()}\r\n`;
}

function addEvent(calendar: ICalCalendar, entry: CalendarEntry): void {
  const { startsAt, endsAt = startsAt + shownMs, tz } = entry;
  const event = calendar.createEvent({
    id: `${entry.eventUuid}@frontrow`,
    start: Temporal.Instant.fromEpochMilliseconds(startsAt),
    end: Temporal.Instant.fromEpochMilliseconds(endsAt),
    // RFC 5545 (3.3.5) means the first of two equal times, and some calendars the second.
    timezone: isRepeatedTime(startsAt, tz) || isRepeatedTime(endsAt, tz) ? 'UTC' : tz,
    sequence: entry.sequence,
    stamp: new Date(entry.changedAt),
    organizer: { name: nameOf(entry.host), email: entry.organizer },
    summary: textOf(sayTitle(entry.title)),
    description: say`With ${textOf(entry.host)}. Join here: ${entry.eventUrl}`,
    url: entry.eventUrl,
    location: entry.eventUrl,
    status: entry.cancelled ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
  });
  if (!entry.cancelled && entry.reminds !== false)
    event.createAlarm({ type: ICalAlarmType.display, trigger: reminderSeconds });
}
