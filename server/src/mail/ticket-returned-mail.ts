import type { MailMessage } from '../ports/mail.ts';
import { type CalendarEntry, calendarFile } from './calendar-file.ts';
import { composeMail } from './compose-mail.ts';

export interface TicketReturnedMailParts {
  /** One per ticket. */
  readonly dedupeKey: string;
  readonly to: string;
  readonly title: string;
  readonly eventUrl: string;
  /** Removes the event from calendars. */
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
      { kind: 'text', text: 'Your ticket is no longer valid, and your seat is available to someone else.' },
      { kind: 'note', text: 'If you didn’t do this, change your password and contact us.' },
      { kind: 'link', label: 'See the event page', url: parts.eventUrl },
    ],
    footer: 'You received this email because you returned a ticket on Frontrow.',
    attachments: [calendarFile(parts.calendar)],
  });

/** Notifies the holder of a free ticket that it was withdrawn. */
export const ticketWithdrawnMail = (
  parts: TicketReturnedMailParts & { readonly because: 'admin' | 'token_sold' },
): MailMessage =>
  composeMail({
    dedupeKey: parts.dedupeKey,
    to: parts.to,
    subject: `Your ticket is no longer valid: ${parts.title}`,
    preview: 'Your seat is available to someone else.',
    heading: 'Your ticket is no longer valid',
    blocks: [
      { kind: 'title', text: parts.title },
      {
        kind: 'text',
        text:
          parts.because === 'token_sold'
            ? 'Your wallet no longer holds the token that this event requires, so your seat is available to someone else.'
            : 'Frontrow cancelled your ticket, and your seat is available to someone else. You paid nothing for it.',
      },
      { kind: 'link', label: 'See the event page', url: parts.eventUrl },
    ],
    footer: 'You received this email because you had a ticket on Frontrow.',
    attachments: [calendarFile(parts.calendar)],
  });
