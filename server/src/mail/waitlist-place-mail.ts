import type { MailMessage } from '../ports/mail.ts';
import { composeMail } from './compose-mail.ts';

export interface WaitlistPlaceMailParts {
  /** One per guest and event. */
  readonly dedupeKey: string;
  readonly to: string;
  readonly title: string;
  /** 1 is next. */
  readonly position: number;
  /** A one-time link to see the place or leave. */
  readonly placeUrl: string;
}

/** Sends a guest their place on a waitlist, with the link that proves it. */
export function waitlistPlaceMail(parts: WaitlistPlaceMailParts): MailMessage {
  return composeMail({
    dedupeKey: parts.dedupeKey,
    to: parts.to,
    subject: `You’re on the waitlist: ${parts.title}`,
    preview: `You’re number ${parts.position} in line.`,
    heading: 'You’re on the waitlist',
    blocks: [
      { kind: 'title', text: parts.title },
      { kind: 'text', text: `You’re number ${parts.position} in line.` },
      { kind: 'text', text: 'If a seat opens up, we’ll email you and hold it for 15 minutes.' },
      { kind: 'button', label: 'See your place', url: parts.placeUrl },
      {
        kind: 'note',
        text: 'This link works once, so keep it to yourself. You can also use it to leave the waitlist.',
      },
    ],
    footer: 'You received this email because someone joined a Frontrow waitlist with this email address.',
  });
}
