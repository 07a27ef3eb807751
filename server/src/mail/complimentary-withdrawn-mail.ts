import type { MailMessage } from '../ports/mail.ts';
import { composeMail } from './compose-mail.ts';

export interface ComplimentaryWithdrawnMailParts {
  /** One per ticket. */
  readonly dedupeKey: string;
  readonly to: string;
  readonly title: string;
  readonly host: string;
  readonly eventUrl: string;
}

/** Tells the guest of a host that the complimentary ticket is valid no longer. */
export const complimentaryWithdrawnMail = (parts: ComplimentaryWithdrawnMailParts): MailMessage =>
  composeMail({
    dedupeKey: parts.dedupeKey,
    to: parts.to,
    subject: `Your ticket was withdrawn: ${parts.title}`,
    preview: `${parts.host} took the complimentary ticket back.`,
    heading: 'Your ticket was withdrawn',
    blocks: [
      { kind: 'title', text: parts.title },
      {
        kind: 'text',
        text: `${parts.host} took the complimentary ticket for this event back. It lets nobody in any more.`,
      },
      { kind: 'link', label: 'See the event page', url: parts.eventUrl },
    ],
    footer: 'You receive this mail because a host gave this address a ticket on Frontrow.',
  });
