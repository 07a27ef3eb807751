import type { MailMessage } from '../ports/mail.ts';
import { composeMail } from './compose-mail.ts';

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
export function payoutMethodMail(parts: PayoutMethodMailParts): MailMessage {
  const { account, holderName, isNew, publicUrl } = parts;
  const subject = isNew ? 'A payout account was added' : 'Your default payout account was changed';
  return composeMail({
    dedupeKey: parts.dedupeKey,
    to: parts.to,
    subject,
    preview: `We’ll send your payouts to ${account} from now on.`,
    heading: subject,
    blocks: [
      { kind: 'text', text: `We’ll send your payouts to ${account} (${holderName}) from now on.` },
      {
        kind: 'text',
        text:
          'If this wasn’t you, someone else has access to your account: change your password, which logs out all ' +
          'other devices, remove the payout account, and contact support.',
      },
      { kind: 'button', label: 'See your payout accounts', url: `${publicUrl}/my_influencer_payout_methods` },
      { kind: 'link', label: 'Change your password', url: `${publicUrl}/profile` },
    ],
    footer: 'You received this email because it concerns the security of your Frontrow account.',
  });
}
