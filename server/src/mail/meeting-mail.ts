import { writtenTitle } from '@frontrow/core/events/title-in.ts';
import type { Instant } from '@frontrow/core/kernel/instant.ts';
import type { Currency } from '@frontrow/core/kernel/money.ts';
import type { MeetingSide, MeetingState, MissedBy } from '@frontrow/core/meetings/meeting-machine.ts';
import type { TicketPrice } from '@frontrow/core/ticketing/ticket-price.ts';
import { say } from '../i18n/say.ts';
import type { MailMessage } from '../ports/mail.ts';
import { calendarFile } from './calendar-file.ts';
import { composeMail, inReadersLanguage } from './compose-mail.ts';
import type { MailBlock } from './email-blocks.ts';
import { formatMoney, formatWhen } from './email-formats.ts';
import { subjectAbout } from './event-date.ts';

/** A step of a private request, as one of the two is notified of it. */
export interface MeetingMailParts {
  /** One per request, step and side. */
  readonly dedupeKey: string;
  readonly to: string;
  readonly requestUuid: string;
  /** Number of the step among those of the request: the sequence of the calendar file. */
  readonly step: number;
  readonly steppedAt: Instant;
  readonly organizer: string;
  /** The recipient's side. */
  readonly side: MeetingSide;
  readonly host: string;
  readonly viewer: string;
  /** Who took the step; undefined if a deadline or a reversed payment caused it. */
  readonly by: MeetingSide | undefined;
  readonly state: MeetingState;
  /** The state before it. */
  readonly before: MeetingState | undefined;
  readonly missedBy: MissedBy | undefined;
  /** What happens to the payment. */
  readonly money: 'none' | 'goes_back' | 'is_kept';
  readonly startsAt: Instant;
  readonly endsAt: Instant;
  /** The recipient's time zone. */
  readonly tz: string;
  readonly minutes: number;
  readonly price: TicketPrice;
  readonly currency: Currency;
  /** When the payment is due. */
  readonly payBy: Instant | undefined;
  /** The message sent with the step. */
  readonly message: string;
  readonly requestUrl: string;
  readonly roomUrl: string;
}

/** What an email says; the heading is also its subject, with a name that fits there. */
interface MailTexts {
  readonly heading: string;
  readonly text: string;
  readonly button: string;
}

export const meetingMail = inReadersLanguage((parts: MeetingMailParts): MailMessage => {
  const { heading, text, button } = textsOf(parts);
  const { side, message, by, startsAt, endsAt, tz } = parts;
  const writer = by === 'host' ? parts.host : parts.viewer;
  const other = side === 'host' ? 'viewer' : 'host';
  return composeMail({
    dedupeKey: parts.dedupeKey,
    to: parts.to,
    subject: subjectAbout(parts[other], (name) => textsOf({ ...parts, [other]: name }).heading),
    preview: formatWhen(startsAt, tz, endsAt),
    heading,
    blocks: [
      { kind: 'text', text },
      ...(message && by
        ? [
            { kind: 'note', text: by === side ? say`You wrote:` : say`${writer} wrote:` } as const,
            { kind: 'note', text: message, written: true } as const,
          ]
        : []),
      {
        kind: 'facts',
        rows: [
          { label: say`When`, value: formatWhen(startsAt, tz, endsAt) },
          { label: say`Length`, value: say`${parts.minutes} minutes` },
        ],
      },
      ...(showsPrice(parts) ? priceBlocks(parts) : []),
      { kind: 'button', label: button, url: parts.requestUrl },
    ],
    footer:
      side === 'host'
        ? say`You received this email because you offer private meetings on Frontrow.`
        : say`You received this email because you requested a private meeting on Frontrow.`,
    ...calendarOf(parts),
  });
});

/** A confirmed meeting is added to both calendars; one that was confirmed and is cancelled is removed from them. */
function calendarOf(parts: MeetingMailParts): Pick<MailMessage, 'attachments'> {
  const { side, state, before } = parts;
  const cancelled = before === 'confirmed' && (state === 'cancelled_by_viewer' || state === 'cancelled_by_host');
  if (state !== 'confirmed' && !cancelled) return {};
  const other = side === 'host' ? parts.viewer : parts.host;
  return {
    attachments: [
      calendarFile({
        eventUuid: parts.requestUuid,
        title: writtenTitle(say`Private meeting with ${other}`),
        host: other,
        organizer: parts.organizer,
        startsAt: parts.startsAt,
        endsAt: parts.endsAt,
        tz: parts.tz,
        eventUrl: parts.roomUrl,
        cancelled,
        sequence: parts.step,
        changedAt: parts.steppedAt,
      }),
    ],
  };
}

/** While it may be paid, and of what was paid and is refunded: a total of what nobody pays would be alarming. */
function showsPrice({ state, money }: MeetingMailParts): boolean {
  if (state === 'finished' || state === 'missed') return false;
  const closed: readonly MeetingState[] = ['rejected', 'expired', 'cancelled_by_viewer', 'cancelled_by_host'];
  return money !== 'none' || !closed.includes(state);
}

/** The viewer sees the total to pay, the host the price. */
function priceBlocks({ side, price, currency }: MeetingMailParts): MailBlock[] {
  if (price.total === 0) return [{ kind: 'note', text: say`This meeting is free.` }];
  const row = (label: string, minor: number) => ({ label, value: formatMoney(minor, currency) });
  if (side === 'host') return [{ kind: 'prices', rows: [row(say`Price`, price.listed)] }];
  return [
    {
      kind: 'prices',
      rows: [row(say`Price`, price.listed), row(say`Ticket fee`, price.fee), row(say`Total`, price.total)],
    },
  ];
}

const textsOf = (parts: MeetingMailParts): MailTexts => (parts.side === 'host' ? toHost(parts) : toViewer(parts));

function toViewer(parts: MeetingMailParts): MailTexts {
  const { host, by, state, before, payBy, tz } = parts;
  const button = say`See your request`;
  const due = payBy === undefined ? undefined : formatWhen(payBy, tz);
  switch (state) {
    case 'pending_confirmation':
      return {
        heading: say`You requested a meeting with ${host}`,
        text: say`${host} can accept, propose a change, or decline. You pay nothing until ${host} accepts.`,
        button,
      };
    case 'modified':
      return {
        heading: say`${host} proposed a change`,
        text: say`Accept the proposal or cancel your request. You pay nothing until you accept.`,
        button: say`See the proposal`,
      };
    case 'accepted':
      return {
        heading: by === 'host' ? say`${host} accepted your request` : say`You accepted ${host}’s proposal`,
        text:
          due === undefined
            ? say`We’re holding the time for you. Pay to confirm the meeting.`
            : say`We’re holding the time for you. Pay by ${due} to confirm the meeting.`,
        button: say`Pay for your meeting`,
      };
    case 'confirmed':
      return {
        heading: say`Your meeting with ${host} is confirmed`,
        text: say`The room opens 10 minutes before the start. Join from your request.`,
        button: say`See your meeting`,
      };
    case 'rejected':
      return {
        heading: say`${host} declined your request`,
        text: say`You weren’t charged. You can request another time.`,
        button,
      };
    case 'cancelled_by_viewer':
      return { heading: say`You cancelled your meeting with ${host}`, text: moneyOf(parts), button };
    case 'cancelled_by_host':
      return {
        heading: by ? say`${host} cancelled your meeting` : say`Your meeting with ${host} was cancelled`,
        text: moneyOf(parts),
        button,
      };
    case 'expired':
      return {
        heading: say`Your request to ${host} expired`,
        text:
          before === 'accepted'
            ? say`The meeting wasn’t paid in time, so the time is available again.`
            : say`It wasn’t accepted before the requested time. You can request another time.`,
        button,
      };
    case 'finished':
      return {
        heading: say`How was your meeting with ${host}?`,
        text: say`Your review helps others.`,
        button: say`Write a review`,
      };
    case 'missed':
      return {
        heading: say`Your meeting with ${host} did not take place`,
        text: `${whoMissed(parts)} ${moneyOf(parts)}`,
        button,
      };
  }
}

function toHost(parts: MeetingMailParts): MailTexts {
  const { viewer, by, state, before, payBy, tz } = parts;
  const button = say`See the request`;
  const due = payBy === undefined ? undefined : formatWhen(payBy, tz);
  switch (state) {
    case 'pending_confirmation':
      return {
        heading: say`${viewer} requested a private meeting`,
        text: say`Accept it, propose a change, or decline.`,
        button: say`Answer the request`,
      };
    case 'modified':
      return {
        heading: say`You proposed a change to ${viewer}`,
        text: say`We’ll hold the time once it’s accepted.`,
        button,
      };
    case 'accepted':
      return {
        heading: by === 'host' ? say`You accepted the meeting with ${viewer}` : say`${viewer} accepted your proposal`,
        text:
          due === undefined
            ? say`We’re holding the time. ${viewer} can pay.`
            : say`We’re holding the time. ${viewer} can pay by ${due}.`,
        button,
      };
    case 'confirmed':
      return {
        heading: say`Your meeting with ${viewer} is confirmed`,
        text: say`The room opens 10 minutes before the start. Join from the request.`,
        button: say`See the meeting`,
      };
    case 'rejected':
      return { heading: say`You declined ${viewer}’s request`, text: say`The request is closed.`, button };
    case 'cancelled_by_viewer':
      return {
        heading: say`${viewer} cancelled the meeting`,
        text: say`The time is available again. ${moneyOf(parts)}`,
        button,
      };
    case 'cancelled_by_host':
      return {
        heading: by ? say`You cancelled the meeting with ${viewer}` : say`Your meeting with ${viewer} was cancelled`,
        text: say`The time is available again. ${moneyOf(parts)}`,
        button,
      };
    case 'expired':
      return {
        heading: say`${viewer}’s request expired`,
        text:
          before === 'accepted'
            ? say`The meeting wasn’t paid in time, so the time is available again.`
            : say`It wasn’t accepted before the requested time.`,
        button,
      };
    case 'finished':
      return { heading: say`Your meeting with ${viewer} has ended`, text: moneyOf(parts), button };
    case 'missed':
      return {
        heading: say`Your meeting with ${viewer} did not take place`,
        text: `${whoMissed(parts)} ${moneyOf(parts)}`,
        button,
      };
  }
}

/** A whole sentence for each, because languages order their words differently. */
function whoMissed({ side, host, viewer, missedBy }: MeetingMailParts): string {
  if (missedBy === 'both') return say`Neither of you joined.`;
  if (missedBy === side) return say`You didn’t join.`;
  const other = side === 'host' ? viewer : host;
  return say`${other} didn’t join.`;
}

function moneyOf({ side, money, state, viewer }: MeetingMailParts): string {
  if (money === 'none') return state === 'finished' ? say`It was free.` : say`Nothing was charged.`;
  if (money === 'goes_back')
    return side === 'viewer' ? say`You’ll get a full refund.` : say`${viewer} gets a full refund.`;
  if (side === 'host') return say`Your earnings become available 3 days later.`;
  return state === 'missed'
    ? say`Your payment is not refunded.`
    : say`It was cancelled less than 24 hours before the start, so it isn’t refunded.`;
}
