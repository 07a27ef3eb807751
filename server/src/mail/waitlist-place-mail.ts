import type { MailMessage } from '../ports/mail.ts';
import { composeMail } from './compose-mail.ts';

export interface WaitlistPlaceMailParts {
  /** One per guest and event. */
  readonly dedupeKey: string;
  readonly to: string;
  readonly title: string;
  /** 1 is next. */
  readonly position: number;
  /** A one-time way in, to see the place or to leave. */
  readonly placeUrl: string;
}

/** Tells a guest the place on a waitlist, with the link that proves it. */
export function waitlistPlaceMail(parts: WaitlistPlaceMailParts): MailMessage {
  return composeMail({
    dedupeKey: parts.dedupeKey,
    to: parts.to,
    subject: `You are on the waitlist: ${parts.title}`,
    preview: `You are number ${parts.position} in line.`,
    heading: 'You are on the waitlist',
    blocks: [
      { kind: 'title', text: parts.title },
      { kind: 'text', text: `You are number ${parts.position} in line.` },
      { kind: 'text', text: 'When a seat is free for you, we write to you and hold it for 15 minutes.' },
      { kind: 'button', label: 'See your place', url: parts.placeUrl },
      { kind: 'note', text: 'This link is yours alone and lets you in once. You can leave the waitlist there, too.' },
    ],
    footer: 'You receive this mail because somebody joined a Frontrow waitlist with this address.',
  });
}
