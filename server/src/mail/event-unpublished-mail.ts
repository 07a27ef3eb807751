import type { Instant } from '@frontrow/core/kernel/instant.ts';
import type { MailMessage } from '../ports/mail.ts';
import { composeMail } from './compose-mail.ts';
import { formatWhen } from './email-formats.ts';

interface EventMailParts {
  readonly dedupeKey: string;
  readonly to: string;
  readonly title: string;
  readonly startsAt: Instant;
  readonly tz: string;
  readonly eventUrl: string;
}

/** Tells a ticket holder that an event is off sale, that the ticket stays valid, and how to return it. */
export const eventUnpublishedMail = (parts: EventMailParts & { readonly paid: boolean }): MailMessage =>
  composeMail({
    dedupeKey: parts.dedupeKey,
    to: parts.to,
    subject: `No longer on sale: ${parts.title}`,
    preview: 'Your ticket is still valid.',
    heading: 'This event is no longer on sale',
    blocks: [
      { kind: 'title', text: parts.title },
      { kind: 'facts', rows: [{ label: 'When', value: formatWhen(parts.startsAt, parts.tz) }] },
      {
        kind: 'text',
        text: 'We’ve taken this event off our pages while we look into it. Your ticket is still valid. If the event doesn’t take place, we’ll let you know and return your money automatically.',
      },
      {
        kind: 'text',
        text: parts.paid
          ? 'If you’d rather not wait, you can get a full refund, including fees, until the event goes live. Open your ticket and choose “Refund”.'
          : 'If you’d rather not wait, you can return your ticket until the event goes live.',
      },
      { kind: 'button', label: 'See the event', url: parts.eventUrl },
    ],
    footer: 'You receive this email because you have a ticket for this event.',
  });

/** Tells a host that an event was unpublished, and why; or that it is published again. */
export const hostUnpublishedMail = (
  parts: EventMailParts & {
    /** Undefined if it is published again. */
    readonly reason: string | undefined;
  },
): MailMessage =>
  composeMail({
    dedupeKey: parts.dedupeKey,
    to: parts.to,
    subject:
      parts.reason === undefined ? `Published again: ${parts.title}` : `We unpublished your event: ${parts.title}`,
    preview:
      parts.reason === undefined
        ? 'It is listed and on sale again.'
        : 'It is no longer listed, and sales have stopped.',
    heading: parts.reason === undefined ? 'Your event is published again' : 'Your event is unpublished',
    blocks: [
      { kind: 'title', text: parts.title },
      ...(parts.reason === undefined
        ? [{ kind: 'text', text: 'It is listed again, and tickets are on sale.' } as const]
        : [
            {
              kind: 'text',
              text: 'It is no longer listed, and ticket sales have stopped. Tickets you’ve sold stay valid, and their holders can get a refund until the event goes live.',
            } as const,
            { kind: 'text', text: `Reason: ${parts.reason}` } as const,
            { kind: 'note', text: 'If you think this is a mistake, reply to this email.' } as const,
          ]),
      { kind: 'button', label: 'See the event', url: parts.eventUrl },
    ],
    footer: 'You receive this email because you host this event.',
  });
