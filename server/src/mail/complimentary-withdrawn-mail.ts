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
  /** Takes the event out of calendars. */
  readonly calendar: CalendarEntry;
}

/** Tells the guest of a host that the complimentary ticket is valid no longer. */
export const complimentaryWithdrawnMail = (parts: ComplimentaryWithdrawnMailParts): MailMessage =>
  composeMail({
    dedupeKey: parts.dedupeKey,
    to: parts.to,
    subject: `Your ticket was withdrawn: ${parts.title}`,
    preview: `${parts.host} withdrew the complimentary ticket.`,
    heading: 'Your ticket was withdrawn',
    blocks: [
      { kind: 'title', text: parts.title },
      {
        kind: 'text',
        text: `${parts.host} withdrew the complimentary ticket for this event. It is no longer valid for entry.`,
      },
      { kind: 'link', label: 'See the event page', url: parts.eventUrl },
    ],
    footer: 'You receive this mail because a host gave this address a ticket on Frontrow.',
    attachments: [calendarFile(parts.calendar)],
  });
