import { composeMail } from '../../../mail/compose-mail.ts';
import type { MailMessage } from '../../../ports/mail.ts';

/** Asks to prove an address. Opening the link shows a page, and the button there uses the link up. */
export function verifyEmailMail(parts: {
  dedupeKey: string;
  to: string;
  name: string;
  username: string;
  url: string;
}): MailMessage {
  return composeMail({
    dedupeKey: parts.dedupeKey,
    to: parts.to,
    subject: 'Please confirm your email',
    preview: 'One tap and your Frontrow account is complete.',
    heading: parts.name ? `Hello ${parts.name}` : 'Hello',
    blocks: [
      {
        kind: 'text',
        text:
          'Welcome to Frontrow. ' +
          `Please confirm that this address is yours and belongs to the account ${parts.username}.`,
      },
      { kind: 'button', label: 'Confirm my email', url: parts.url },
      {
        kind: 'note',
        text:
          'The link works once and for 24 hours. ' +
          'Tickets you bought as a guest with this address then move to your account.',
      },
    ],
    footer:
      'You receive this mail because somebody made a Frontrow account with this address. ' +
      'If that was not you, or if you chose another username, do nothing.',
  });
}

/**
 * Tells the owner of an address that somebody signed up with it again. The link joins the two accounts (`joinClaim`).
 */
export function takenEmailMail(parts: {
  dedupeKey: string;
  to: string;
  name: string;
  username: string;
  url: string;
  publicUrl: string;
}): MailMessage {
  return composeMail({
    dedupeKey: parts.dedupeKey,
    to: parts.to,
    subject: 'You have a Frontrow account already',
    preview: `Your account is ${parts.username}. Nothing in it was changed.`,
    heading: parts.name ? `Hello ${parts.name}` : 'Hello',
    blocks: [
      {
        kind: 'text',
        text:
          'Somebody signed up with this address. ' +
          `It belongs to your account ${parts.username} already, and nothing in it was changed.`,
      },
      { kind: 'button', label: 'Log in', url: `${parts.publicUrl}/login` },
      {
        kind: 'text',
        text: 'Forgot your password? Press “Forgot your password?” on that page and choose a new one.',
      },
      {
        kind: 'text',
        text:
          'If it was you who signed up again, keep one account: tickets you bought and events you kept ' +
          'with the new one move to the old one, and the new one is gone.',
      },
      { kind: 'link', label: 'Keep one account', url: parts.url },
      { kind: 'note', text: 'The link works once and for 24 hours.' },
    ],
    footer: 'If that was not you, do nothing: whoever it was learns nothing about you and cannot use your account.',
  });
}
