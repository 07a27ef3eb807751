import type { EventTitle } from '@frontrow/core/events/title-in.ts';
import { say } from '../i18n/say.ts';
import type { MailMessage } from '../ports/mail.ts';
import { composeMail, inReadersLanguage } from './compose-mail.ts';
import { subjectAbout } from './event-date.ts';

interface RemovedMailParts {
  readonly dedupeKey: string;
  readonly to: string;
  readonly what: 'message' | 'review';
  /** The event it was written for. */
  readonly title: EventTitle;
  /** What its author wrote; empty for a review of stars alone. */
  readonly text: string;
  /** Empty where the app admin gave none. */
  readonly reason: string;
}

const wordsFor = {
  message: (title: EventTitle) => ({
    heading: say`We removed your message`,
    text: say`We’ve removed one of your messages from the chat of ${title}. No one can read it anymore.`,
    label: say`Your message`,
  }),
  review: (title: EventTitle) => ({
    heading: say`We removed your review`,
    text: say`We’ve removed your review of ${title}. It no longer counts toward the host’s rating, and you can’t review this event again.`,
    label: say`Your review`,
  }),
};

/** To the author of what an app admin removed: what it was, and why. */
export const removedMail = inReadersLanguage(
  ({ dedupeKey, to, what, title, text, reason }: RemovedMailParts): MailMessage => {
    const words = wordsFor[what](title);
    return composeMail({
      dedupeKey,
      to,
      subject: subjectAbout(title, (shown) => `${words.heading}: ${shown}`),
      preview: words.text,
      heading: words.heading,
      blocks: [
        { kind: 'text', text: words.text },
        ...(text === '' ? [] : [{ kind: 'facts' as const, rows: [{ label: words.label, value: text }] }]),
        ...(reason === '' ? [] : [{ kind: 'text' as const, text: say`Reason: ${reason}` }]),
        { kind: 'note', text: say`If you think this is a mistake, reply to this email.` },
      ],
      footer: say`You receive this email because it concerns your Frontrow account.`,
    });
  },
);
