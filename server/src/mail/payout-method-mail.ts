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

/** The mail of an account that a host's money goes to from now on, and what to do if somebody else chose it. */
export function payoutMethodMail(parts: PayoutMethodMailParts): MailMessage {
  const { account, holderName, isNew, publicUrl } = parts;
  const subject = isNew ? 'A payout account was added' : 'Another payout account is your default now';
  return composeMail({
    dedupeKey: parts.dedupeKey,
    to: parts.to,
    subject,
    preview: `Your payouts go to ${account} from now on.`,
    heading: subject,
    blocks: [
      { kind: 'text', text: `Your payouts go to ${account} (${holderName}) from now on.` },
      {
        kind: 'text',
        text:
          'If that was not you, somebody else is in your account: change your password, which logs everybody else out, ' +
          'remove the account, and write to support.',
      },
      { kind: 'button', label: 'See your payout accounts', url: `${publicUrl}/my_influencer_payout_methods` },
      { kind: 'link', label: 'Change your password', url: `${publicUrl}/profile` },
    ],
    footer: 'You receive this mail because it is about the security of your Frontrow account.',
  });
}
