import type { EventTitle } from '@frontrow/core/events/title-in.ts';
import type { Instant } from '@frontrow/core/kernel/instant.ts';
import type { ReminderKind } from '@frontrow/core/ticketing/reminders.ts';
import { say } from '../i18n/say.ts';
import type { MailMessage } from '../ports/mail.ts';
import { composeMail, inReadersLanguage } from './compose-mail.ts';
import { formatWhen, formatMoney } from './email-formats.ts';
import { subjectAbout } from './event-date.ts';
import type { Currency } from '@frontrow/core/kernel/money.ts';
import { unpaidCancelMs } from '@frontrow/core/meetings/limits.ts';
import type { MeetingSide } from '@frontrow/core/meetings/meeting-machine.ts';
import type { MeetingReminderKind } from '@frontrow/core/meetings/meeting-times.ts';
import type { TicketPrice } from '@frontrow/core/ticketing/ticket-price.ts';

export interface ReminderMailParts {
  /** One per ticket and kind. */
  readonly dedupeKey: string;
  readonly to: string;
  readonly kind: ReminderKind;
  readonly title: EventTitle;
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

const words = (): Readonly<Record<ReminderKind, { subject: string; heading: string; button: string }>> => ({
  day: { subject: say`Coming up`, heading: say`Your event is coming up`, button: say`See the event` },
  hour: { subject: say`Starts soon`, heading: say`Your event starts soon`, button: say`Go to the event` },
  live: { subject: say`Live now`, heading: say`Your event is live`, button: say`Watch now` },
});

/** Reminds a ticket holder of an event. It is the only email about a ticket that people can turn off. */
export const reminderMail = inReadersLanguage((parts: ReminderMailParts): MailMessage => {
  const { kind, title, host } = parts;
  const when = formatWhen(parts.startsAt, parts.tz, parts.endsAt);
  const { subject, heading, button } = words()[kind];
  return composeMail({
    dedupeKey: parts.dedupeKey,
    to: parts.to,
    subject: subjectAbout(title, (shown) => `${subject}: ${shown}`),
    preview: kind === 'live' ? say`${host} is live.` : when,
    heading,
    blocks: [
      { kind: 'title', text: title },
      {
        kind: 'facts',
        rows: [
          { label: kind === 'live' ? say`Started` : say`Starts`, value: when },
          { label: say`Host`, value: host },
        ],
      },
      { kind: 'button', label: button, url: parts.joinUrl },
      { kind: 'link', label: say`Turn off reminders`, url: parts.pageUrl },
    ],
    footer: say`You received this reminder because you have a ticket for this event. If you turn reminders off, we’ll still email you about changes, cancellations and refunds.`,
    unsubscribeUrl: parts.oneClickUrl,
  });
});

export interface MeetingReminderParts {
  /** One per meeting, kind and side. */
  readonly dedupeKey: string;
  readonly to: string;
  readonly kind: MeetingReminderKind;
  /** The recipient's side. */
  readonly side: MeetingSide;
  /** Name of the other person. */
  readonly other: string;
  readonly startsAt: Instant;
  readonly tz: string;
  readonly price: TicketPrice;
  readonly currency: Currency;
  readonly requestUrl: string;
  readonly roomUrl: string;
  /** Page that turns reminders off, and where an email client's button posts; not for unpaid meetings. */
  readonly pageUrl?: string;
  readonly oneClickUrl?: string;
}

/** Reminds one of the two that the meeting is not paid yet, or about to start. */
export const meetingReminderMail = inReadersLanguage((parts: MeetingReminderParts): MailMessage => {
  const { kind, side, other, startsAt, tz, price, currency } = parts;
  const when = formatWhen(startsAt, tz);
  const isUnpaid = kind === 'unpaid_first' || kind === 'unpaid_last';
  const { heading, button } = textsOf(parts, isUnpaid);
  const [label, minor] = side === 'host' ? [say`Price`, price.listed] : [say`Total`, price.total];
  return composeMail({
    dedupeKey: parts.dedupeKey,
    to: parts.to,
    subject: subjectAbout(other, (name) => textsOf({ ...parts, other: name }, isUnpaid).heading),
    preview: when,
    heading,
    blocks: [
      ...(isUnpaid ? [{ kind: 'text', text: unpaidText(parts) } as const] : []),
      {
        kind: 'facts',
        rows: [
          { label: say`When`, value: when },
          { label: say`With`, value: other },
        ],
      },
      ...(isUnpaid ? [{ kind: 'prices', rows: [{ label, value: formatMoney(minor, currency) }] } as const] : []),
      { kind: 'button', label: button, url: kind === 'hour' ? parts.roomUrl : parts.requestUrl },
      ...(parts.pageUrl === undefined
        ? []
        : [{ kind: 'link', label: say`Turn off reminders`, url: parts.pageUrl } as const]),
    ],
    footer: say`You received this email because you have a private meeting on Frontrow.`,
    ...(parts.oneClickUrl !== undefined && { unsubscribeUrl: parts.oneClickUrl }),
  });
});

function textsOf({ kind, side, other }: MeetingReminderParts, isUnpaid: boolean): { heading: string; button: string } {
  if (isUnpaid)
    return side === 'viewer'
      ? { heading: say`Your meeting with ${other} is not paid yet`, button: say`Pay for your meeting` }
      : { heading: say`The meeting with ${other} is not paid yet`, button: say`See the request` };
  return kind === 'hour'
    ? { heading: say`Your meeting with ${other} starts in an hour`, button: say`Go to the room` }
    : { heading: say`Your meeting with ${other} is tomorrow`, button: say`See your meeting` };
}

function unpaidText({ side, startsAt, tz, other }: MeetingReminderParts): string {
  const from = formatWhen(startsAt - unpaidCancelMs, tz);
  return side === 'viewer'
    ? say`We’re holding the time for you. If the meeting isn’t paid by ${from}, ${other} can cancel it.`
    : say`We’re holding the time for ${other}. If the meeting isn’t paid by ${from}, you can cancel it.`;
}
