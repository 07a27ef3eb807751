import { cutText } from '@frontrow/core/kernel/cut-text.ts';
import type { Currency, Minor } from '@frontrow/core/kernel/money.ts';
import type { MailMessage } from '../ports/mail.ts';
import { type CalendarEntry, calendarFile } from './calendar-file.ts';
import { composeMail } from './compose-mail.ts';
import { formatMoney } from './email-formats.ts';

export interface DisputeMailParts {
  readonly dedupeKey: string;
  readonly to: string;
  readonly title: string;
  readonly eventUrl: string;
  readonly currency: Currency;
  /** What the bank asked back, or took. */
  readonly amountMinor: Minor;
  /** The host's part of it. */
  readonly priceMinor: Minor;
  readonly now: 'open' | 'won' | 'lost';
  /** The event in the calendar of the ticket's holder, or out of it. */
  readonly calendar?: CalendarEntry | undefined;
}

interface Words {
  readonly subject: string;
  readonly heading: string;
  readonly text: string;
}

/** What a dispute means to the host. */
export function hostDisputeMail(parts: DisputeMailParts): MailMessage {
  const part = formatMoney(parts.priceMinor, parts.currency);
  const words: Readonly<Record<DisputeMailParts['now'], Words>> = {
    open: {
      subject: 'A payment is disputed',
      heading: 'A payment is disputed',
      text:
        `The bank of a buyer asks a payment back. Until it decides, your part of it, ${part}, is frozen, and the ` +
        'ticket is not valid. We answer the bank; you need not do anything.',
    },
    won: {
      subject: 'The dispute was won',
      heading: 'The dispute was won',
      text: `The bank decided that the payment stands. Your part of it, ${part}, is no longer frozen.`,
    },
    lost: {
      subject: 'The dispute was lost',
      heading: 'The dispute was lost',
      text:
        `The bank gave the money back to the buyer. Your part of it, ${part}, was taken from your balance; we bear ` +
        'our fee and the costs of the dispute.',
    },
  };
  return mailOf(parts, words[parts.now], 'You receive this mail because you host this event on Frontrow.');
}

/** What a dispute means to whoever has the ticket. */
export function holderDisputeMail(parts: DisputeMailParts): MailMessage {
  const amount = formatMoney(parts.amountMinor, parts.currency);
  const words: Readonly<Record<DisputeMailParts['now'], Words>> = {
    open: {
      subject: 'Your ticket is on hold',
      heading: 'Your ticket is on hold',
      text:
        `The bank of the buyer asks ${amount} back that was paid for this ticket. Until it decides, the ticket is not ` +
        'valid, and nothing can be refunded.',
    },
    won: {
      subject: 'Your ticket is valid again',
      heading: 'Your ticket is valid again',
      text: 'The bank decided that the payment stands. It is the same ticket as before, with the same code.',
    },
    lost: {
      subject: 'Your ticket ended',
      heading: 'Your ticket ended',
      text: `The bank gave ${amount} back to the buyer, so the ticket for this event is no longer valid.`,
    },
  };
  return mailOf(
    parts,
    words[parts.now],
    'You receive this mail because a Frontrow ticket was bought with or for this address.',
  );
}

const mailOf = (
  { dedupeKey, to, title, eventUrl, calendar }: DisputeMailParts,
  words: Words,
  footer: string,
): MailMessage =>
  composeMail({
    dedupeKey,
    to,
    subject: `${words.subject}: ${title}`,
    preview: cutText(words.text, 90),
    heading: words.heading,
    blocks: [
      { kind: 'title', text: title },
      { kind: 'text', text: words.text },
      { kind: 'link', label: 'See the event page', url: eventUrl },
    ],
    footer,
    ...(calendar && { attachments: [calendarFile(calendar)] }),
  });
