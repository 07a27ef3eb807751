import type { EventTitle } from '@frontrow/core/events/title-in.ts';
import type { Instant } from '@frontrow/core/kernel/instant.ts';
import type { Currency, Minor } from '@frontrow/core/kernel/money.ts';
import { say } from '../i18n/say.ts';
import type { MailMessage } from '../ports/mail.ts';
import { composeMail, inReadersLanguage } from './compose-mail.ts';
import { formatMoney, formatWhen } from './email-formats.ts';
import { subjectAbout } from './event-date.ts';

export interface WaitlistOfferMailParts {
  /** One per offer. */
  readonly dedupeKey: string;
  readonly to: string;
  readonly title: EventTitle;
  readonly startsAt: Instant;
  /** When the event is planned to end. */
  readonly eventEndsAt: Instant | undefined;
  /** When the seat goes to the next in line. */
  readonly endsAt: Instant;
  readonly tz: string;
  readonly totalMinor: Minor;
  readonly currency: Currency;
  /** A one-time join link for guests, the event page for accounts. */
  readonly takeUrl: string;
  readonly eventUrl: string;
}

/** Notifies the first in line that a seat is held for them, and until when. */
export const waitlistOfferMail = inReadersLanguage((parts: WaitlistOfferMailParts): MailMessage => {
  const until = formatWhen(parts.endsAt, parts.tz);
  return composeMail({
    dedupeKey: parts.dedupeKey,
    to: parts.to,
    subject: subjectAbout(parts.title, (title) => say`A seat opened up for you: ${title}`),
    preview: say`We’re holding it for you until ${until}.`,
    heading: say`A seat opened up for you`,
    blocks: [
      { kind: 'text', text: say`You’re next on the waitlist. We’re holding a seat for you until ${until}.` },
      { kind: 'title', text: parts.title },
      {
        kind: 'facts',
        rows: [
          { label: say`When`, value: formatWhen(parts.startsAt, parts.tz, parts.eventEndsAt) },
          {
            label: say`Total`,
            value: parts.totalMinor === 0 ? say`Free` : formatMoney(parts.totalMinor, parts.currency),
          },
        ],
      },
      { kind: 'button', label: say`Take the seat`, url: parts.takeUrl },
      { kind: 'note', text: say`If you don’t take it by then, we’ll offer it to the next person in line.` },
      { kind: 'link', label: say`See the event page`, url: parts.eventUrl },
    ],
    footer: say`You received this email because someone joined a Frontrow waitlist with this email address.`,
  });
});

export interface WaitlistPlaceMailParts {
  /** One per guest and event. */
  readonly dedupeKey: string;
  readonly to: string;
  readonly title: EventTitle;
  /** 1 is next. */
  readonly position: number;
  /** A one-time link to see the place or leave. */
  readonly placeUrl: string;
}

/** Sends a guest their place on a waitlist, with the link that proves it. */
export const waitlistPlaceMail = inReadersLanguage((parts: WaitlistPlaceMailParts): MailMessage => {
  return composeMail({
    dedupeKey: parts.dedupeKey,
    to: parts.to,
    subject: subjectAbout(parts.title, (title) => say`You’re on the waitlist: ${title}`),
    preview: say`You’re number ${parts.position} in line.`,
    heading: say`You’re on the waitlist`,
    blocks: [
      { kind: 'title', text: parts.title },
      { kind: 'text', text: say`You’re number ${parts.position} in line.` },
      { kind: 'text', text: say`If a seat opens up, we’ll email you and hold it for 15 minutes.` },
      { kind: 'button', label: say`See your place`, url: parts.placeUrl },
      {
        kind: 'note',
        text: say`This link works once, so keep it to yourself. You can also use it to leave the waitlist.`,
      },
    ],
    footer: say`You received this email because someone joined a Frontrow waitlist with this email address.`,
  });
});
