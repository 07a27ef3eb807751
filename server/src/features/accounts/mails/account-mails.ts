import { composeMail, inReadersLanguage } from '../../../mail/compose-mail.ts';
import { subjectAbout } from '../../../mail/event-date.ts';
import { say } from '../../../i18n/say.ts';
import type { MailMessage } from '../../../ports/mail.ts';

/** A new join link for a guest whose browser lost the session. */
export const joinLinkMail = inReadersLanguage(
  (parts: { dedupeKey: string; to: string; title: string; url: string }): MailMessage => {
    return composeMail({
      dedupeKey: parts.dedupeKey,
      to: parts.to,
      subject: subjectAbout(parts.title, (title) => say`Your new join link: ${title}`),
      preview: say`Use it to join the event.`,
      heading: say`Your new join link`,
      blocks: [
        { kind: 'text', text: say`Here is your new link to join “${parts.title}”.` },
        { kind: 'button', label: say`Go to the event`, url: parts.url },
        { kind: 'note', text: say`This link works once, so keep it to yourself.` },
      ],
      footer: say`You received this email because someone requested a new link with this email address. If it wasn’t you, ignore it.`,
    });
  },
);

/** Tells a guest who was removed from an event why there is no ticket, and no link, for them. */
export const noTicketMail = inReadersLanguage(
  (parts: { dedupeKey: string; to: string; title: string }): MailMessage => {
    return composeMail({
      dedupeKey: parts.dedupeKey,
      to: parts.to,
      subject: subjectAbout(parts.title, (title) => say`No ticket: ${title}`),
      preview: say`You were removed from this event.`,
      heading: say`There’s no ticket for you`,
      blocks: [
        { kind: 'text', text: say`You were removed from “${parts.title}”, so you can’t get a ticket for it.` },
        { kind: 'note', text: say`Nothing was charged.` },
      ],
      footer: say`You received this email because someone asked for a ticket or a link with this email address. If it wasn’t you, ignore it.`,
    });
  },
);

/** Notifies a viewer how their request to become an influencer was decided. */
export const influencerRequestMail = inReadersLanguage(
  (parts: {
    dedupeKey: string;
    to: string;
    name: string;
    refusedBecause: string | undefined;
    publicUrl: string;
  }): MailMessage => {
    const heading = parts.name ? say`Hello ${parts.name}` : say`Hello`;
    const footer = say`You received this email because you requested to become an influencer on Frontrow.`;
    const { dedupeKey, to } = parts;
    if (parts.refusedBecause === undefined)
      return composeMail({
        dedupeKey,
        to,
        subject: say`You’re now an influencer`,
        preview: say`Publish your first event.`,
        heading,
        blocks: [
          {
            kind: 'text',
            text: say`Your request was approved. You can publish your first event whenever you like.`,
          },
          { kind: 'button', label: say`Publish an event`, url: `${parts.publicUrl}/publish_event` },
        ],
        footer,
      });
    return composeMail({
      dedupeKey,
      to,
      subject: say`Your request to become an influencer`,
      preview: say`We couldn’t approve it this time.`,
      heading,
      blocks: [
        { kind: 'text', text: say`We couldn’t approve your request this time, for this reason:` },
        { kind: 'text', text: parts.refusedBecause },
        { kind: 'note', text: say`You can request it again from your account menu.` },
      ],
      footer,
    });
  },
);

/** Asks to verify an email address. Opening the link shows a page, and the button there consumes the link. */
export const verifyEmailMail = inReadersLanguage(
  (parts: { dedupeKey: string; to: string; name: string; username: string; url: string }): MailMessage => {
    return composeMail({
      dedupeKey: parts.dedupeKey,
      to: parts.to,
      subject: say`Confirm your email address`,
      preview: say`One tap completes your Frontrow account.`,
      heading: parts.name ? say`Hello ${parts.name}` : say`Hello`,
      blocks: [
        {
          kind: 'text',
          text: say`Welcome to Frontrow. Please confirm that this is your email address and that your username is ${parts.username}.`,
        },
        { kind: 'button', label: say`Confirm email address`, url: parts.url },
        {
          kind: 'note',
          text: say`The link works once, for 24 hours. Tickets you bought as a guest with this email address then move to your account.`,
        },
      ],
      footer: say`You received this email because someone created a Frontrow account with this email address. If it wasn’t you, or if you chose another username, ignore it.`,
    });
  },
);

/**
 * Notifies the owner of an email address that someone signed up with it again. The link merges the two accounts
 * (`joinClaim`).
 */
export const takenEmailMail = inReadersLanguage(
  (parts: {
    dedupeKey: string;
    to: string;
    name: string;
    username: string;
    url: string;
    publicUrl: string;
  }): MailMessage => {
    return composeMail({
      dedupeKey: parts.dedupeKey,
      to: parts.to,
      subject: say`You already have a Frontrow account`,
      preview: say`Your username is ${parts.username}. Nothing in your account changed.`,
      heading: parts.name ? say`Hello ${parts.name}` : say`Hello`,
      blocks: [
        {
          kind: 'text',
          text: say`Someone signed up with this email address. It already belongs to your account ${parts.username}, and nothing in it changed.`,
        },
        { kind: 'button', label: say`Log in`, url: `${parts.publicUrl}/login` },
        {
          kind: 'text',
          text: say`If you forgot your password, choose “Forgot your password?” on that page to reset it.`,
        },
        {
          kind: 'text',
          text: say`If you signed up again yourself, merge the accounts: tickets and saved events of the new one move to the old one, and the new one is deleted.`,
        },
        { kind: 'link', label: say`Merge accounts`, url: parts.url },
        { kind: 'note', text: say`The link works once, for 24 hours.` },
      ],
      footer: say`If it wasn’t you, ignore this email: no one can see or use your account.`,
    });
  },
);
