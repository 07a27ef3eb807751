import type { Instant } from '@frontrow/core/kernel/instant.ts';
import type { ReminderKind } from '@frontrow/core/ticketing/reminders.ts';
import type { MailMessage } from '../ports/mail.ts';
import { composeMail } from './compose-mail.ts';
import { formatWhen } from './email-formats.ts';

export interface ReminderMailParts {
  /** One per ticket and kind. */
  readonly dedupeKey: string;
  readonly to: string;
  readonly kind: ReminderKind;
  readonly title: string;
  readonly host: string;
  readonly startsAt: Instant;
  readonly endsAt: Instant | undefined;
  readonly tz: string;
  readonly joinUrl: string;
  /** Page that turns reminders off. */
  readonly pageUrl: string;
  /** What an email client's own unsubscribe button posts to. */
  readonly oneClickUrl: string;
}

const words: Readonly<Record<ReminderKind, { subject: string; heading: string; button: string }>> = {
  day: { subject: 'Coming up', heading: 'Your event is coming up', button: 'See the event' },
  hour: { subject: 'Starts soon', heading: 'Your event starts soon', button: 'Go to the event' },
  live: { subject: 'Live now', heading: 'Your event is live', button: 'Watch now' },
};

/** Reminds a ticket holder of an event. It is the only email about a ticket that people can turn off. */
export function reminderMail(parts: ReminderMailParts): MailMessage {
  const { kind, title, host } = parts;
  const when = formatWhen(parts.startsAt, parts.tz, parts.endsAt);
  const { subject, heading, button } = words[kind];
  return composeMail({
    dedupeKey: parts.dedupeKey,
    to: parts.to,
    subject: `${subject}: ${title}`,
    preview: kind === 'live' ? `${host} is live.` : when,
    heading,
    blocks: [
      { kind: 'title', text: title },
      {
        kind: 'facts',
        rows: [
          { label: kind === 'live' ? 'Started' : 'Starts', value: when },
          { label: 'Host', value: host },
        ],
      },
      { kind: 'button', label: button, url: parts.joinUrl },
      { kind: 'link', label: 'Turn off reminders', url: parts.pageUrl },
    ],
    footer:
      'You received this reminder because you have a ticket for this event. ' +
      'If you turn reminders off, we’ll still email you about changes, cancellations and refunds.',
    unsubscribeUrl: parts.oneClickUrl,
  });
}
