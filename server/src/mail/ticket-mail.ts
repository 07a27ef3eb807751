import type { Instant } from '@frontrow/core/kernel/instant.ts';
import type { Currency, Minor } from '@frontrow/core/kernel/money.ts';
import type { MailAttachment, MailMessage } from '../ports/mail.ts';
import { type CalendarEntry, calendarFile } from './calendar-file.ts';
import { codePicture } from './qr-code.ts';
import { composeMail } from './compose-mail.ts';
import type { MailRow } from './email-blocks.ts';
import { formatMoney, formatWhen } from './email-formats.ts';

export interface TicketMailParts {
  /** One per ticket: `ticket:<uuid>`. */
  readonly dedupeKey: string;
  readonly to: string;
  readonly calendar: CalendarEntry;
  readonly title: string;
  /** Host's name or username. */
  readonly host: string;
  /** Epoch ms, UTC. */
  readonly startsAt: Instant;
  /** IANA zone of the event. */
  readonly tz: string;
  /** Public page of the event. */
  readonly eventUrl: string;
  /** The ticket's own page. */
  readonly ticketUrl: string;
  /** What the button opens: `accounts.joinLink(…)`, for guests a one-time way in, for accounts the event page. */
  readonly joinUrl: string;
  /** The host gave it away: the mail says who, and asks for no purchase to be remembered. */
  readonly complimentary?: boolean;
  /** True when the holder is a guest: the mail then says what the link is. */
  readonly isGuest: boolean;
  /** Claimed by a token: the button is a magic link, which works logged out. */
  readonly byToken?: boolean;
  /** Ticket code people can read aloud; also in the QR picture. */
  readonly code: string;
  /** 1-based seat, when known. */
  readonly seat?: number;
  /** Its former holder passed it on to this address, and paid for it: the price is not told. */
  readonly transferred?: boolean;
  /** Page of the receipt; undefined where the ticket was free. */
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
}

/**
 * The mail of a bought ticket: way in, QR code (inline PNG, `cid:code`), calendar file (`event.ics`), price lines.
 *
 *   await kit.mail.send(await ticketMail({ dedupeKey: `ticket:${ticket.id}`, to, … }));
 *
 * Sending it twice is suppressed by the dedupe key. Never throws for wrong text: everything is escaped.
 */
export function ticketMail(parts: TicketMailParts): MailMessage {
  const { code, title, eventUrl } = parts;
  return composeMail({
    dedupeKey: parts.dedupeKey,
    to: parts.to,
    subject: `Your ticket: ${title}`,
    preview: `${formatWhen(parts.startsAt, parts.tz, parts.calendar.endsAt)}. Ticket ${code}.`,
    heading: "You're in!",
    blocks: [
      ...(parts.transferred
        ? [{ kind: 'text', text: 'Somebody passed this ticket on to you. It is yours alone now.' } as const]
        : []),
      { kind: 'title', text: title },
      ...(parts.complimentary
        ? [{ kind: 'text', text: `${parts.host} invites you: this ticket is complimentary.` } as const]
        : []),
      { kind: 'facts', rows: factsOf(parts) },
      { kind: 'button', label: parts.byToken ? 'Join the event' : 'Go to the event', url: parts.joinUrl },
      ...(parts.isGuest || parts.byToken
        ? [
            {
              kind: 'note',
              text:
                'This link is only for you and works once, even if you’re logged out. You can request a new one from ' +
                'the same page.',
            } as const,
          ]
        : []),
      { kind: 'stub', code, imageId: 'code', hint: 'Show this, or open the link in your mail when the doors open.' },
      ...(parts.transferred || parts.complimentary ? [] : [{ kind: 'prices', rows: pricesOf(parts.price) } as const]),
      ...(parts.receiptUrl === undefined
        ? []
        : [{ kind: 'link', label: 'Get your receipt', url: parts.receiptUrl } as const]),
      ...(parts.complimentary
        ? []
        : [
            {
              kind: 'note',
              text: parts.transferred
                ? 'Should the ticket be refunded, the money goes back to who paid for it, and we tell you.'
                : 'You get a full refund if the host cancels, or is more than 10 minutes late or does not show.',
            } as const,
          ]),
      { kind: 'link', label: 'Open the ticket', url: parts.ticketUrl },
      { kind: 'link', label: 'See the event page', url: eventUrl },
    ],
    footer: footerOf(parts),
    attachments: [calendarFile(parts.calendar), pictureOf(code)],
  });
}

function footerOf({ complimentary, transferred, host }: TicketMailParts): string {
  if (complimentary) return `You receive this mail because ${host} gave this address a ticket on Frontrow.`;
  return `You receive this mail because a Frontrow ticket was ${transferred ? 'passed on to' : 'bought with'} this address.`;
}

const factsOf = ({ startsAt, tz, host, seat, calendar }: TicketMailParts): MailRow[] => [
  { label: 'When', value: formatWhen(startsAt, tz, calendar.endsAt) },
  { label: 'Host', value: host },
  ...(seat === undefined ? [] : [{ label: 'Seat', value: String(seat) }]),
];

function pricesOf(price: TicketMailParts['price']): MailRow[] {
  if (!price || price.totalMinor === 0) return [{ label: 'Total', value: 'Free' }];
  const words = (minor: Minor): string => formatMoney(minor, price.currency);
  return [
    { label: 'Ticket', value: words(price.listedMinor) },
    ...(price.discountMinor > 0 ? [{ label: 'Discount', value: `−${words(price.discountMinor)}` }] : []),
    { label: 'Fee', value: words(price.feeMinor) },
    { label: 'Total', value: words(price.totalMinor) },
  ];
}

const pictureOf = (code: string): MailAttachment => ({
  filename: 'ticket.png',
  content: codePicture(code),
  contentType: 'image/png',
  inlineId: 'code',
});
