import { composeMail } from '../../../mail/compose-mail.ts';
import type { MailMessage } from '../../../ports/mail.ts';

/** A new join link for a guest whose browser lost the session. */
export function joinLinkMail(parts: { dedupeKey: string; to: string; title: string; url: string }): MailMessage {
  return composeMail({
    dedupeKey: parts.dedupeKey,
    to: parts.to,
    subject: `Your new link: ${parts.title}`,
    preview: 'Your way back in.',
    heading: 'Your way back in',
    blocks: [
      { kind: 'text', text: `Here is a new link for “${parts.title}”.` },
      { kind: 'button', label: 'Go to the event', url: parts.url },
      { kind: 'note', text: 'The link is yours alone and lets you in once.' },
    ],
    footer:
      'You receive this mail because somebody asked for a new link with this address. If that was not you, do nothing.',
  });
}

/** Tells how a request to become an influencer was decided. */
export function influencerRequestMail(parts: {
  dedupeKey: string;
  to: string;
  name: string;
  refusedBecause: string | undefined;
  publicUrl: string;
}): MailMessage {
  const heading = parts.name ? `Hello ${parts.name}` : 'Hello';
  const footer = 'You receive this mail because you asked to become an influencer on Frontrow.';
  const { dedupeKey, to } = parts;
  if (parts.refusedBecause === undefined)
    return composeMail({
      dedupeKey,
      to,
      subject: 'You are an influencer now',
      preview: 'Publish your first event.',
      heading,
      blocks: [
        {
          kind: 'text',
          text: 'Your request was authorized: the stage is yours. Publish your first event whenever you like.',
        },
        { kind: 'button', label: 'Publish an event', url: `${parts.publicUrl}/publish_event` },
      ],
      footer,
    });
  return composeMail({
    dedupeKey,
    to,
    subject: 'Your request to become an influencer',
    preview: 'We could not authorize it this time.',
    heading,
    blocks: [
      { kind: 'text', text: 'We could not authorize your request this time. The reason:' },
      { kind: 'text', text: parts.refusedBecause },
      { kind: 'note', text: 'You may ask again from your account menu.' },
    ],
    footer,
  });
}

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
