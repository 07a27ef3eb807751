import type { MailMessage } from '../ports/mail.ts';
import { type CalendarEntry, calendarFile } from './calendar-file.ts';
import { composeMail } from './compose-mail.ts';

/** Why a ticket could not be kept: the beginning of a sentence. */
export const boughtElsewhere =
  'You got this ticket with your other account while we were merging it into this one, ' +
  'so the ticket could not be moved';

export interface SeatReturnedMailParts {
  readonly dedupeKey: string;
  readonly to: string;
  readonly title: string;
  readonly eventUrl: string;
  /** Removes the event from calendars. */
  readonly calendar: CalendarEntry;
}

/** Notifies the owner that a free ticket of a merged account was cancelled. A paid one has the refund's email. */
export function seatReturnedMail({ dedupeKey, to, title, eventUrl, calendar }: SeatReturnedMailParts): MailMessage {
  return composeMail({
    dedupeKey,
    to,
    subject: `Your free ticket was cancelled: ${title}`,
    preview: 'It could not be moved to your account.',
    heading: 'Your free ticket was cancelled',
    blocks: [
      { kind: 'title', text: title },
      { kind: 'text', text: `${boughtElsewhere}. Its seat is available again.` },
      { kind: 'link', label: 'See the event page', url: eventUrl },
    ],
    footer: 'You received this email because a Frontrow ticket was booked with this email address.',
    attachments: [calendarFile(calendar)],
  });
}
