import type { Instant } from '@frontrow/core/kernel/instant.ts';
import type { Currency } from '@frontrow/core/kernel/money.ts';
import type { MeetingSide, MeetingState, MissedBy } from '@frontrow/core/meetings/meeting-machine.ts';
import type { TicketPrice } from '@frontrow/core/ticketing/ticket-price.ts';
import type { MailMessage } from '../ports/mail.ts';
import { calendarFile } from './calendar-file.ts';
import { composeMail } from './compose-mail.ts';
import type { MailBlock } from './email-blocks.ts';
import { formatMoney, formatWhen } from './email-formats.ts';

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

/** What an email says; the heading is also its subject. */
interface MailTexts {
  readonly heading: string;
  readonly text: string;
  readonly button: string;
}

export function meetingMail(parts: MeetingMailParts): MailMessage {
  const { heading, text, button } = textsOf(parts);
  const { side, state, message, by, startsAt, endsAt, tz } = parts;
  const writer = by === 'host' ? parts.host : parts.viewer;
  const open = state !== 'finished' && state !== 'missed';
  return composeMail({
    dedupeKey: parts.dedupeKey,
    to: parts.to,
    subject: heading,
    preview: formatWhen(startsAt, tz, endsAt),
    heading,
    blocks: [
      { kind: 'text', text },
      ...(message && by ? [{ kind: 'note', text: `${by === side ? 'You' : writer} wrote:\n${message}` } as const] : []),
      {
        kind: 'facts',
        rows: [
          { label: 'When', value: formatWhen(startsAt, tz, endsAt) },
          { label: 'Length', value: `${parts.minutes} minutes` },
        ],
      },
      ...(open ? priceBlocks(parts) : []),
      { kind: 'button', label: button, url: parts.requestUrl },
    ],
    footer:
      side === 'host'
        ? 'You received this email because you offer private meetings on Frontrow.'
        : 'You received this email because you requested a private meeting on Frontrow.',
    ...calendarOf(parts),
  });
}

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
        title: `Private meeting with ${other}`,
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

/** The viewer sees the total to pay, the host the price. */
function priceBlocks({ side, price, currency }: MeetingMailParts): MailBlock[] {
  if (price.total === 0) return [{ kind: 'note', text: 'This meeting is free.' }];
  const row = (label: string, minor: number) => ({ label, value: formatMoney(minor, currency) });
  if (side === 'host') return [{ kind: 'prices', rows: [row('Price', price.listed)] }];
  return [
    { kind: 'prices', rows: [row('Price', price.listed), row('Ticket fee', price.fee), row('Total', price.total)] },
  ];
}

const textsOf = (parts: MeetingMailParts): MailTexts => (parts.side === 'host' ? toHost(parts) : toViewer(parts));

function toViewer(parts: MeetingMailParts): MailTexts {
  const { host, by, state, before, missedBy, payBy, tz } = parts;
  const button = 'See your request';
  const due = payBy === undefined ? '' : ` by ${formatWhen(payBy, tz)}`;
  switch (state) {
    case 'pending_confirmation':
      return {
        heading: `You requested a meeting with ${host}`,
        text: `${host} can accept, propose a change, or decline. You pay nothing until ${host} accepts.`,
        button,
      };
    case 'modified':
      return {
        heading: `${host} proposed a change`,
        text: 'Accept the proposal or cancel your request. You pay nothing until you accept.',
        button: 'See the proposal',
      };
    case 'accepted':
      return {
        heading: by === 'host' ? `${host} accepted your request` : `You accepted ${host}’s proposal`,
        text: `We’re holding the time for you. Pay${due} to confirm the meeting.`,
        button: 'Pay for your meeting',
      };
    case 'confirmed':
      return {
        heading: `Your meeting with ${host} is confirmed`,
        text: 'The room opens 10 minutes before the start. Join from your request.',
        button: 'See your meeting',
      };
    case 'rejected':
      return {
        heading: `${host} declined your request`,
        text: 'You weren’t charged. You can request another time.',
        button,
      };
    case 'cancelled_by_viewer':
      return { heading: `You cancelled your meeting with ${host}`, text: moneyOf(parts), button };
    case 'cancelled_by_host':
      return {
        heading: by ? `${host} cancelled your meeting` : `Your meeting with ${host} was cancelled`,
        text: moneyOf(parts),
        button,
      };
    case 'expired':
      return {
        heading: `Your request to ${host} expired`,
        text:
          before === 'accepted'
            ? 'The meeting wasn’t paid in time, so the time is available again.'
            : 'It wasn’t accepted before the requested time. You can request another time.',
        button,
      };
    case 'finished':
      return {
        heading: `How was your meeting with ${host}?`,
        text: 'Your review helps others.',
        button: 'Write a review',
      };
    case 'missed':
      return {
        heading: `Your meeting with ${host} did not take place`,
        text: `${missedBy === 'viewer' ? 'You didn’t join.' : `${host} didn’t join.`} ${moneyOf(parts)}`,
        button,
      };
  }
}

function toHost(parts: MeetingMailParts): MailTexts {
  const { viewer, by, state, before, missedBy, payBy, tz } = parts;
  const button = 'See the request';
  const due = payBy === undefined ? '' : ` by ${formatWhen(payBy, tz)}`;
  switch (state) {
    case 'pending_confirmation':
      return {
        heading: `${viewer} requested a private meeting`,
        text: 'Accept it, propose a change, or decline.',
        button: 'Answer the request',
      };
    case 'modified':
      return { heading: `You proposed a change to ${viewer}`, text: 'We’ll hold the time once it’s accepted.', button };
    case 'accepted':
      return {
        heading: by === 'host' ? `You accepted the meeting with ${viewer}` : `${viewer} accepted your proposal`,
        text: `We’re holding the time. ${viewer} can pay${due}.`,
        button,
      };
    case 'confirmed':
      return {
        heading: `Your meeting with ${viewer} is confirmed`,
        text: 'The room opens 10 minutes before the start. Join from the request.',
        button: 'See the meeting',
      };
    case 'rejected':
      return { heading: `You declined ${viewer}’s request`, text: 'The request is closed.', button };
    case 'cancelled_by_viewer':
      return {
        heading: `${viewer} cancelled the meeting`,
        text: `The time is available again. ${moneyOf(parts)}`,
        button,
      };
    case 'cancelled_by_host':
      return {
        heading: by ? `You cancelled the meeting with ${viewer}` : `Your meeting with ${viewer} was cancelled`,
        text: `The time is available again. ${moneyOf(parts)}`,
        button,
      };
    case 'expired':
      return {
        heading: `${viewer}’s request expired`,
        text:
          before === 'accepted'
            ? 'The meeting wasn’t paid in time, so the time is available again.'
            : 'It wasn’t accepted before the requested time.',
        button,
      };
    case 'finished':
      return { heading: `Your meeting with ${viewer} has ended`, text: moneyOf(parts), button };
    case 'missed':
      return {
        heading: `Your meeting with ${viewer} did not take place`,
        text: `${missedBy === 'viewer' ? `${viewer} didn’t join.` : 'You didn’t join.'} ${moneyOf(parts)}`,
        button,
      };
  }
}

function moneyOf({ side, money, state, viewer }: MeetingMailParts): string {
  if (money === 'none') return state === 'finished' ? 'It was free.' : 'Nothing was charged.';
  if (money === 'goes_back') return side === 'viewer' ? 'You’ll get a full refund.' : `${viewer} gets a full refund.`;
  if (side === 'host') return 'Your earnings become available 3 days later.';
  return state === 'missed'
    ? 'Your payment is not refunded.'
    : 'It was cancelled less than 24 hours before the start, so it isn’t refunded.';
}
