import type { EventTitle } from '@frontrow/core/events/title-in.ts';
import type { Instant } from '@frontrow/core/kernel/instant.ts';
import { say, sayTitle } from '../i18n/say.ts';
import type { MailMessage, Mail } from '../ports/mail.ts';
import { composeMail, inReadersLanguage } from './compose-mail.ts';
import { formatWhen } from './email-formats.ts';
import { subjectAbout } from './event-date.ts';
import { DeliveryError } from '../ports/delivery-error.ts';

export interface NewEventMailParts {
  /** One per event and follower. */
  readonly dedupeKey: string;
  readonly to: string;
  readonly host: string;
  readonly title: string;
  readonly description: string;
  readonly startsAt: Instant;
  readonly endsAt: Instant | undefined;
  readonly tz: string;
  /** When tickets go on sale; undefined: they are on sale. */
  readonly opensAt: Instant | undefined;
  readonly eventUrl: string;
  /** The first of several dates that were published together. */
  readonly series: { readonly url: string; readonly moreDates: number } | undefined;
  /** Page that unfollows the host. */
  readonly unfollowUrl: string;
  /** What an email client's own unsubscribe button posts to. */
  readonly oneClickUrl: string;
}

/** Notifies a follower of the host's new event. */
export const newEventMail = inReadersLanguage((parts: NewEventMailParts): MailMessage => {
  return composeMail({
    dedupeKey: parts.dedupeKey,
    to: parts.to,
    subject: subjectAbout(parts.title, (title) => `${parts.host}: ${title}`),
    preview: formatWhen(parts.startsAt, parts.tz, parts.endsAt),
    heading: parts.title,
    headingWritten: true,
    blocks: [
      { kind: 'text', text: say`${parts.host} has a new event, and the front row is still free.` },
      {
        kind: 'facts',
        rows: [
          { label: say`When`, value: formatWhen(parts.startsAt, parts.tz, parts.endsAt) },
          ...(parts.opensAt === undefined
            ? []
            : [{ label: say`On sale from`, value: formatWhen(parts.opensAt, parts.tz) }]),
        ],
      },
      { kind: 'text', text: parts.description, written: true },
      { kind: 'button', label: say`See the event`, url: parts.eventUrl },
      ...(parts.series
        ? [
            {
              kind: 'link',
              label:
                parts.series.moreDates === 1
                  ? say`See one more date of this series`
                  : say`See ${parts.series.moreDates} more dates of this series`,
              url: parts.series.url,
            } as const,
          ]
        : []),
      { kind: 'link', label: say`Unfollow ${parts.host}`, url: parts.unfollowUrl },
    ],
    footer: say`You received this email because you follow ${parts.host} on Frontrow.`,
    unsubscribeUrl: parts.oneClickUrl,
  });
});

export interface HostMessageMailParts {
  /** One per message and ticket. */
  readonly dedupeKey: string;
  readonly to: string;
  readonly title: EventTitle;
  readonly host: string;
  readonly startsAt: Instant;
  readonly tz: string;
  readonly eventUrl: string;
  readonly subject: string;
  readonly text: string;
}

/** A host's message to all ticket holders: the sender first, then the message as plain text. */
export const hostMessageMail = inReadersLanguage((parts: HostMessageMailParts): MailMessage => {
  return composeMail({
    dedupeKey: parts.dedupeKey,
    to: parts.to,
    subject: subjectAbout(parts.subject, (subject) => `${parts.host}: ${subject}`),
    preview: sayTitle(parts.title),
    heading: parts.subject,
    headingWritten: true,
    blocks: [
      { kind: 'text', text: say`${parts.host} wrote about “${parts.title}”, ${formatWhen(parts.startsAt, parts.tz)}:` },
      ...parts.text.split(/\n{2,}/).map((paragraph) => ({ kind: 'text', text: paragraph, written: true }) as const),
      { kind: 'button', label: say`See the event`, url: parts.eventUrl },
    ],
    footer: say`You received this email because you have a ticket for this event. Replies are not read.`,
  });
});

/**
 * Sends the emails of one fact. An address that fails does not block the others. If any of the errors is temporary, it
 * throws that one, so the fact is retried while an email can still be sent.
 */
export async function sendEach(mail: Mail, messages: readonly MailMessage[]): Promise<void> {
  const errors: Error[] = [];
  for (const message of messages) await mail.send(message).catch((error: Error) => errors.push(error));
  const [first] = errors;
  if (first === undefined) return;
  throw errors.find((error) => !(error instanceof DeliveryError && error.retry === 'never')) ?? first;
}
