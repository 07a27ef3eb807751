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

/** Tells a ticket holder the new start, and until when the ticket can be given back for all of its money. */
export function eventMovedMail(parts: EventMovedMailParts): MailMessage {
  return composeMail({
    dedupeKey: parts.dedupeKey,
    to: parts.to,
    subject: `New time: ${parts.title}`,
    preview: formatWhen(parts.startsAt, parts.tz),
    heading: 'There is a new time',
    blocks: [
      { kind: 'text', text: `${parts.host} moved “${parts.title}”. Your ticket stays valid.` },
      {
        kind: 'facts',
        rows: [
          { label: 'New time', value: formatWhen(parts.startsAt, parts.tz, parts.calendar.endsAt) },
          { label: 'Before', value: formatWhen(parts.oldStartsAt, parts.tz) },
        ],
      },
      ...(parts.paid
        ? [
            {
              kind: 'text',
              text:
                'If the new time does not suit you, ' +
                'you can have all of your money back until 24 hours before the new start.',
            } as const,
          ]
        : []),
      { kind: 'button', label: 'See the event', url: parts.eventUrl },
    ],
    footer: 'You receive this mail because you have a ticket for this event.',
    attachments: [calendarFile(parts.calendar)],
  });
}
