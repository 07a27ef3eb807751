import type { MailMessage } from '../ports/mail.ts';
import { type CalendarEntry, calendarFile } from './calendar-file.ts';
import { composeMail } from './compose-mail.ts';

export interface TicketReturnedMailParts {
  /** One per ticket. */
  readonly dedupeKey: string;
  readonly to: string;
  readonly title: string;
  readonly eventUrl: string;
  /** Takes the event out of calendars. */
  readonly calendar: CalendarEntry;
}

/** Confirms to a holder that they returned their ticket. */
export const ticketReturnedMail = (parts: TicketReturnedMailParts): MailMessage =>
  composeMail({
    dedupeKey: parts.dedupeKey,
    to: parts.to,
    subject: `You returned your ticket: ${parts.title}`,
    preview: 'Your ticket is no longer valid.',
    heading: 'You returned your ticket',
    blocks: [
      { kind: 'title', text: parts.title },
      { kind: 'text', text: 'Your ticket is no longer valid, and your seat is free for someone else.' },
      { kind: 'note', text: 'If you didn’t do this, change your password and contact us.' },
      { kind: 'link', label: 'See the event page', url: parts.eventUrl },
    ],
    footer: 'You receive this email because you returned a ticket on Frontrow.',
    attachments: [calendarFile(parts.calendar)],
  });
