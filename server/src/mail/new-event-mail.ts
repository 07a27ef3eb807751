import type { Instant } from '@frontrow/core/kernel/instant.ts';
import type { MailMessage } from '../ports/mail.ts';
import { composeMail } from './compose-mail.ts';
import { formatWhen } from './email-formats.ts';

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
  readonly eventUrl: string;
  /** Page that unfollows the host. */
  readonly unfollowUrl: string;
  /** What an email client's own unsubscribe button posts to. */
  readonly oneClickUrl: string;
}

/** Notifies a follower of the host's new event. */
export function newEventMail(parts: NewEventMailParts): MailMessage {
  return composeMail({
    dedupeKey: parts.dedupeKey,
    to: parts.to,
    subject: `${parts.host}: ${parts.title}`,
    preview: formatWhen(parts.startsAt, parts.tz, parts.endsAt),
    heading: parts.title,
    blocks: [
      { kind: 'text', text: `${parts.host} has a new event, and the front row is still free.` },
      { kind: 'facts', rows: [{ label: 'When', value: formatWhen(parts.startsAt, parts.tz, parts.endsAt) }] },
      { kind: 'text', text: parts.description },
      { kind: 'button', label: 'See the event', url: parts.eventUrl },
      { kind: 'link', label: `Unfollow ${parts.host}`, url: parts.unfollowUrl },
    ],
    footer: `You received this email because you follow ${parts.host} on Frontrow.`,
    unsubscribeUrl: parts.oneClickUrl,
  });
}
