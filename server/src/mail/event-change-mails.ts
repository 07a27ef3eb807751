import type { CancelReason } from '@frontrow/core/events/live-event.ts';
import type { Instant } from '@frontrow/core/kernel/instant.ts';
import type { MailMessage } from '../ports/mail.ts';
import { calendarFile, type CalendarEntry } from './calendar-file.ts';
import { composeMail } from './compose-mail.ts';
import { formatWhen } from './email-formats.ts';

export interface EventCancelledMailParts {
  /** One per event and holder: `cancelled:<event uuid>:<account id>`. */
  readonly dedupeKey: string;
  readonly to: string;
  /** Removes the event from calendars. */
  readonly calendar: CalendarEntry;
  readonly title: string;
  readonly host: string;
  readonly startsAt: Instant;
  readonly tz: string;
  readonly eventUrl: string;
  /** The page that lists other events. */
  readonly discoverUrl: string;
  readonly cause: CancelReason;
  /** False for a free ticket, which has nothing to refund. */
  readonly paid: boolean;
}

/** Notifies a ticket holder that the event was cancelled, and removes it from the calendar. */
export function eventCancelledMail(parts: EventCancelledMailParts): MailMessage {
  const why = {
    host: `${parts.host} had to cancel the event.`,
    no_show: `${parts.host} didn’t start the event.`,
    admin: 'Frontrow cancelled the event.',
  }[parts.cause];
  return composeMail({
    dedupeKey: parts.dedupeKey,
    to: parts.to,
    subject: `Cancelled: ${parts.title}`,
    preview: parts.paid ? 'You’ll get a full refund.' : 'The event was cancelled.',
    heading: 'This event was cancelled',
    blocks: [
      { kind: 'text', text: `${why} We’re sorry.` },
      {
        kind: 'facts',
        rows: [
          { label: 'Event', value: parts.title },
          { label: 'When', value: formatWhen(parts.startsAt, parts.tz, parts.calendar.endsAt) },
        ],
      },
      ...(parts.paid
        ? [
            {
              kind: 'text',
              text: 'You’ll get a full refund, including the fee. There is nothing you need to do.',
            } as const,
          ]
        : []),
      { kind: 'button', label: 'Find another event', url: parts.discoverUrl },
    ],
    footer: 'You received this email because you had a ticket for this event.',
    attachments: [calendarFile(parts.calendar)],
  });
}

export interface EventMovedMailParts {
  /** One per event, new start and holder. */
  readonly dedupeKey: string;
  readonly to: string;
  readonly calendar: CalendarEntry;
  readonly title: string;
  readonly host: string;
  readonly oldStartsAt: Instant;
  /** The new start. */
  readonly startsAt: Instant;
  readonly tz: string;
  readonly eventUrl: string;
  readonly paid: boolean;
}

/** Notifies a ticket holder of the new start, and until when a full refund is possible. */
export function eventMovedMail(parts: EventMovedMailParts): MailMessage {
  return composeMail({
    dedupeKey: parts.dedupeKey,
    to: parts.to,
    subject: `New time: ${parts.title}`,
    preview: formatWhen(parts.startsAt, parts.tz),
    heading: 'Your event has a new time',
    blocks: [
      { kind: 'text', text: `${parts.host} rescheduled “${parts.title}”. Your ticket is still valid.` },
      {
        kind: 'facts',
        rows: [
          { label: 'New time', value: formatWhen(parts.startsAt, parts.tz, parts.calendar.endsAt) },
          { label: 'Old time', value: formatWhen(parts.oldStartsAt, parts.tz) },
        ],
      },
      ...(parts.paid
        ? [
            {
              kind: 'text',
              text:
                'If the new time doesn’t work for you, ' +
                'you can get a full refund until 24 hours before the new start.',
            } as const,
          ]
        : []),
      { kind: 'button', label: 'See the event', url: parts.eventUrl },
    ],
    footer: 'You received this email because you have a ticket for this event.',
    attachments: [calendarFile(parts.calendar)],
  });
}

interface EventMailParts {
  readonly dedupeKey: string;
  readonly to: string;
  readonly title: string;
  readonly startsAt: Instant;
  readonly tz: string;
  readonly eventUrl: string;
}

/** Tells a ticket holder that an event is off sale, that the ticket stays valid, and how to return it. */
export const eventUnpublishedMail = (parts: EventMailParts & { readonly paid: boolean }): MailMessage =>
  composeMail({
    dedupeKey: parts.dedupeKey,
    to: parts.to,
    subject: `No longer on sale: ${parts.title}`,
    preview: 'Your ticket is still valid.',
    heading: 'This event is no longer on sale',
    blocks: [
      { kind: 'title', text: parts.title },
      { kind: 'facts', rows: [{ label: 'When', value: formatWhen(parts.startsAt, parts.tz) }] },
      {
        kind: 'text',
        text: 'We’ve taken this event off our pages while we look into it. Your ticket is still valid. If the event doesn’t take place, we’ll let you know and return your money automatically.',
      },
      {
        kind: 'text',
        text: parts.paid
          ? 'If you’d rather not wait, you can get a full refund, including fees, until the event goes live. Open your ticket and choose “Refund”.'
          : 'If you’d rather not wait, you can return your ticket until the event goes live.',
      },
      { kind: 'button', label: 'See the event', url: parts.eventUrl },
    ],
    footer: 'You receive this email because you have a ticket for this event.',
  });

/** Tells a host that an event was unpublished, and why; or that it is published again. */
export const hostUnpublishedMail = (
  parts: EventMailParts & {
    /** Undefined if it is published again. */
    readonly reason: string | undefined;
  },
): MailMessage =>
  composeMail({
    dedupeKey: parts.dedupeKey,
    to: parts.to,
    subject:
      parts.reason === undefined ? `Published again: ${parts.title}` : `We unpublished your event: ${parts.title}`,
    preview:
      parts.reason === undefined
        ? 'It is listed and on sale again.'
        : 'It is no longer listed, and sales have stopped.',
    heading: parts.reason === undefined ? 'Your event is published again' : 'Your event is unpublished',
    blocks: [
      { kind: 'title', text: parts.title },
      ...(parts.reason === undefined
        ? [{ kind: 'text', text: 'It is listed again, and tickets are on sale.' } as const]
        : [
            {
              kind: 'text',
              text: 'It is no longer listed, and ticket sales have stopped. Tickets you’ve sold stay valid, and their holders can get a refund until the event goes live.',
            } as const,
            { kind: 'text', text: `Reason: ${parts.reason}` } as const,
            { kind: 'note', text: 'If you think this is a mistake, reply to this email.' } as const,
          ]),
      { kind: 'button', label: 'See the event', url: parts.eventUrl },
    ],
    footer: 'You receive this email because you host this event.',
  });

/** One of the dates of a series that were changed together. */
export interface ChangedDate {
  readonly startsAt: Instant;
  /** Before it was moved. */
  readonly oldStartsAt: Instant;
  readonly tz: string;
  readonly calendar: CalendarEntry;
  /** The holder's link to this date; of cancelled dates, the page that lists other events. */
  readonly eventUrl: string;
}

export interface SeriesDatesMailParts {
  /** One per step and holder. */
  readonly dedupeKey: string;
  readonly what: 'moved' | 'cancelled';
  readonly to: string;
  readonly title: string;
  readonly host: string;
  readonly paid: boolean;
  readonly dates: readonly ChangedDate[];
}

/** Notifies a person with tickets for several dates of a series that these were moved or cancelled, in one email. */
export function seriesDatesMail({ what, dates, ...parts }: SeriesDatesMailParts): MailMessage {
  const moved = what === 'moved';
  const count = dates.length;
  const refund = moved
    ? 'If a new time doesn’t work for you, you can get a full refund for it until 24 hours before the new start.'
    : 'You’ll get a full refund for each of them, including the fee. There is nothing you need to do.';
  return composeMail({
    dedupeKey: parts.dedupeKey,
    to: parts.to,
    subject: `${moved ? 'New times' : 'Cancelled'}: ${parts.title}, ${count} dates`,
    preview: moved ? 'Your tickets are still valid.' : `${parts.host} cancelled ${count} dates.`,
    heading: moved ? `${count} of your dates have new times` : `${count} of your dates were cancelled`,
    blocks: [
      {
        kind: 'text',
        text: moved
          ? `${parts.host} rescheduled dates of “${parts.title}”. Your tickets are still valid.`
          : `${parts.host} had to cancel dates of “${parts.title}”. We’re sorry.`,
      },
      {
        kind: 'facts',
        rows: dates.map(({ startsAt, oldStartsAt, tz, calendar }) => ({
          label: moved ? `Instead of ${formatWhen(oldStartsAt, tz)}` : 'Cancelled',
          value: formatWhen(startsAt, tz, calendar.endsAt),
        })),
      },
      ...(parts.paid ? [{ kind: 'text', text: refund } as const] : []),
      ...(moved
        ? dates.map(
            ({ startsAt, tz, eventUrl }) => ({ kind: 'link', label: formatWhen(startsAt, tz), url: eventUrl }) as const,
          )
        : [{ kind: 'button', label: 'Find another event', url: dates[0]!.eventUrl } as const]),
    ],
    footer: `You received this email because you ${moved ? 'have' : 'had'} tickets for these dates.`,
    attachments: dates.map(({ calendar }, index) => ({
      ...calendarFile(calendar),
      filename: `event-${index + 1}.ics`,
    })),
  });
}
