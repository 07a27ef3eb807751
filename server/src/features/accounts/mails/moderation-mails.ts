import { composeMail } from '../../../mail/compose-mail.ts';
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

const hostText = [
  'Your upcoming events are no longer listed, and their ticket sales have stopped.',
  'An event that was live has been cancelled and refunded.',
].join(' ');

const words = {
  suspended: {
    subject: 'Your account is suspended',
    preview: 'You can’t log in for now.',
    text: 'We’ve suspended your Frontrow account. You’re logged out everywhere and can’t log in, buy tickets or publish events.',
    note: 'Refunds that are due to you are still paid. If you think this is a mistake, reply to this email.',
  },
  restored: {
    subject: 'Your account is active again',
    preview: 'You can log in again.',
    text: 'Your Frontrow account is no longer suspended. You can log in again.',
    note: 'Events that we unpublished because of the suspension are listed and on sale again.',
  },
  logged_out: {
    subject: 'We logged you out everywhere',
    preview: 'Please log in again.',
    text: 'We ended all sessions of your Frontrow account. Please log in again on each device.',
    note: 'If you don’t recognize a recent login, change your password.',
  },
} as const;

/** Tells a person what an app admin did with the account, and why. */
export function moderationMail({ dedupeKey, to, what, reason, hosts, publicUrl }: ModerationMailParts): MailMessage {
  const { subject, preview, text, note } = words[what];
  return composeMail({
    dedupeKey,
    to,
    subject,
    preview,
    heading: subject,
    blocks: [
      { kind: 'text', text },
      { kind: 'text', text: `Reason: ${reason}` },
      ...(what === 'suspended' && hosts ? [{ kind: 'text', text: hostText } as const] : []),
      ...(what === 'restored' && !hosts ? [] : [{ kind: 'note', text: note } as const]),
      ...(what === 'suspended' ? [] : [{ kind: 'button', label: 'Open Frontrow', url: publicUrl } as const]),
    ],
    footer: 'You receive this email because it concerns your Frontrow account.',
  });
}
