import type { EventTitle } from '@frontrow/core/events/title-in.ts';
import type { Instant } from '@frontrow/core/kernel/instant.ts';
import type { Currency, Minor } from '@frontrow/core/kernel/money.ts';
import type { MeetingSide } from '@frontrow/core/meetings/meeting-machine.ts';
import { say, sayTitle } from '../i18n/say.ts';
import type { MailMessage } from '../ports/mail.ts';
import { type CalendarEntry, calendarFile } from './calendar-file.ts';
import { composeMail, inReadersLanguage } from './compose-mail.ts';
import { formatMoney, formatWhen } from './email-formats.ts';
import { eventLink } from './event-link.ts';
import { type MailedDate, subjectAbout, whenOf } from './event-date.ts';

export interface DisputeMailParts {
  readonly dedupeKey: string;
  readonly to: string;
  readonly title: EventTitle;
  /** Undefined for a replay. */
  readonly date: MailedDate | undefined;
  readonly eventUrl: string;
  readonly currency: Currency;
  /** The disputed amount. */
  readonly amountMinor: Minor;
  /** The host's share of it. */
  readonly priceMinor: Minor;
  readonly now: 'open' | 'won' | 'lost';
  /** The host keeps nothing of this payment: the event was cancelled, or the buyer gets a refund. */
  readonly nothingDue: boolean;
  /** A private meeting that does not take place: an open dispute cancels it. */
  readonly isOff: boolean;
  /** Adds the event to the calendar of the ticket's holder, or removes it. */
  readonly calendar?: CalendarEntry | undefined;
}

interface Words {
  readonly subject: string;
  readonly heading: string;
  readonly text: string;
}

/** What a dispute means for the host. */
export const hostDisputeMail = inReadersLanguage((parts: DisputeMailParts): MailMessage => {
  const part = formatMoney(parts.priceMinor, parts.currency);
  const words: Readonly<Record<DisputeMailParts['now'], Words>> = {
    open: {
      subject: say`A payment is disputed`,
      heading: say`A payment is disputed`,
      text: parts.nothingDue
        ? say`A buyer’s bank has opened a chargeback. The event was cancelled, so nothing is due to you. We respond to the bank; there is nothing you need to do.`
        : say`A buyer’s bank has opened a chargeback. Until it decides, your share of ${part} is frozen and the ticket is not valid. We respond to the bank; there is nothing you need to do.`,
    },
    won: {
      subject: say`The dispute was won`,
      heading: say`The dispute was won`,
      text: parts.nothingDue
        ? say`The bank decided in your favor. The buyer gets a refund for this ticket, so nothing is due to you.`
        : say`The bank decided in your favor. Your share of ${part} is no longer frozen.`,
    },
    lost: {
      subject: say`The dispute was lost`,
      heading: say`The dispute was lost`,
      text: parts.nothingDue
        ? say`The bank refunded the buyer. The event was cancelled, so nothing is due to you; we cover our fee and the costs of the dispute.`
        : say`The bank refunded the buyer. Your share of ${part} was deducted from your balance; we cover our fee and the costs of the dispute.`,
    },
  };
  const [said, footer] = isMeeting(parts)
    ? [meetingForHost(parts, part), say`You received this email because you offer private meetings on Frontrow.`]
    : [words, say`You received this email because you host this event on Frontrow.`];
  return mailOf(parts, said[parts.now], { side: 'host', footer });
});

/** What a dispute means for who paid, and for the holder of the ticket where that is someone else. */
export const holderDisputeMail = inReadersLanguage(
  (parts: Omit<DisputeMailParts, 'nothingDue'> & { paid: boolean }): MailMessage => {
    const amount = formatMoney(parts.amountMinor, parts.currency);
    const words: Readonly<Record<DisputeMailParts['now'], Words>> = {
      open: {
        subject: say`Your ticket is on hold`,
        heading: say`Your ticket is on hold`,
        text: parts.paid
          ? say`Your bank or PayPal told us that you dispute the ${amount} you paid for this ticket. Until they decide, the ticket is not valid and cannot be refunded. If you didn’t mean to, ask them to withdraw the dispute: your ticket then becomes valid again.`
          : say`The buyer’s bank has disputed the ${amount} paid for this ticket. Until it decides, the ticket is not valid and cannot be refunded.`,
      },
      won: {
        subject: say`Your ticket is valid again`,
        heading: say`Your ticket is valid again`,
        text: say`The dispute is settled. You have the same ticket as before, with the same code.`,
      },
      lost: {
        subject: say`Your ticket is no longer valid`,
        heading: say`Your ticket is no longer valid`,
        text: parts.paid
          ? say`Your bank or PayPal refunded you ${amount}, so your ticket for this event is no longer valid.`
          : say`The bank refunded ${amount} to the buyer, so the ticket for this event is no longer valid.`,
      },
    };
    const [said, footer] = isMeeting(parts)
      ? [
          meetingForViewer(parts, amount),
          say`You received this email because you requested a private meeting on Frontrow.`,
        ]
      : [words, say`You received this email because a Frontrow ticket was bought with or for this email address.`];
    return mailOf(parts, said[parts.now], { side: 'viewer', footer });
  },
);

const isMeeting = ({ title }: Pick<DisputeMailParts, 'title'>): boolean => title.made === 'meeting';

/** A private meeting has no ticket that its two would know of, and its viewer is the one who paid. */
const meetingForHost = (
  { nothingDue }: DisputeMailParts,
  part: string,
): Readonly<Record<DisputeMailParts['now'], Words>> => ({
  open: {
    subject: say`A payment is disputed`,
    heading: say`A payment is disputed`,
    text: nothingDue
      ? say`The viewer’s bank has opened a chargeback. The meeting was cancelled, so nothing is due to you. We respond to the bank; there is nothing you need to do.`
      : say`The viewer’s bank has opened a chargeback. Until it decides, your share of ${part} is frozen. We respond to the bank; there is nothing you need to do.`,
  },
  won: {
    subject: say`The dispute was won`,
    heading: say`The dispute was won`,
    text: nothingDue
      ? say`The bank decided in your favor. The viewer gets a refund for this meeting, so nothing is due to you.`
      : say`The bank decided in your favor. Your share of ${part} is no longer frozen.`,
  },
  lost: {
    subject: say`The dispute was lost`,
    heading: say`The dispute was lost`,
    text: nothingDue
      ? say`The bank refunded the viewer. The meeting was cancelled, so nothing is due to you; we cover our fee and the costs of the dispute.`
      : say`The bank refunded the viewer. Your share of ${part} was deducted from your balance; we cover our fee and the costs of the dispute.`,
  },
});

const meetingForViewer = (
  { isOff }: Pick<DisputeMailParts, 'isOff'>,
  amount: string,
): Readonly<Record<DisputeMailParts['now'], Words>> => ({
  open: {
    subject: say`Your payment is disputed`,
    heading: say`Your payment is disputed`,
    text: isOff
      ? say`Your bank or PayPal told us that you dispute the ${amount} you paid for this meeting, so it was cancelled. Until they decide, it cannot be refunded. If you withdraw the dispute or lose it, we’ll refund you automatically.`
      : say`Your bank or PayPal told us that you dispute the ${amount} you paid for this meeting. Until they decide, it cannot be refunded. If you didn’t mean to, ask them to withdraw the dispute.`,
  },
  won: {
    subject: say`The dispute is settled`,
    heading: say`The dispute is settled`,
    text: say`Your payment of ${amount} for this meeting stands. There is nothing you need to do.`,
  },
  lost: {
    subject: say`The dispute is settled`,
    heading: say`The dispute is settled`,
    text: say`Your bank or PayPal refunded you ${amount} for this meeting.`,
  },
});

interface AdminDisputeMailParts extends Pick<
  DisputeMailParts,
  'dedupeKey' | 'to' | 'title' | 'currency' | 'amountMinor'
> {
  /** Undefined where the provider names no day. */
  readonly evidenceDueAt: Instant | undefined;
  readonly orderUrl: string;
}

/** Asks app admins for evidence, with the day on which it is due. */
export const adminDisputeMail = inReadersLanguage((parts: AdminDisputeMailParts): MailMessage => {
  const text =
    parts.evidenceDueAt === undefined
      ? say`A buyer’s bank has reversed a payment. Submit evidence in the payment provider’s dashboard; without it, the bank decides for the buyer.`
      : say`A buyer’s bank has reversed a payment. Submit evidence in the payment provider’s dashboard before it’s due; without it, the bank decides for the buyer.`;
  return composeMail({
    dedupeKey: parts.dedupeKey,
    to: parts.to,
    subject: subjectAbout(parts.title, (title) => say`New dispute: ${title}`),
    preview: text,
    heading: say`New dispute`,
    blocks: [
      { kind: 'text', text },
      {
        kind: 'facts',
        rows: [
          { label: say`Event`, value: sayTitle(parts.title) },
          { label: say`Amount`, value: formatMoney(parts.amountMinor, parts.currency) },
          ...(parts.evidenceDueAt === undefined
            ? []
            : [{ label: say`Evidence due`, value: formatWhen(parts.evidenceDueAt, 'UTC') }]),
        ],
      },
      { kind: 'button', label: say`Open the order`, url: parts.orderUrl },
    ],
    footer: say`You receive this email because you are an app admin of Frontrow.`,
  });
});

const mailOf = (
  { dedupeKey, to, title, date, eventUrl, calendar }: Omit<DisputeMailParts, 'nothingDue'>,
  words: Words,
  { side, footer }: { readonly side: MeetingSide; readonly footer: string },
): MailMessage =>
  composeMail({
    dedupeKey,
    to,
    subject: subjectAbout(title, (shown) => `${words.subject}: ${shown}`, date),
    preview: words.text,
    heading: words.heading,
    blocks: [
      { kind: 'title', text: title },
      ...whenOf(date),
      { kind: 'text', text: words.text },
      eventLink(title, eventUrl, side),
    ],
    footer,
    ...(calendar && { attachments: [calendarFile(calendar)] }),
  });
