import { composeMail, inReadersLanguage } from '../../../mail/compose-mail.ts';
import type { MailBlock } from '../../../mail/email-blocks.ts';
import { say } from '../../../i18n/say.ts';
import type { MailMessage } from '../../../ports/mail.ts';

interface LinkMail {
  readonly dedupeKey: string;
  readonly to: string;
  readonly name: string;
  readonly url: string;
}

const greeting = (name: string): string => (name ? say`Hello ${name}` : say`Hello`);
const aboutSecurity = (): string =>
  say`You received this email because it concerns the security of your Frontrow account.`;

const ifNotYou = (text: string, label: string, url: string): MailBlock[] => [
  { kind: 'text', text },
  { kind: 'link', label, url },
];

/** The link for a new password. */
export const resetPasswordMail = inReadersLanguage(({ dedupeKey, to, name, url }: LinkMail): MailMessage =>
  composeMail({
    dedupeKey,
    to,
    subject: say`Reset your password`,
    preview: say`The link works once, for one hour.`,
    heading: greeting(name),
    blocks: [
      {
        kind: 'text',
        text: say`You asked to reset your password. Choosing a new one logs you out on all other devices.`,
      },
      { kind: 'button', label: say`Choose a new password`, url },
      { kind: 'note', text: say`The link works once, for one hour.` },
    ],
    footer: say`If you didn’t ask for this, ignore this email. Your password won’t change.`,
  }),
);

/** The link that logs in without a password. */
export const magicLinkMail = inReadersLanguage(({ dedupeKey, to, name, url }: LinkMail): MailMessage =>
  composeMail({
    dedupeKey,
    to,
    subject: say`Your login link`,
    preview: say`The link works once, for 15 minutes.`,
    heading: greeting(name),
    blocks: [
      { kind: 'text', text: say`Use this link to log in without a password.` },
      { kind: 'button', label: say`Log in to Frontrow`, url },
      { kind: 'note', text: say`The link works once, for 15 minutes.` },
    ],
    footer: say`If you didn’t ask for this, ignore this email. No one can log in without it.`,
  }),
);

/** The link that verifies the new email address of an account. */
export const changeEmailMail = inReadersLanguage(({ dedupeKey, to, name, url }: LinkMail): MailMessage =>
  composeMail({
    dedupeKey,
    to,
    subject: say`Confirm your new email address`,
    preview: say`One tap makes this the email address of your account.`,
    heading: greeting(name),
    blocks: [
      { kind: 'text', text: say`You asked to use this email address for your Frontrow account.` },
      { kind: 'button', label: say`Use this email address`, url },
      { kind: 'note', text: say`The link works once, for 24 hours. Nothing changes until you use it.` },
    ],
    footer: say`If you didn’t ask for this, ignore this email.`,
  }),
);

/** Warns the current email address of a requested change while the owner can still prevent it. */
export const emailMovesMail = inReadersLanguage(({ dedupeKey, to, name, url }: LinkMail): MailMessage =>
  composeMail({
    dedupeKey,
    to,
    subject: say`Your email address is about to change`,
    preview: say`Someone asked to change the email address of your account.`,
    heading: greeting(name),
    blocks: [
      {
        kind: 'text',
        text: say`Someone asked to change the email address of your Frontrow account. The change takes effect when the link we sent to the new address is opened.`,
      },
      ...ifNotYou(say`If this wasn’t you, change your password now to stop it.`, say`Change your password`, url),
    ],
    footer: aboutSecurity(),
  }),
);

/** The link that connects a social identity to the account of an address. */
export const socialLinkMail = inReadersLanguage(
  ({ dedupeKey, to, name, handle, provider, url }: LinkMail & { handle: string; provider: string }): MailMessage =>
    composeMail({
      dedupeKey,
      to,
      subject: say`Connect ${provider} to your account`,
      preview: say`The link works once, for one hour, in the browser where you started.`,
      heading: greeting(name),
      blocks: [
        {
          kind: 'text',
          text: `${
            handle
              ? say`Someone (${handle} on ${provider}) continued with ${provider} and entered this email address, which already has a Frontrow account.`
              : say`Someone continued with ${provider} and entered this email address, which already has a Frontrow account.`
          } ${say`If it was you, connect the two so that you can log in with ${provider}.`}`,
        },
        { kind: 'button', label: say`Connect ${provider}`, url },
        { kind: 'note', text: say`The link works once, for one hour, and only in the browser where you started.` },
      ],
      footer: say`If it wasn’t you, ignore this email. No one can log in without it.`,
    }),
);

/** Notifies the owner that a social identity can now log in to the account. */
export const socialConnectedMail = inReadersLanguage(
  ({ dedupeKey, to, name, provider, url }: LinkMail & { provider: string }): MailMessage =>
    composeMail({
      dedupeKey,
      to,
      subject: say`${provider} is connected`,
      preview: say`You can now log in with ${provider}.`,
      heading: greeting(name),
      blocks: [
        {
          kind: 'text',
          text: /^[aeio]/i.test(provider)
            ? say`An ${provider} account was just connected to your Frontrow account. Anyone with access to it can log in.`
            : say`A ${provider} account was just connected to your Frontrow account. Anyone with access to it can log in.`,
        },
        ...ifNotYou(say`If this wasn’t you, disconnect it and change your password now.`, say`Go to your profile`, url),
      ],
      footer: aboutSecurity(),
    }),
);

/** Notifies the owner that two-step login was turned on or off. */
export const secondFactorMail = inReadersLanguage(
  ({ dedupeKey, to, name, url, on }: LinkMail & { on: boolean }): MailMessage =>
    composeMail({
      dedupeKey,
      to,
      subject: on ? say`Two-step login is on` : say`Two-step login is off`,
      preview: on ? say`You now need a code to log in.` : say`You no longer need a code to log in.`,
      heading: greeting(name),
      blocks: [
        {
          kind: 'text',
          text: on
            ? say`From now on you need a code from your authenticator app to log in to Frontrow. Keep your recovery codes in a safe place.`
            : say`You no longer need a code to log in to Frontrow.`,
        },
        ...ifNotYou(say`If this wasn’t you, change your password now.`, say`Change your password`, url),
      ],
      footer: aboutSecurity(),
    }),
);

/** Notifies the owner that a passkey can now log in to the account, or no longer can. */
export const passkeyMail = inReadersLanguage(
  ({ dedupeKey, to, name, url, added }: LinkMail & { added: boolean }): MailMessage =>
    composeMail({
      dedupeKey,
      to,
      subject: added ? say`A passkey was added` : say`A passkey was removed`,
      preview: added ? say`You can now log in with a passkey.` : say`You were logged out on all other devices.`,
      heading: greeting(name),
      blocks: [
        {
          kind: 'text',
          text: added
            ? say`A passkey was just added to your Frontrow account. Anyone who can unlock it can log in without a password or a code.`
            : say`A passkey was just removed from your Frontrow account, and you were logged out on all other devices.`,
        },
        ...ifNotYou(
          added
            ? say`If this wasn’t you, remove the passkey and change your password now.`
            : say`If this wasn’t you, change your password now.`,
          say`Go to your profile`,
          url,
        ),
      ],
      footer: aboutSecurity(),
    }),
);

/** Notifies the owner that the password was changed. */
export const passwordChangedMail = inReadersLanguage(({ dedupeKey, to, name, url }: LinkMail): MailMessage =>
  composeMail({
    dedupeKey,
    to,
    subject: say`Your password was changed`,
    preview: say`You were logged out on all other devices.`,
    heading: greeting(name),
    blocks: [
      {
        kind: 'text',
        text: say`Your Frontrow password was just changed, and you were logged out on all other devices.`,
      },
      ...ifNotYou(
        say`If this wasn’t you, choose “Forgot your password?” on the login page and reset it now.`,
        say`Go to the login page`,
        url,
      ),
    ],
    footer: aboutSecurity(),
  }),
);
