import type { Currency, Minor } from '@frontrow/core/kernel/money.ts';
import type { MailMessage } from '../ports/mail.ts';
import { composeMail } from './compose-mail.ts';
import { formatMoney } from './email-formats.ts';

export interface HostRefundMailParts {
  readonly dedupeKey: string;
  readonly to: string;
  readonly title: string;
  readonly eventUrl: string;
  /** The host's share. */
  readonly priceMinor: Minor;
  readonly currency: Currency;
  /** False if the buyer keeps the ticket. */
  readonly ticketVoided: boolean;
}

/** Notifies the host that Frontrow refunded a buyer by hand. */
export function hostRefundMail(parts: HostRefundMailParts): MailMessage {
  const part = formatMoney(parts.priceMinor, parts.currency);
  return composeMail({
    dedupeKey: parts.dedupeKey,
    to: parts.to,
    subject: `A buyer was refunded: ${parts.title}`,
    preview: `${part} of the price was refunded.`,
    heading: 'A buyer was refunded',
    blocks: [
      { kind: 'title', text: parts.title },
      {
        kind: 'text',
        text:
          `Frontrow refunded ${part} of the price to a buyer. It is deducted from your earnings for this event. ` +
          (parts.ticketVoided ? 'The seat is available again.' : 'The buyer keeps the ticket.'),
      },
      { kind: 'link', label: 'See the event page', url: parts.eventUrl },
    ],
    footer: 'You received this email because you host this event on Frontrow.',
  });
}
