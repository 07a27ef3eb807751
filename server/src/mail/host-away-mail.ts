import type { Instant } from '@frontrow/core/kernel/instant.ts';
import { say } from '../i18n/say.ts';
import type { MailMessage } from '../ports/mail.ts';
import { composeMail, inReadersLanguage } from './compose-mail.ts';
import { formatWhen } from './email-formats.ts';
import { subjectAbout } from './event-date.ts';

interface HostAwayMailParts {
  readonly dedupeKey: string;
  readonly to: string;
  readonly host: string;
  readonly startsAt: Instant;
  readonly endsAt: Instant;
  /** The viewer's time zone. */
  readonly tz: string;
  /** What the viewer has: a meeting that was paid, one that costs nothing, or one still to be paid. */
  readonly meeting: 'paid' | 'free' | 'unpaid';
  readonly requestUrl: string;
}

/**
 * Tells the viewer of an agreed meeting that its host cannot hold it for now, and what becomes of the money. Others
 * do not read why.
 */
export const hostAwayMail = inReadersLanguage((parts: HostAwayMailParts): MailMessage => {
  const { host, startsAt, endsAt, tz, requestUrl } = parts;
  const text = textOf(parts);
  return composeMail({
    dedupeKey: parts.dedupeKey,
    to: parts.to,
    subject: subjectAbout(host, (name) => say`${name} can’t hold your meeting right now`),
    preview: text,
    heading: say`${host} can’t hold your meeting right now`,
    blocks: [
      { kind: 'text', text },
      { kind: 'facts', rows: [{ label: say`When`, value: formatWhen(startsAt, tz, endsAt) }] },
      { kind: 'button', label: say`See your request`, url: requestUrl },
    ],
    footer: say`You received this email because you requested a private meeting on Frontrow.`,
  });
});

function textOf({ meeting, host }: HostAwayMailParts): string {
  switch (meeting) {
    case 'paid':
      return say`If it doesn’t take place, we’ll automatically refund you in full, including the fee. If you’d rather not wait, you can cancel for a full refund while ${host} can’t hold it.`;
    case 'free':
      return say`If it doesn’t take place, we’ll let you know. If you’d rather not wait, you can cancel it.`;
    case 'unpaid':
      return say`You haven’t been charged, and the meeting can’t be paid for now. If that doesn’t change in time, your request expires and you pay nothing. You can also cancel it.`;
  }
}
