import type { Currency, Minor } from '@frontrow/core/kernel/money.ts';
import type { MailMessage } from '../ports/mail.ts';
import { composeMail } from './compose-mail.ts';
import { formatMoney } from './email-formats.ts';

export interface PayoutMailParts {
  readonly dedupeKey: string;
  readonly to: string;
  readonly state: 'paid' | 'failed' | 'returned';
  readonly amountMinor: Minor;
  readonly currency: Currency;
  /** Masked. */
  readonly account: string;
  /** The bank's words. */
  readonly reason: string | undefined;
  readonly methodsUrl: string;
}

const words = {
  paid: {
    subject: (amount: string) => `Your payout of ${amount} was paid`,
    heading: 'Your payout was paid',
    text: (amount: string, account: string) =>
      `We paid ${amount} to ${account}. Depending on your bank, it can take a day to appear.`,
    next: undefined,
  },
  failed: {
    subject: (amount: string) => `Your payout of ${amount} failed`,
    heading: 'Your payout failed',
    text: (amount: string, account: string) => `The bank rejected the transfer of ${amount} to ${account}.`,
    next: 'The amount is back in your balance. Check the account details or add another account, then request it again.',
  },
  returned: {
    subject: (amount: string) => `Your payout of ${amount} was returned`,
    heading: 'Your payout was returned',
    text: (amount: string, account: string) => `We paid ${amount} to ${account}, but the receiving bank returned it.`,
    next: 'The amount is back in your balance. Add an account that accepts it, then request it again.',
  },
} as const;

/** The email about a payout that was paid, failed, or was returned: what happened, and what to do next. */
export function payoutMail(parts: PayoutMailParts): MailMessage {
  const amount = formatMoney(parts.amountMinor, parts.currency);
  const { subject, heading, text, next } = words[parts.state];
  const what = text(amount, parts.account);
  return composeMail({
    dedupeKey: parts.dedupeKey,
    to: parts.to,
    subject: subject(amount),
    preview: what,
    heading,
    blocks: [
      { kind: 'text', text: what },
      { kind: 'prices', rows: [{ label: 'Payout', value: amount }] },
      ...(parts.reason === undefined || parts.state === 'paid'
        ? []
        : [{ kind: 'note' as const, text: `The bank’s reason: ${parts.reason}` }]),
      ...(next === undefined ? [] : [{ kind: 'text' as const, text: next }]),
      { kind: 'link', label: 'See your payouts', url: parts.methodsUrl },
    ],
    footer: 'You received this email because you host events on Frontrow.',
  });
}
