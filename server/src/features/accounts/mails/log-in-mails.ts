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
const aboutSecurity = 'You receive this mail because it is about the security of your Frontrow account.';

const ifNotYou = (doThis: string, label: string, url: string): MailBlock[] => [
  { kind: 'text', text: `If that was not you, ${doThis}.` },
  { kind: 'link', label, url },
];

/** The link for a new password. */
export const resetPasswordMail = ({ dedupeKey, to, name, url }: LinkMail): MailMessage =>
  composeMail({
    dedupeKey,
    to,
    subject: 'Choose a new password',
    preview: 'The link works once and for one hour.',
    heading: greeting(name),
    blocks: [
      {
        kind: 'text',
        text: 'You asked for a new password. Choose it on the next page; you are then logged out everywhere else.',
      },
      { kind: 'button', label: 'Choose a new password', url },
      { kind: 'note', text: 'The link works once and for one hour.' },
    ],
    footer: 'If you did not ask for this, do nothing: your password stays as it is.',
  });

/** The link that logs in without a password. */
export const magicLinkMail = ({ dedupeKey, to, name, url }: LinkMail): MailMessage =>
  composeMail({
    dedupeKey,
    to,
    subject: 'Your log-in link',
    preview: 'The link works once and for 15 minutes.',
    heading: greeting(name),
    blocks: [
      { kind: 'text', text: 'Here is your way in, no password needed.' },
      { kind: 'button', label: 'Log in to Frontrow', url },
      { kind: 'note', text: 'The link works once and for 15 minutes.' },
    ],
    footer: 'If you did not ask for this, do nothing: nobody comes in without this mail.',
  });

/** The link that proves the new address of an account. */
export const changeEmailMail = ({ dedupeKey, to, name, url }: LinkMail): MailMessage =>
  composeMail({
    dedupeKey,
    to,
    subject: 'Confirm your new email',
    preview: 'One tap and this is the address of your account.',
    heading: greeting(name),
    blocks: [
      { kind: 'text', text: 'You want to use this address for your Frontrow account.' },
      { kind: 'button', label: 'Use this address', url },
      { kind: 'note', text: 'The link works once and for 24 hours. Until then everything stays as it is.' },
    ],
    footer: 'If you did not ask for this, do nothing.',
  });

/** Tells the present address that another one was asked for, while the owner can still prevent it. */
export const emailMovesMail = ({ dedupeKey, to, name, url }: LinkMail): MailMessage =>
  composeMail({
    dedupeKey,
    to,
    subject: 'Another email for your account',
    preview: 'Your account is about to get another address.',
    heading: greeting(name),
    blocks: [
      {
        kind: 'text',
        text:
          'Another address was asked for your Frontrow account. ' +
          'It is used as soon as the link we mailed to it is opened.',
      },
      ...ifNotYou('change your password at once, which stops it', 'Change your password', url),
    ],
    footer: aboutSecurity,
  });

/** The link that connects a social identity to the account of an address. */
export const socialLinkMail = ({ dedupeKey, to, name, handle, url }: LinkMail & { handle: string }): MailMessage =>
  composeMail({
    dedupeKey,
    to,
    subject: 'Connect Instagram to your account',
    preview: 'The link works once, for one hour, in the browser where you began.',
    heading: greeting(name),
    blocks: [
      {
        kind: 'text',
        text:
          `Somebody${handle ? `, known on Instagram as ${handle},` : ''} continued with Instagram and gave ` +
          'this address, which has a Frontrow account already. ' +
          'If that was you, connect the two: you can then log in with Instagram.',
      },
      { kind: 'button', label: 'Connect Instagram', url },
      { kind: 'note', text: 'The link works once, for one hour, and only in the browser where you began.' },
    ],
    footer: 'If that was not you, do nothing: nobody comes in without this mail.',
  });

/** Tells the owner that a social identity can log in to the account now. */
export const socialConnectedMail = ({ dedupeKey, to, name, url }: LinkMail): MailMessage =>
  composeMail({
    dedupeKey,
    to,
    subject: 'Instagram is connected',
    preview: 'It logs in to your account from now on.',
    heading: greeting(name),
    blocks: [
      {
        kind: 'text',
        text:
          'An Instagram account was connected to your Frontrow account just now: ' +
          'whoever has it can log in with it.',
      },
      ...ifNotYou('disconnect it and change your password at once', 'Go to your profile', url),
    ],
    footer: aboutSecurity,
  });

/** Tells the owner that two-step log-in was turned on or off. */
export const secondFactorMail = ({ dedupeKey, to, name, url, on }: LinkMail & { on: boolean }): MailMessage =>
  composeMail({
    dedupeKey,
    to,
    subject: `Two-step log-in is ${on ? 'on' : 'off'}`,
    preview: on ? 'Log-ins ask for a code now.' : 'Log-ins ask for no code any more.',
    heading: greeting(name),
    blocks: [
      {
        kind: 'text',
        text: on
          ? 'From now on a log-in to your Frontrow account asks for a code of your authenticator app. ' +
            'Keep the recovery codes in a safe place.'
          : 'A log-in to your Frontrow account asks for no code any more.',
      },
      ...ifNotYou('change your password at once', 'Change your password', url),
    ],
    footer: aboutSecurity,
  });

/** Tells the owner that the password was changed. */
export const passwordChangedMail = ({ dedupeKey, to, name, url }: LinkMail): MailMessage =>
  composeMail({
    dedupeKey,
    to,
    subject: 'Your password was changed',
    preview: 'You are logged out everywhere else.',
    heading: greeting(name),
    blocks: [
      {
        kind: 'text',
        text: 'The password of your Frontrow account was changed just now, and every other session was ended.',
      },
      ...ifNotYou(
        'press “Forgot your password?” on the log-in page and choose a new one at once',
        'Go to the log-in page',
        url,
      ),
    ],
    footer: aboutSecurity,
  });
