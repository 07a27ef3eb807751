import type { Currency, Minor } from '@frontrow/core/kernel/money.ts';
import type { MailMessage } from '../ports/mail.ts';
import { composeMail } from './compose-mail.ts';
import { formatMoney } from './email-formats.ts';

export interface ReleaseMailParts {
  /** `release:<event>`: one per event. */
  readonly dedupeKey: string;
  readonly to: string;
  readonly title: string;
  readonly amountMinor: Minor;
  /** The host's balance after it; negative if refunds of earlier events exceeded it. */
  readonly availableMinor: Minor;
  readonly currency: Currency;
  readonly balanceUrl: string;
}

/** Notifies a host that the earnings of an event are available. */
export function releaseMail(parts: ReleaseMailParts): MailMessage {
  const amount = formatMoney(parts.amountMinor, parts.currency);
  return composeMail({
    dedupeKey: parts.dedupeKey,
    to: parts.to,
    subject: `${amount} available: ${parts.title}`,
    preview: `Your earnings from ${parts.title} are in your balance.`,
    heading: 'Your earnings are available',
    blocks: [
      { kind: 'title', text: parts.title },
      {
        kind: 'prices',
        rows: [
          { label: 'From this event', value: amount },
          { label: 'Available now', value: formatMoney(parts.availableMinor, parts.currency) },
        ],
      },
      {
        kind: 'note',
        text: 'Earnings become available 3 days after an event ends. Later refunds are deducted from your balance.',
      },
      { kind: 'link', label: 'See your balance', url: parts.balanceUrl },
    ],
    footer: 'You received this email because you host events on Frontrow.',
  });
}
