import type { MailMessage } from '../ports/mail.ts';
import { type CalendarEntry, calendarFile } from './calendar-file.ts';
import { composeMail } from './compose-mail.ts';

export interface ReceivedTicketRefundedMailParts {
  readonly dedupeKey: string;
  readonly to: string;
  readonly title: string;
  readonly eventUrl: string;
  /** Takes the event out of calendars. */
  readonly calendar: CalendarEntry | undefined;
}

/** Tells the holder of a ticket that somebody else paid for: it is void, and where its money went. */
export function receivedTicketRefundedMail(parts: ReceivedTicketRefundedMailParts): MailMessage {
  const { dedupeKey, to, title, eventUrl } = parts;
  return composeMail({
    dedupeKey,
    to,
    subject: `Your ticket was refunded: ${title}`,
    preview: 'Its money went back to who paid for it.',
    heading: 'Your ticket was refunded',
    blocks: [
      { kind: 'title', text: title },
      {
        kind: 'text',
        text: 'This ticket was passed on to you. It is no longer valid, and its money went back to who paid for it.',
      },
      { kind: 'link', label: 'See the event page', url: eventUrl },
    ],
    footer: 'You receive this mail because a Frontrow ticket was passed on to this address.',
    ...(parts.calendar && { attachments: [calendarFile(parts.calendar)] }),
  });
}
