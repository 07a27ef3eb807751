import { composeMail } from '../../../mail/compose-mail.ts';
import type { MailBlock } from '../../../mail/email-blocks.ts';
import type { MailMessage } from '../../../ports/mail.ts';

interface LinkMail {
  readonly dedupeKey: string;
  readonly to: string;
  readonly name: string;
  readonly url: string;
}

const greeting = (name: string): string => (name ? `Hello ${name}` : 'Hello');
const aboutSecurity = 'You received this email because it concerns the security of your Frontrow account.';

const ifNotYou = (doThis: string, label: string, url: string): MailBlock[] => [
  { kind: 'text', text: `If this wasn’t you, ${doThis}.` },
  { kind: 'link', label, url },
];

/** The link for a new password. */
export const resetPasswordMail = ({ dedupeKey, to, name, url }: LinkMail): MailMessage =>
  composeMail({
    dedupeKey,
    to,
    subject: 'Reset your password',
    preview: 'The link works once, for one hour.',
    heading: greeting(name),
    blocks: [
      {
        kind: 'text',
        text: 'You asked to reset your password. Choosing a new one logs you out on all other devices.',
      },
      { kind: 'button', label: 'Choose a new password', url },
      { kind: 'note', text: 'The link works once, for one hour.' },
    ],
    footer: 'If you didn’t ask for this, ignore this email. Your password won’t change.',
  });

/** The link that logs in without a password. */
export const magicLinkMail = ({ dedupeKey, to, name, url }: LinkMail): MailMessage =>
  composeMail({
    dedupeKey,
    to,
    subject: 'Your login link',
    preview: 'The link works once, for 15 minutes.',
    heading: greeting(name),
    blocks: [
      { kind: 'text', text: 'Use this link to log in without a password.' },
      { kind: 'button', label: 'Log in to Frontrow', url },
      { kind: 'note', text: 'The link works once, for 15 minutes.' },
    ],
    footer: 'If you didn’t ask for this, ignore this email. No one can log in without it.',
  });

/** The link that verifies the new email address of an account. */
export const changeEmailMail = ({ dedupeKey, to, name, url }: LinkMail): MailMessage =>
  composeMail({
    dedupeKey,
    to,
    subject: 'Confirm your new email address',
    preview: 'One tap makes this the email address of your account.',
    heading: greeting(name),
    blocks: [
      { kind: 'text', text: 'You asked to use this email address for your Frontrow account.' },
      { kind: 'button', label: 'Use this email address', url },
      { kind: 'note', text: 'The link works once, for 24 hours. Nothing changes until you use it.' },
    ],
    footer: 'If you didn’t ask for this, ignore this email.',
  });

/** Warns the current email address of a requested change while the owner can still prevent it. */
export const emailMovesMail = ({ dedupeKey, to, name, url }: LinkMail): MailMessage =>
  composeMail({
    dedupeKey,
    to,
    subject: 'Your email address is about to change',
    preview: 'Someone asked to change the email address of your account.',
    heading: greeting(name),
    blocks: [
      {
        kind: 'text',
        text:
          'Someone asked to change the email address of your Frontrow account. ' +
          'The change takes effect when the link we sent to the new address is opened.',
      },
      ...ifNotYou('change your password now to stop it', 'Change your password', url),
    ],
    footer: aboutSecurity,
  });

const article = (word: string): string => (/^[aeio]/i.test(word) ? 'An' : 'A');

/** The link that connects a social identity to the account of an address. */
export const socialLinkMail = ({
  dedupeKey,
  to,
  name,
  handle,
  provider,
  url,
}: LinkMail & { handle: string; provider: string }): MailMessage =>
  composeMail({
    dedupeKey,
    to,
    subject: `Connect ${provider} to your account`,
    preview: 'The link works once, for one hour, in the browser where you started.',
    heading: greeting(name),
    blocks: [
      {
        kind: 'text',
        text:
          `Someone${handle ? ` (${handle} on ${provider})` : ''} continued with ${provider} and entered this email ` +
          'address, which already has a Frontrow account. ' +
          `If it was you, connect the two so that you can log in with ${provider}.`,
      },
      { kind: 'button', label: `Connect ${provider}`, url },
      { kind: 'note', text: 'The link works once, for one hour, and only in the browser where you started.' },
    ],
    footer: 'If it wasn’t you, ignore this email. No one can log in without it.',
  });

/** Notifies the owner that a social identity can now log in to the account. */
export const socialConnectedMail = ({
  dedupeKey,
  to,
  name,
  provider,
  url,
}: LinkMail & { provider: string }): MailMessage =>
  composeMail({
    dedupeKey,
    to,
    subject: `${provider} is connected`,
    preview: `You can now log in with ${provider}.`,
    heading: greeting(name),
    blocks: [
      {
        kind: 'text',
        text: `${article(provider)} ${provider} account was just connected to your Frontrow account. Anyone with access to it can log in.`,
      },
      ...ifNotYou('disconnect it and change your password now', 'Go to your profile', url),
    ],
    footer: aboutSecurity,
  });

/** Notifies the owner that two-step login was turned on or off. */
export const secondFactorMail = ({ dedupeKey, to, name, url, on }: LinkMail & { on: boolean }): MailMessage =>
  composeMail({
    dedupeKey,
    to,
    subject: `Two-step login is ${on ? 'on' : 'off'}`,
    preview: on ? 'You now need a code to log in.' : 'You no longer need a code to log in.',
    heading: greeting(name),
    blocks: [
      {
        kind: 'text',
        text: on
          ? 'From now on you need a code from your authenticator app to log in to Frontrow. ' +
            'Keep your recovery codes in a safe place.'
          : 'You no longer need a code to log in to Frontrow.',
      },
      ...ifNotYou('change your password now', 'Change your password', url),
    ],
    footer: aboutSecurity,
  });

/** Notifies the owner that the password was changed. */
export const passwordChangedMail = ({ dedupeKey, to, name, url }: LinkMail): MailMessage =>
  composeMail({
    dedupeKey,
    to,
    subject: 'Your password was changed',
    preview: 'You were logged out on all other devices.',
    heading: greeting(name),
    blocks: [
      {
        kind: 'text',
        text: 'Your Frontrow password was just changed, and you were logged out on all other devices.',
      },
      ...ifNotYou('choose “Forgot your password?” on the login page and reset it now', 'Go to the login page', url),
    ],
    footer: aboutSecurity,
  });
