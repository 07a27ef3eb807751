import type { Instant } from '@frontrow/core/kernel/instant.ts';
import type { MailMessage } from '../ports/mail.ts';
import { type CalendarEntry, calendarFile } from './calendar-file.ts';
import { composeMail } from './compose-mail.ts';
import { formatWhen } from './email-formats.ts';

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
