import type { CancelReason } from '@frontrow/core/events/live-event.ts';
import type { Instant } from '@frontrow/core/kernel/instant.ts';
import type { MailMessage } from '../ports/mail.ts';
import { type CalendarEntry, calendarFile } from './calendar-file.ts';
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
