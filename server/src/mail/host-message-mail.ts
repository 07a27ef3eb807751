import type { Instant } from '@frontrow/core/kernel/instant.ts';
import type { MailMessage } from '../ports/mail.ts';
import { composeMail } from './compose-mail.ts';
import { formatWhen } from './email-formats.ts';

export interface HostMessageMailParts {
  /** One per message and ticket. */
  readonly dedupeKey: string;
  readonly to: string;
  readonly title: string;
  readonly host: string;
  readonly startsAt: Instant;
  readonly tz: string;
  readonly eventUrl: string;
  readonly subject: string;
  readonly text: string;
}

/** A host's message to all ticket holders: the sender first, then the message as plain text. */
export function hostMessageMail(parts: HostMessageMailParts): MailMessage {
  return composeMail({
    dedupeKey: parts.dedupeKey,
    to: parts.to,
    subject: `${parts.host}: ${parts.subject}`,
    preview: parts.title,
    heading: parts.subject,
    blocks: [
      { kind: 'text', text: `${parts.host} wrote about “${parts.title}”, ${formatWhen(parts.startsAt, parts.tz)}:` },
      ...parts.text.split(/\n{2,}/).map((paragraph) => ({ kind: 'text', text: paragraph }) as const),
      { kind: 'button', label: 'See the event', url: parts.eventUrl },
    ],
    footer: 'You received this email because you have a ticket for this event. Replies are not read.',
  });
}
