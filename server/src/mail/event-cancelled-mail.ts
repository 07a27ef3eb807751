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
  /** Takes the event out of calendars. */
  readonly calendar: CalendarEntry;
  readonly title: string;
  readonly host: string;
  readonly startsAt: Instant;
  readonly tz: string;
  readonly eventUrl: string;
  /** Where other events are found. */
  readonly discoverUrl: string;
  readonly cause: CancelReason;
  /** False for a free ticket: there is no money to come back. */
  readonly paid: boolean;
}

/** Tells a ticket holder that the event does not take place, and takes it out of the calendar. */
export function eventCancelledMail(parts: EventCancelledMailParts): MailMessage {
  const why = {
    host: `${parts.host} had to cancel the event.`,
    no_show: `${parts.host} did not start the event.`,
    admin: 'Frontrow cancelled the event.',
  }[parts.cause];
  return composeMail({
    dedupeKey: parts.dedupeKey,
    to: parts.to,
    subject: `Cancelled: ${parts.title}`,
    preview: parts.paid ? 'You get all of your money back.' : 'The event does not take place.',
    heading: parts.cause === 'admin' ? 'This event was cancelled' : 'This one will not happen',
    blocks: [
      { kind: 'text', text: `${why} We are sorry.` },
      {
        kind: 'facts',
        rows: [
          { label: 'Event', value: parts.title },
          { label: 'When', value: formatWhen(parts.startsAt, parts.tz, parts.calendar.endsAt) },
        ],
      },
      ...(parts.paid
        ? [{ kind: 'text', text: 'You get a full refund, price and fee. There is nothing you need to do.' } as const]
        : []),
      { kind: 'button', label: 'Find another event', url: parts.discoverUrl },
    ],
    footer: 'You receive this mail because you had a ticket for this event.',
    attachments: [calendarFile(parts.calendar)],
  });
}
