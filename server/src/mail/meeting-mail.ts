import type { Instant } from '@frontrow/core/kernel/instant.ts';
import type { Currency } from '@frontrow/core/kernel/money.ts';
import type { MeetingSide, MeetingState, MissedBy } from '@frontrow/core/meetings/meeting-machine.ts';
import type { TicketPrice } from '@frontrow/core/ticketing/ticket-price.ts';
import type { MailMessage } from '../ports/mail.ts';
import { calendarFile } from './calendar-file.ts';
import { composeMail } from './compose-mail.ts';
import type { MailBlock } from './email-blocks.ts';
import { formatMoney, formatWhen } from './email-formats.ts';

/** A step of a private request, as one of the two is told of it. */
export interface MeetingMailParts {
  /** One per request, step and side. */
  readonly dedupeKey: string;
  readonly to: string;
  readonly requestUuid: string;
  /** Number of the step among those of the request: the sequence of the calendar file. */
  readonly step: number;
  readonly steppedAt: Instant;
  readonly organizer: string;
  /** Whom the mail is for. */
  readonly side: MeetingSide;
  readonly host: string;
  readonly viewer: string;
  /** Who took the step; undefined: time brought it, or money that was taken back. */
  readonly by: MeetingSide | undefined;
  readonly state: MeetingState;
  /** The state before it. */
  readonly before: MeetingState | undefined;
  readonly missedBy: MissedBy | undefined;
  /** What becomes of the money that was paid. */
  readonly money: 'none' | 'goes_back' | 'is_kept';
  readonly startsAt: Instant;
  readonly endsAt: Instant;
  /** The zone of whom the mail is for. */
  readonly tz: string;
  readonly minutes: number;
  readonly price: TicketPrice;
  readonly currency: Currency;
  /** Until when it is to be paid. */
  readonly payBy: Instant | undefined;
  /** What was written with the step. */
  readonly message: string;
  readonly requestUrl: string;
  readonly roomUrl: string;
}

/** What a mail says: the heading is its subject, too. */
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
          { label: 'How long', value: `${parts.minutes} minutes` },
        ],
      },
      ...(open ? priceBlocks(parts) : []),
      { kind: 'button', label: button, url: parts.requestUrl },
    ],
    footer:
      side === 'host'
        ? 'You receive this mail because you offer private meetings on Frontrow.'
        : 'You receive this mail because you asked for a private meeting on Frontrow.',
    ...calendarOf(parts),
  });
}

/** A confirmed meeting comes into both calendars; one that was confirmed and is cancelled leaves them. */
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

/** The viewer reads what is to be paid in all, the host what the price is. */
function priceBlocks({ side, price, currency }: MeetingMailParts): MailBlock[] {
  if (price.total === 0) return [{ kind: 'note', text: 'This meeting costs nothing.' }];
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
  const until = payBy === undefined ? '' : ` until ${formatWhen(payBy, tz)}`;
  switch (state) {
    case 'pending_confirmation':
      return {
        heading: `Your request is with ${host}`,
        text: `${host} accepts it, proposes something else, or says no. You pay nothing before that.`,
        button,
      };
    case 'modified':
      return {
        heading: `${host} proposes something else`,
        text: 'Agree to it, or cancel. You pay nothing before you agree.',
        button: 'See the proposal',
      };
    case 'accepted':
      return {
        heading: by === 'host' ? `${host} accepted your meeting` : `You agreed with ${host}`,
        text: `The time is kept for you. Pay${until} to confirm it.`,
        button: 'Pay your meeting',
      };
    case 'confirmed':
      return {
        heading: `Your meeting with ${host} is confirmed`,
        text: 'The room opens 10 minutes before. You enter it from your request.',
        button: 'See your meeting',
      };
    case 'rejected':
      return {
        heading: `${host} cannot meet you`,
        text: 'Nothing was paid. You may ask again for another time.',
        button,
      };
    case 'cancelled_by_viewer':
      return { heading: `You cancelled your meeting with ${host}`, text: moneyOf(parts), button };
    case 'cancelled_by_host':
      return {
        heading: by ? `${host} cancelled your meeting` : `Your meeting with ${host} does not take place`,
        text: moneyOf(parts),
        button,
      };
    case 'expired':
      return {
        heading: `Your request to ${host} is over`,
        text:
          before === 'accepted'
            ? 'It was not paid in time, so the time is free again.'
            : 'It was not agreed on before its time. You may ask again for another one.',
        button,
      };
    case 'finished':
      return { heading: `You met ${host}`, text: 'How was it? Your review helps others.', button: 'Write a review' };
    case 'missed':
      return {
        heading: `Your meeting with ${host} did not take place`,
        text: `${missedBy === 'viewer' ? 'You were not there.' : `${host} was not there.`} ${moneyOf(parts)}`,
        button,
      };
  }
}

function toHost(parts: MeetingMailParts): MailTexts {
  const { viewer, by, state, before, missedBy, payBy, tz } = parts;
  const button = 'See the request';
  const until = payBy === undefined ? '' : ` until ${formatWhen(payBy, tz)}`;
  switch (state) {
    case 'pending_confirmation':
      return {
        heading: `${viewer} asks for a private meeting`,
        text: 'Accept it, propose something else, or say no.',
        button: 'Answer the request',
      };
    case 'modified':
      return { heading: `Your proposal is with ${viewer}`, text: 'The time is kept once it is agreed on.', button };
    case 'accepted':
      return {
        heading: by === 'host' ? `You accepted the meeting with ${viewer}` : `${viewer} agreed`,
        text: `The time is kept. ${viewer} can pay${until}.`,
        button,
      };
    case 'confirmed':
      return {
        heading: `Your meeting with ${viewer} is confirmed`,
        text: 'The room opens 10 minutes before. You enter it from the request.',
        button: 'See the meeting',
      };
    case 'rejected':
      return { heading: `You said no to ${viewer}`, text: 'The request is closed.', button };
    case 'cancelled_by_viewer':
      return { heading: `${viewer} cancelled the meeting`, text: `The time is free again. ${moneyOf(parts)}`, button };
    case 'cancelled_by_host':
      return {
        heading: by ? `You cancelled the meeting with ${viewer}` : `Your meeting with ${viewer} does not take place`,
        text: `The time is free again. ${moneyOf(parts)}`,
        button,
      };
    case 'expired':
      return {
        heading: `The request of ${viewer} is over`,
        text:
          before === 'accepted'
            ? 'It was not paid in time, so the time is free again.'
            : 'It was not agreed on before its time.',
        button,
      };
    case 'finished':
      return { heading: `You met ${viewer}`, text: moneyOf(parts), button };
    case 'missed':
      return {
        heading: `Your meeting with ${viewer} did not take place`,
        text: `${missedBy === 'viewer' ? `${viewer} was not there.` : 'You were not there.'} ${moneyOf(parts)}`,
        button,
      };
  }
}

function moneyOf({ side, money, state, viewer }: MeetingMailParts): string {
  if (money === 'none') return state === 'finished' ? 'It was free.' : 'Nothing was paid.';
  if (money === 'goes_back')
    return side === 'viewer' ? 'Everything you paid goes back to you.' : `Everything ${viewer} paid goes back.`;
  if (side === 'host') return 'Its price becomes yours 3 days later.';
  return state === 'missed'
    ? 'What you paid stays with the host.'
    : 'That was less than 24 hours before the time, so nothing goes back.';
}
