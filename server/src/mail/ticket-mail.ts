import type { EventTitle } from '@frontrow/core/events/title-in.ts';
import type { Currency, Minor } from '@frontrow/core/kernel/money.ts';
import { say } from '../i18n/say.ts';
import type { MailMessage } from '../ports/mail.ts';
import { type CalendarEntry, calendarFile } from './calendar-file.ts';
import { composeMail, inReadersLanguage } from './compose-mail.ts';
import type { MailBlock, MailRow } from './email-blocks.ts';
import { formatMoney, formatWhen } from './email-formats.ts';
import { type MailedDate, subjectAbout } from './event-date.ts';

export interface TicketMailParts extends MailedDate {
  /** One per ticket: `ticket:<uuid>`. */
  readonly dedupeKey: string;
  readonly to: string;
  readonly calendar: CalendarEntry;
  readonly title: EventTitle;
  /** Host's name or username. */
  readonly host: string;
  /** Public page of the event. */
  readonly eventUrl: string;
  /** The ticket's own page. */
  readonly ticketUrl: string;
  /** What the button opens: `accounts.joinLink(…)`, a one-time join link for guests and the event page for accounts. */
  readonly joinUrl: string;
  /** The host gave it away: the email names the host and does not mention a purchase. */
  readonly complimentary?: boolean;
  /** True if the holder is a guest: the email then explains the link. */
  readonly isGuest: boolean;
  /** Claimed by a token: the button is a magic link, which works logged out. */
  readonly byToken?: boolean;
  /** Ticket code people can read aloud. */
  readonly code: string;
  /** 1-based seat, when known. */
  readonly seat?: number;
  /** It is for the replay of an event that is over. */
  readonly isReplay?: boolean;
  /** Its former holder paid for it and transferred it to this email address: the price is not shown. */
  readonly transferred?: boolean;
  /** Page of the receipt; undefined if the ticket was free. */
  readonly receiptUrl?: string;
  /** Minor units; undefined or a total of 0 reads "Free". */
  readonly price?: MailedPrice | undefined;
}

interface MailedPrice {
  readonly listedMinor: Minor;
  readonly discountMinor: Minor;
  readonly feeMinor: Minor;
  readonly totalMinor: Minor;
  readonly currency: Currency;
  /** Of a series pass: what was paid for all its dates in one payment. */
  readonly pass?: { readonly totalMinor: Minor; readonly dates: number };
}

/**
 * The email with a ticket: join link, calendar file (`event.ics`), price lines. The dedupe key suppresses a second one.
 */
export const ticketMail = inReadersLanguage((parts: TicketMailParts): MailMessage => {
  const { code, title, eventUrl } = parts;
  return composeMail({
    dedupeKey: parts.dedupeKey,
    to: parts.to,
    subject: subjectOf(parts),
    preview: parts.isReplay
      ? say`Watch it whenever you like.`
      : `${formatWhen(parts.startsAt, parts.tz, parts.calendar.endsAt)}. ${say`Ticket ${code}`}.`,
    heading: parts.isReplay ? say`Your replay is ready` : say`You’re in!`,
    blocks: [
      ...(parts.transferred
        ? [{ kind: 'text', text: say`This ticket was transferred to you. Only you can use it now.` } as const]
        : []),
      { kind: 'title', text: title },
      ...(parts.complimentary
        ? [{ kind: 'text', text: say`${parts.host} invited you with a complimentary ticket.` } as const]
        : []),
      { kind: 'facts', rows: factsOf(parts) },
      { kind: 'button', label: buttonOf(parts), url: parts.joinUrl },
      ...(parts.isGuest || parts.byToken
        ? [
            {
              kind: 'note',
              text: say`This link is only for you and works once, even if you’re logged out. You can request a new one from the same page.`,
            } as const,
          ]
        : []),
      ...(parts.isReplay
        ? []
        : [{ kind: 'stub', code, hint: say`Your ticket code. Open the link in this email when doors open.` } as const]),
      ...(parts.transferred || parts.complimentary
        ? []
        : [{ kind: 'prices', rows: pricesOf(parts.price) } as const, ...passOf(parts.price)]),
      ...(parts.receiptUrl === undefined
        ? []
        : [{ kind: 'link', label: say`Get your receipt`, url: parts.receiptUrl } as const]),
      ...(parts.complimentary || isFree(parts) ? [] : [{ kind: 'note', text: refundLineOf(parts) } as const]),
      { kind: 'link', label: say`Open the ticket`, url: parts.ticketUrl },
      { kind: 'link', label: say`See the event page`, url: eventUrl },
    ],
    footer: footerOf(parts),
    ...(!parts.isReplay && { attachments: [calendarFile(parts.calendar)] }),
  });
});

const subjectOf = (parts: TicketMailParts): string =>
  parts.isReplay
    ? subjectAbout(parts.title, (title) => title)
    : subjectAbout(parts.title, (title) => say`Your ticket: ${title}`, parts);

/** The price of a transferred ticket is its buyer's own matter, so it may have cost something. */
const isFree = ({ price, transferred }: TicketMailParts): boolean => !transferred && !price?.totalMinor;

function buttonOf({ byToken, isReplay }: TicketMailParts): string {
  if (isReplay) return say`Watch the replay`;
  return byToken ? say`Join the event` : say`Go to the event`;
}

function refundLineOf({ isReplay, transferred }: TicketMailParts): string {
  if (isReplay)
    return say`You can get a full refund within 14 days, as long as you’ve watched less than 10% of the replay.`;
  return transferred
    ? say`If the ticket is refunded, the buyer gets the refund and we’ll email you.`
    : say`You can get a full refund if the host cancels, is more than 10 minutes late, or doesn’t show up.`;
}

function footerOf(parts: TicketMailParts): string {
  const { complimentary, transferred, host } = parts;
  if (complimentary) return say`You received this email because ${host} gave you a ticket on Frontrow.`;
  if (transferred) return say`You received this email because a Frontrow ticket was transferred to this email address.`;
  return isFree(parts)
    ? say`You received this email because a Frontrow ticket was booked with this email address.`
    : say`You received this email because a Frontrow ticket was bought with this email address.`;
}

const factsOf = ({ startsAt, tz, host, seat, calendar, isReplay }: TicketMailParts): MailRow[] => [
  ...(isReplay ? [] : [{ label: say`When`, value: formatWhen(startsAt, tz, calendar.endsAt) }]),
  { label: say`Host`, value: host },
  ...(seat === undefined || isReplay ? [] : [{ label: say`Seat`, value: String(seat) }]),
];

/** The buyer's bank knows one payment for all dates, and no amount of this email. */
function passOf(price: TicketMailParts['price']): MailBlock[] {
  const { pass } = price ?? {};
  if (!price || !pass || pass.dates < 2) return [];
  const total = formatMoney(pass.totalMinor, price.currency);
  return [
    { kind: 'note', text: say`Part of your series pass: you paid ${total} for ${pass.dates} dates in one payment.` },
  ];
}

function pricesOf(price: TicketMailParts['price']): MailRow[] {
  if (!price || price.totalMinor === 0) return [{ label: say`Total`, value: say`Free` }];
  const words = (minor: Minor): string => formatMoney(minor, price.currency);
  return [
    { label: say`Ticket`, value: words(price.listedMinor) },
    ...(price.discountMinor > 0
      ? [{ label: price.pass ? say`Pass discount` : say`Discount`, value: `−${words(price.discountMinor)}` }]
      : []),
    { label: say`Fee`, value: words(price.feeMinor) },
    { label: say`Total`, value: words(price.totalMinor) },
  ];
}
