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
  /** Page that ends following. */
  readonly unfollowUrl: string;
  /** What a mail programme's own button posts to. */
  readonly oneClickUrl: string;
}

/** Tells a follower that the host has something new on. */
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
      { kind: 'link', label: `No longer follow ${parts.host}`, url: parts.unfollowUrl },
    ],
    footer: `You receive this mail because you follow ${parts.host} on Frontrow.`,
    unsubscribeUrl: parts.oneClickUrl,
  });
}
