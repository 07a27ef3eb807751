import type { Currency, Minor } from '@frontrow/core/kernel/money.ts';
import type { MailMessage } from '../ports/mail.ts';
import { composeMail } from './compose-mail.ts';
import { formatMoney } from './email-formats.ts';

export interface HostRefundMailParts {
  readonly dedupeKey: string;
  readonly to: string;
  readonly title: string;
  readonly eventUrl: string;
  /** The host's part. */
  readonly priceMinor: Minor;
  readonly currency: Currency;
  /** False where the buyer keeps the ticket. */
  readonly ticketVoided: boolean;
}

/** Tells the host that Frontrow gave a buyer money back by hand. */
export function hostRefundMail(parts: HostRefundMailParts): MailMessage {
  const part = formatMoney(parts.priceMinor, parts.currency);
  return composeMail({
    dedupeKey: parts.dedupeKey,
    to: parts.to,
    subject: `A buyer was refunded: ${parts.title}`,
    preview: `${part} of the price went back.`,
    heading: 'A buyer was refunded',
    blocks: [
      { kind: 'title', text: parts.title },
      {
        kind: 'text',
        text:
          `Frontrow gave a buyer ${part} of the price back; it comes out of what this event earned you. ` +
          (parts.ticketVoided ? 'The seat is free again.' : 'The buyer keeps the ticket.'),
      },
      { kind: 'link', label: 'See the event page', url: parts.eventUrl },
    ],
    footer: 'You receive this mail because you host this event on Frontrow.',
  });
}
