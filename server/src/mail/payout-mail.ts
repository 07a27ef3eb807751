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
    heading: 'Your money was paid out',
    text: (amount: string, account: string) =>
      `${amount} was paid to ${account}. Depending on your bank it can take a day until you see it.`,
    next: undefined,
  },
  failed: {
    subject: (amount: string) => `Your payout of ${amount} could not be made`,
    heading: 'Your payout could not be made',
    text: (amount: string, account: string) => `The bank did not take ${amount} for ${account}.`,
    next: 'Nothing is lost: the money is in your balance again. Check the account, or add another one, and ask again.',
  },
  returned: {
    subject: (amount: string) => `Your payout of ${amount} came back`,
    heading: 'Your payout came back',
    text: (amount: string, account: string) => `${amount} was paid to ${account}, and the bank there sent it back.`,
    next: 'Nothing is lost: the money is in your balance again. Add an account that takes it, and ask again.',
  },
} as const;

/** The mail of a payout that arrived, could not be made, or came back: what happened, and what to do next. */
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
        : [{ kind: 'note' as const, text: `The bank says: ${parts.reason}` }]),
      ...(next === undefined ? [] : [{ kind: 'text' as const, text: next }]),
      { kind: 'link', label: 'See your payouts', url: parts.methodsUrl },
    ],
    footer: 'You receive this mail because you host events on Frontrow.',
  });
}
