import type { MailMessage } from '../ports/mail.ts';
import { type CalendarEntry, calendarFile } from './calendar-file.ts';
import { composeMail } from './compose-mail.ts';

/** How it came that a ticket could not stay: the beginning of a sentence. */
export const boughtElsewhere =
  'This ticket was taken with your other account at the very moment it was joined with this one, and ' +
  'it could not move over,';

export interface SeatReturnedMailParts {
  readonly dedupeKey: string;
  readonly to: string;
  readonly title: string;
  readonly eventUrl: string;
  /** Takes the event out of calendars. */
  readonly calendar: CalendarEntry;
}

/** Tells that a free ticket of a joined account was given back. A paid one is told by the mail of its refund. */
export function seatReturnedMail({ dedupeKey, to, title, eventUrl, calendar }: SeatReturnedMailParts): MailMessage {
  return composeMail({
    dedupeKey,
    to,
    subject: `Your free ticket was given back: ${title}`,
    preview: 'It could not move to your account.',
    heading: 'One ticket was given back',
    blocks: [
      { kind: 'title', text: title },
      { kind: 'text', text: `${boughtElsewhere} so its seat is free again.` },
      { kind: 'link', label: 'See the event page', url: eventUrl },
    ],
    footer: 'You receive this mail because a Frontrow ticket was taken with this address.',
    attachments: [calendarFile(calendar)],
  });
}
