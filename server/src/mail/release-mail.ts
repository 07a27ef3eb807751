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
  /** What the host has after it; negative where refunds of earlier events took more. */
  readonly availableMinor: Minor;
  readonly currency: Currency;
  readonly balanceUrl: string;
}

/** Tells a host that the money of an event is available. */
export function releaseMail(parts: ReleaseMailParts): MailMessage {
  const amount = formatMoney(parts.amountMinor, parts.currency);
  return composeMail({
    dedupeKey: parts.dedupeKey,
    to: parts.to,
    subject: `${amount} available: ${parts.title}`,
    preview: `The money of ${parts.title} is in your balance.`,
    heading: 'Your money is available',
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
        text: 'Money of an event becomes available 3 days after its end. A later refund is taken from your balance.',
      },
      { kind: 'link', label: 'See your balance', url: parts.balanceUrl },
    ],
    footer: 'You receive this mail because you host events on Frontrow.',
  });
}
