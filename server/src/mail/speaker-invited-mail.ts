import type { Instant } from '@frontrow/core/kernel/instant.ts';
import { backstageOpensMs } from '@frontrow/core/rooms/limits.ts';
import type { MailMessage } from '../ports/mail.ts';
import { composeMail } from './compose-mail.ts';
import { formatWhen } from './email-formats.ts';

export interface SpeakerInvitedMailParts {
  /** One per ticket and role. */
  readonly dedupeKey: string;
  readonly to: string;
  readonly title: string;
  readonly host: string;
  readonly startsAt: Instant;
  readonly tz: string;
  readonly eventUrl: string;
  readonly role: 'guest' | 'cohost';
}

const words = {
  guest: {
    name: 'guest speaker',
    does: 'You go on stage without raising a hand. Your camera and microphone stay off until you turn them on.',
  },
  cohost: {
    name: 'co-host',
    does: 'You run the room with the host: hands, chat, questions and polls. You can also go on stage.',
  },
} as const;

/** Tells someone who was made guest speaker or co-host before the event when and how to join. */
export function speakerInvitedMail(parts: SpeakerInvitedMailParts): MailMessage {
  const { name, does } = words[parts.role];
  return composeMail({
    dedupeKey: parts.dedupeKey,
    to: parts.to,
    subject: `You’re a ${name}: ${parts.title}`,
    preview: `${parts.host} invited you as a ${name}.`,
    heading: `You’re a ${name}`,
    blocks: [
      { kind: 'title', text: parts.title },
      {
        kind: 'text',
        text: `${parts.host} invited you to this event as a ${name}, ${formatWhen(parts.startsAt, parts.tz)}.`,
      },
      { kind: 'text', text: does },
      {
        kind: 'text',
        text: `The room opens for you ${backstageOpensMs / 60_000} minutes before the start, so that you can check camera and sound before the audience comes in.`,
      },
      { kind: 'button', label: 'See the event', url: parts.eventUrl },
    ],
    footer: 'You received this email because a host invited you to speak at an event on Frontrow.',
  });
}
