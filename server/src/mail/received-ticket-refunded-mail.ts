import type { MailMessage } from '../ports/mail.ts';
import { type CalendarEntry, calendarFile } from './calendar-file.ts';
import { composeMail } from './compose-mail.ts';

export interface ReceivedTicketRefundedMailParts {
  readonly dedupeKey: string;
  readonly to: string;
  readonly title: string;
  readonly eventUrl: string;
  /** Removes the event from calendars. */
  readonly calendar: CalendarEntry | undefined;
}

/** Notifies the holder of a ticket that someone else paid for: it is void, and the buyer was refunded. */
export function receivedTicketRefundedMail(parts: ReceivedTicketRefundedMailParts): MailMessage {
  const { dedupeKey, to, title, eventUrl } = parts;
  return composeMail({
    dedupeKey,
    to,
    subject: `Your ticket was refunded: ${title}`,
    preview: 'The buyer was refunded.',
    heading: 'Your ticket was refunded',
    blocks: [
      { kind: 'title', text: title },
      {
        kind: 'text',
        text: 'This ticket was transferred to you. It is no longer valid, and the buyer was refunded.',
      },
      { kind: 'link', label: 'See the event page', url: eventUrl },
    ],
    footer: 'You received this email because a Frontrow ticket was transferred to this email address.',
    ...(parts.calendar && { attachments: [calendarFile(parts.calendar)] }),
  });
}
