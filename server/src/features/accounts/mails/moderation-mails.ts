import { composeMail, inReadersLanguage } from '../../../mail/compose-mail.ts';
import { say } from '../../../i18n/say.ts';
import type { MailMessage } from '../../../ports/mail.ts';

interface ModerationMailParts {
  readonly dedupeKey: string;
  readonly to: string;
  readonly what: 'suspended' | 'restored' | 'logged_out';
  readonly reason: string;
  /** The person is a host. */
  readonly hosts: boolean;
  readonly publicUrl: string;
}

const hostText = (): string =>
  say`Your upcoming events are no longer listed, and their ticket sales have stopped. An event that was live has been cancelled and refunded. If you have an available balance, reply to this email about its payout; refunds and chargebacks may still be deducted.`;

const words = () => ({
  suspended: {
    subject: say`Your account is suspended`,
    preview: say`You can’t log in for now.`,
    text: say`We’ve suspended your Frontrow account. You’re logged out everywhere and can’t log in, buy tickets or publish events.`,
    note: say`Refunds that are due to you are still paid. If you think this is a mistake, reply to this email.`,
  },
  restored: {
    subject: say`Your account is active again`,
    preview: say`You can log in again.`,
    text: say`Your Frontrow account is no longer suspended. You can log in again.`,
    note: say`Events that we unpublished because of the suspension are listed and on sale again.`,
  },
  logged_out: {
    subject: say`We logged you out everywhere`,
    preview: say`Please log in again.`,
    text: say`We ended all sessions of your Frontrow account. Please log in again on each device.`,
    note: say`If you don’t recognize a recent login, change your password.`,
  },
});

/** Tells a person what an app admin did with the account, and why. */
export const moderationMail = inReadersLanguage(
  ({ dedupeKey, to, what, reason, hosts, publicUrl }: ModerationMailParts): MailMessage => {
    const { subject, preview, text, note } = words()[what];
    return composeMail({
      dedupeKey,
      to,
      subject,
      preview,
      heading: subject,
      blocks: [
        { kind: 'text', text },
        { kind: 'text', text: say`Reason: ${reason}` },
        ...(what === 'suspended' && hosts ? [{ kind: 'text', text: hostText() } as const] : []),
        ...(what === 'restored' && !hosts ? [] : [{ kind: 'note', text: note } as const]),
        ...(what === 'suspended' ? [] : [{ kind: 'button', label: say`Open Frontrow`, url: publicUrl } as const]),
      ],
      footer: say`You receive this email because it concerns your Frontrow account.`,
    });
  },
);
