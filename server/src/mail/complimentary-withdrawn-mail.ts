import type { MailMessage } from '../ports/mail.ts';
import { type CalendarEntry, calendarFile } from './calendar-file.ts';
import { composeMail } from './compose-mail.ts';

export interface ComplimentaryWithdrawnMailParts {
  /** One per ticket. */
  readonly dedupeKey: string;
  readonly to: string;
  readonly title: string;
  readonly host: string;
  readonly eventUrl: string;
  /** Removes the event from calendars. */
  readonly calendar: CalendarEntry;
}

/** Notifies the guest of a host that the complimentary ticket was withdrawn. */
export const complimentaryWithdrawnMail = (parts: ComplimentaryWithdrawnMailParts): MailMessage =>
  composeMail({
    dedupeKey: parts.dedupeKey,
    to: parts.to,
    subject: `Your ticket was withdrawn: ${parts.title}`,
    preview: `${parts.host} withdrew your complimentary ticket.`,
    heading: 'Your ticket was withdrawn',
    blocks: [
      { kind: 'title', text: parts.title },
      {
        kind: 'text',
        text: `${parts.host} withdrew your complimentary ticket for this event. It is no longer valid for entry.`,
      },
      { kind: 'link', label: 'See the event page', url: parts.eventUrl },
    ],
    footer: 'You received this email because a host gave you a ticket on Frontrow.',
    attachments: [calendarFile(parts.calendar)],
  });
