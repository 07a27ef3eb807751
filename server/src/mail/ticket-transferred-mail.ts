import type { MailMessage } from '../ports/mail.ts';
import { type CalendarEntry, calendarFile } from './calendar-file.ts';
import { composeMail } from './compose-mail.ts';

interface TicketTransferredMailParts {
  readonly dedupeKey: string;
  readonly to: string;
  readonly title: string;
  readonly paid: boolean;
  readonly eventUrl: string;
  /** Takes the event out of calendars. */
  readonly calendar: CalendarEntry;
}

/** Tells who passed a ticket on that it is void now, and where the money of a refund would go. */
export function ticketTransferredMail(parts: TicketTransferredMailParts): MailMessage {
  const { dedupeKey, to, title, paid, eventUrl } = parts;
  return composeMail({
    dedupeKey,
    to,
    subject: `You passed your ticket on: ${title}`,
    preview: 'Your ticket and its code are void now.',
    heading: 'Your ticket has a new holder',
    blocks: [
      { kind: 'title', text: title },
      {
        kind: 'text',
        text: 'Your ticket and its code are void now. The new holder got a mail with another one, and it cannot be undone.',
      },
      ...(paid
        ? [
            {
              kind: 'text',
              text: 'Should the ticket be refunded, the money goes back to who paid for it, and we tell you.',
            } as const,
          ]
        : []),
      { kind: 'note', text: 'Was this not you? Change your password now, and write to us.' },
      { kind: 'link', label: 'See the event page', url: eventUrl },
    ],
    footer: 'You receive this mail because a Frontrow ticket was passed on from this address.',
    attachments: [calendarFile(parts.calendar)],
  });
}
