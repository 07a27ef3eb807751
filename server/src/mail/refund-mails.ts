import type { EventTitle } from '@frontrow/core/events/title-in.ts';
import type { Currency, Minor } from '@frontrow/core/kernel/money.ts';
import { say } from '../i18n/say.ts';
import type { MailMessage } from '../ports/mail.ts';
import { calendarFile, type CalendarEntry } from './calendar-file.ts';
import { composeMail, inReadersLanguage } from './compose-mail.ts';
import { formatMoney } from './email-formats.ts';
import { type MailedDate, subjectAbout, whenOf } from './event-date.ts';
import { eventLink } from './event-link.ts';

export interface RefundMailParts {
  /** `refund:<uuid>`: one per refund, even if the bank returns it and it is made again. */
  readonly dedupeKey: string;
  readonly to: string;
  readonly title: EventTitle;
  /** Undefined for a replay. */
  readonly date: MailedDate | undefined;
  readonly eventUrl: string;
  readonly amountMinor: Minor;
  readonly currency: Currency;
  /** False if the order never had a ticket, or keeps it. */
  readonly ticketVoided: boolean;
  /** The reference of a manual payment, if the provider could not make the refund. */
  readonly paidOtherwise: string | undefined;
  /** A complete sentence: why the payment is refunded. */
  readonly reason: () => string;
  /** Removes the event from the calendar of a buyer who held the ticket. */
  readonly calendar: CalendarEntry | undefined;
}

/** The email about a refund: how much, why, and when to expect it. */
export const refundMail = inReadersLanguage((parts: RefundMailParts): MailMessage => {
  const amount = formatMoney(parts.amountMinor, parts.currency);
  // The two of a private meeting know of no ticket.
  const isMeeting = parts.title.made === 'meeting';
  return composeMail({
    dedupeKey: parts.dedupeKey,
    to: parts.to,
    subject: subjectAbout(parts.title, (title) => say`Your refund of ${amount}: ${title}`, parts.date),
    preview: say`We’ve refunded ${amount}.`,
    heading: say`Your refund is on its way`,
    blocks: [
      { kind: 'text', text: parts.reason() },
      { kind: 'title', text: parts.title },
      ...whenOf(parts.date),
      { kind: 'prices', rows: [{ label: say`Refund`, value: amount }] },
      {
        kind: 'note',
        text: `${wayOf(parts)}${parts.ticketVoided && !isMeeting ? ` ${say`Your ticket is no longer valid.`}` : ''}`,
      },
      eventLink(parts.title, parts.eventUrl, 'viewer'),
    ],
    footer: isMeeting
      ? say`You received this email because you requested a private meeting on Frontrow.`
      : say`You received this email because a Frontrow ticket was bought with this email address.`,
    ...(parts.calendar && { attachments: [calendarFile(parts.calendar)] }),
  });
});

function wayOf({ paidOtherwise }: RefundMailParts): string {
  if (paidOtherwise !== undefined)
    return say`We couldn’t refund your original payment method, so we paid you another way: ${paidOtherwise}.`;
  return say`We’ve refunded your original payment method. It usually takes 5 to 10 days to appear.`;
}

export interface HostRefundMailParts {
  readonly dedupeKey: string;
  readonly to: string;
  readonly title: EventTitle;
  /** Undefined for a replay. */
  readonly date: MailedDate | undefined;
  readonly eventUrl: string;
  /** The host's share. */
  readonly priceMinor: Minor;
  readonly currency: Currency;
  /** False if the buyer keeps the ticket. */
  readonly ticketVoided: boolean;
}

/** Notifies the host that Frontrow refunded a buyer by hand. */
export const hostRefundMail = inReadersLanguage((parts: HostRefundMailParts): MailMessage => {
  const part = formatMoney(parts.priceMinor, parts.currency);
  const isMeeting = parts.title.made === 'meeting';
  return composeMail({
    dedupeKey: parts.dedupeKey,
    to: parts.to,
    subject: subjectAbout(parts.title, (title) => say`A buyer was refunded: ${title}`, parts.date),
    preview: say`${part} of the price was refunded.`,
    heading: say`A buyer was refunded`,
    blocks: [
      { kind: 'title', text: parts.title },
      ...whenOf(parts.date),
      {
        kind: 'text',
        text: isMeeting
          ? say`Frontrow refunded ${part} of the price to the viewer. It is deducted from your earnings for this meeting.`
          : say`Frontrow refunded ${part} of the price to a buyer. It is deducted from your earnings for this event. ` +
            (parts.ticketVoided ? say`The seat is available again.` : say`The buyer keeps the ticket.`),
      },
      eventLink(parts.title, parts.eventUrl, 'host'),
    ],
    footer: isMeeting
      ? say`You received this email because you offer private meetings on Frontrow.`
      : say`You received this email because you host this event on Frontrow.`,
  });
});

export interface ReceivedTicketRefundedMailParts {
  readonly dedupeKey: string;
  readonly to: string;
  readonly title: EventTitle;
  /** Undefined for a replay. */
  readonly date: MailedDate | undefined;
  readonly eventUrl: string;
  /** Removes the event from calendars. */
  readonly calendar: CalendarEntry | undefined;
}

/** Notifies the holder of a ticket that someone else paid for: it is void, and the buyer was refunded. */
export const receivedTicketRefundedMail = inReadersLanguage((parts: ReceivedTicketRefundedMailParts): MailMessage => {
  const { dedupeKey, to, title, eventUrl } = parts;
  return composeMail({
    dedupeKey,
    to,
    subject: subjectAbout(title, (shown) => say`Your ticket was refunded: ${shown}`, parts.date),
    preview: say`The buyer was refunded.`,
    heading: say`Your ticket was refunded`,
    blocks: [
      { kind: 'title', text: title },
      ...whenOf(parts.date),
      {
        kind: 'text',
        text: say`This ticket was transferred to you. It is no longer valid, and the buyer was refunded.`,
      },
      { kind: 'link', label: say`See the event page`, url: eventUrl },
    ],
    footer: say`You received this email because a Frontrow ticket was transferred to this email address.`,
    ...(parts.calendar && { attachments: [calendarFile(parts.calendar)] }),
  });
});

export interface TicketReturnedMailParts {
  /** One per ticket. */
  readonly dedupeKey: string;
  readonly to: string;
  readonly title: EventTitle;
  /** Undefined for a replay. */
  readonly date: MailedDate | undefined;
  readonly eventUrl: string;
  /** Removes the event from calendars. */
  readonly calendar: CalendarEntry;
}

/** Confirms to a holder that they returned their ticket. */
export const ticketReturnedMail = inReadersLanguage((parts: TicketReturnedMailParts): MailMessage =>
  composeMail({
    dedupeKey: parts.dedupeKey,
    to: parts.to,
    subject: subjectAbout(parts.title, (title) => say`You returned your ticket: ${title}`, parts.date),
    preview: say`Your ticket is no longer valid.`,
    heading: say`You returned your ticket`,
    blocks: [
      { kind: 'title', text: parts.title },
      ...whenOf(parts.date),
      { kind: 'text', text: say`Your ticket is no longer valid, and your seat is available to someone else.` },
      { kind: 'note', text: say`If you didn’t do this, change your password and contact us.` },
      { kind: 'link', label: say`See the event page`, url: parts.eventUrl },
    ],
    footer: say`You received this email because you returned a ticket on Frontrow.`,
    attachments: [calendarFile(parts.calendar)],
  }),
);

/** Notifies the holder of a free ticket that it was withdrawn. */
export const ticketWithdrawnMail = inReadersLanguage(
  (parts: TicketReturnedMailParts & { readonly because: 'admin' | 'token_sold' }): MailMessage =>
    composeMail({
      dedupeKey: parts.dedupeKey,
      to: parts.to,
      subject: subjectAbout(parts.title, (title) => say`Your ticket is no longer valid: ${title}`, parts.date),
      preview: say`Your seat is available to someone else.`,
      heading: say`Your ticket is no longer valid`,
      blocks: [
        { kind: 'title', text: parts.title },
        ...whenOf(parts.date),
        {
          kind: 'text',
          text:
            parts.because === 'token_sold'
              ? say`Your wallet no longer holds the token that this event requires, so your seat is available to someone else.`
              : say`Frontrow cancelled your ticket, and your seat is available to someone else. You paid nothing for it.`,
        },
        { kind: 'link', label: say`See the event page`, url: parts.eventUrl },
      ],
      footer: say`You received this email because you had a ticket on Frontrow.`,
      attachments: [calendarFile(parts.calendar)],
    }),
);
