import type { EventTitle } from '@frontrow/core/events/title-in.ts';
import type { Currency, Minor } from '@frontrow/core/kernel/money.ts';
import { keptSentenceIn } from '../i18n/kept-sentences.ts';
import { say, writingLanguage } from '../i18n/say.ts';
import type { MailMessage } from '../ports/mail.ts';
import { composeMail, inReadersLanguage } from './compose-mail.ts';
import { formatMoney } from './email-formats.ts';
import { subjectAbout } from './event-date.ts';

export interface PayoutMailParts {
  readonly dedupeKey: string;
  readonly to: string;
  readonly state: 'paid' | 'failed' | 'returned';
  readonly amountMinor: Minor;
  readonly currency: Currency;
  /** Masked. */
  readonly account: string;
  /** The provider's words, or one of `payoutReasons`. */
  readonly reason: string | undefined;
  readonly methodsUrl: string;
}

const words = () => ({
  paid: {
    subject: (amount: string) => say`Your payout of ${amount} was paid`,
    heading: say`Your payout was paid`,
    text: (amount: string, account: string) =>
      say`We paid ${amount} to ${account}. Depending on your bank, it can take a day to appear.`,
    next: undefined,
  },
  failed: {
    subject: (amount: string) => say`Your payout of ${amount} failed`,
    heading: say`Your payout failed`,
    text: (amount: string, account: string) => say`The bank rejected the transfer of ${amount} to ${account}.`,
    next: say`The amount is back in your balance. Check the account details or add another account, then request it again.`,
  },
  returned: {
    subject: (amount: string) => say`Your payout of ${amount} was returned`,
    heading: say`Your payout was returned`,
    text: (amount: string, account: string) =>
      say`We paid ${amount} to ${account}, but the receiving bank returned it.`,
    next: say`The amount is back in your balance. Add an account that accepts it, then request it again.`,
  },
});

/** The email about a payout that was paid, failed, or was returned: what happened, and what to do next. */
export const payoutMail = inReadersLanguage((parts: PayoutMailParts): MailMessage => {
  const amount = formatMoney(parts.amountMinor, parts.currency);
  const { subject, heading, text, next } = words()[parts.state];
  const what = text(amount, parts.account);
  return composeMail({
    dedupeKey: parts.dedupeKey,
    to: parts.to,
    subject: subject(amount),
    preview: what,
    heading,
    blocks: [
      { kind: 'text', text: what },
      { kind: 'prices', rows: [{ label: say`Payout`, value: amount }] },
      ...(parts.reason === undefined || parts.state === 'paid'
        ? []
        : [{ kind: 'note' as const, text: say`Reason: ${keptSentenceIn(parts.reason, writingLanguage())}` }]),
      ...(next === undefined ? [] : [{ kind: 'text' as const, text: next }]),
      { kind: 'link', label: say`See your payouts`, url: parts.methodsUrl },
    ],
    footer: say`You received this email because you host events on Frontrow.`,
  });
});

export interface PayoutMethodMailParts {
  readonly dedupeKey: string;
  readonly to: string;
  /** Masked. */
  readonly account: string;
  readonly holderName: string;
  readonly isNew: boolean;
  readonly publicUrl: string;
}

/** The email about a host's new payout account, and what to do if someone else chose it. */
export const payoutMethodMail = inReadersLanguage((parts: PayoutMethodMailParts): MailMessage => {
  const { account, holderName, isNew, publicUrl } = parts;
  const subject = isNew ? say`A payout account was added` : say`Your default payout account was changed`;
  return composeMail({
    dedupeKey: parts.dedupeKey,
    to: parts.to,
    subject,
    preview: say`We’ll send your payouts to ${account} from now on.`,
    heading: subject,
    blocks: [
      { kind: 'text', text: say`We’ll send your payouts to ${account} (${holderName}) from now on.` },
      {
        kind: 'text',
        text: say`If this wasn’t you, someone else has access to your account: change your password, which logs out all other devices, remove the payout account, and contact support.`,
      },
      { kind: 'button', label: say`See your payout accounts`, url: `${publicUrl}/my_influencer_payout_methods` },
      { kind: 'link', label: say`Change your password`, url: `${publicUrl}/profile` },
    ],
    footer: say`You received this email because it concerns the security of your Frontrow account.`,
  });
});

export interface ReleaseMailParts {
  /** `release:<event>`: one per event. */
  readonly dedupeKey: string;
  readonly to: string;
  readonly title: EventTitle;
  readonly amountMinor: Minor;
  /** The host's balance after it; negative if refunds of earlier events exceeded it. */
  readonly availableMinor: Minor;
  readonly currency: Currency;
  readonly balanceUrl: string;
}

/** Notifies a host that the earnings of an event are available. */
export const releaseMail = inReadersLanguage((parts: ReleaseMailParts): MailMessage => {
  const amount = formatMoney(parts.amountMinor, parts.currency);
  return composeMail({
    dedupeKey: parts.dedupeKey,
    to: parts.to,
    subject: subjectAbout(parts.title, (title) => say`${amount} available: ${title}`),
    preview: say`Your earnings from “${parts.title}” are in your balance.`,
    heading: say`Your earnings are available`,
    blocks: [
      { kind: 'title', text: parts.title },
      {
        kind: 'prices',
        rows: [
          { label: say`From this event`, value: amount },
          { label: say`Available now`, value: formatMoney(parts.availableMinor, parts.currency) },
        ],
      },
      {
        kind: 'note',
        text: say`Earnings become available 3 days after an event ends, and 15 days after each sale of a replay. Later refunds are deducted from your balance.`,
      },
      { kind: 'link', label: say`See your balance`, url: parts.balanceUrl },
    ],
    footer: say`You received this email because you host events on Frontrow.`,
  });
});
