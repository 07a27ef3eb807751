import type { Currency, Minor } from '@frontrow/core/kernel/money.ts';
import type { MailMessage } from '../ports/mail.ts';
import { type CalendarEntry, calendarFile } from './calendar-file.ts';
import { composeMail } from './compose-mail.ts';
import { formatMoney } from './email-formats.ts';

export interface RefundMailParts {
  /** `refund:<uuid>`: one per refund, even if the bank returns it and it is made again. */
  readonly dedupeKey: string;
  readonly to: string;
  readonly title: string;
  readonly eventUrl: string;
  readonly amountMinor: Minor;
  readonly currency: Currency;
  /** False if the order never had a ticket, or keeps it. */
  readonly ticketVoided: boolean;
  /** The reference of a manual payment, if the provider could not make the refund. */
  readonly paidOtherwise: string | undefined;
  /** A complete sentence: why the payment is refunded. */
  readonly reason: string;
  /** Removes the event from the calendar of a buyer who held the ticket. */
  readonly calendar: CalendarEntry | undefined;
}

/** The email about a refund: how much, why, and when to expect it. */
export function refundMail(parts: RefundMailParts): MailMessage {
  const amount = formatMoney(parts.amountMinor, parts.currency);
  return composeMail({
    dedupeKey: parts.dedupeKey,
    to: parts.to,
    subject: `Your refund of ${amount}: ${parts.title}`,
    preview: `We’ve refunded ${amount}.`,
    heading: 'Your refund is on its way',
    blocks: [
      { kind: 'text', text: parts.reason },
      { kind: 'title', text: parts.title },
      { kind: 'prices', rows: [{ label: 'Refund', value: amount }] },
      {
        kind: 'note',
        text: `${wayOf(parts)}${parts.ticketVoided ? ' Your ticket is no longer valid.' : ''}`,
      },
      { kind: 'link', label: 'See the event page', url: parts.eventUrl },
    ],
    footer: 'You received this email because a Frontrow ticket was bought with this email address.',
    ...(parts.calendar && { attachments: [calendarFile(parts.calendar)] }),
  });
}

function wayOf({ paidOtherwise }: RefundMailParts): string {
  if (paidOtherwise !== undefined)
    return `We couldn’t refund your original payment method, so we paid you another way: ${paidOtherwise}.`;
  return 'We’ve refunded your original payment method. It usually takes 5 to 10 days to appear.';
}
