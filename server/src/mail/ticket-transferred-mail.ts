import type { MailMessage } from '../ports/mail.ts';
import { type CalendarEntry, calendarFile } from './calendar-file.ts';
import { composeMail } from './compose-mail.ts';

interface TicketTransferredMailParts {
  readonly dedupeKey: string;
  readonly to: string;
  readonly title: string;
  readonly paid: boolean;
  readonly eventUrl: string;
  /** Removes the event from calendars. */
  readonly calendar: CalendarEntry;
}

/** Notifies the former holder of a transferred ticket that it is void, and who would get a refund. */
export function ticketTransferredMail(parts: TicketTransferredMailParts): MailMessage {
  const { dedupeKey, to, title, paid, eventUrl } = parts;
  return composeMail({
    dedupeKey,
    to,
    subject: `You transferred your ticket: ${title}`,
    preview: 'Your ticket and its code no longer work.',
    heading: 'Your ticket has a new holder',
    blocks: [
      { kind: 'title', text: title },
      {
        kind: 'text',
        text: 'Your ticket and its code no longer work. We’ve emailed the new holder their own ticket. This can’t be undone.',
      },
      ...(paid
        ? [
            {
              kind: 'text',
              text: 'If the ticket is refunded, the buyer gets the refund and we’ll email you.',
            } as const,
          ]
        : []),
      { kind: 'note', text: 'If this wasn’t you, change your password now and contact us.' },
      { kind: 'link', label: 'See the event page', url: eventUrl },
    ],
    footer: 'You received this email because a Frontrow ticket was transferred from this email address.',
    attachments: [calendarFile(parts.calendar)],
  });
}
