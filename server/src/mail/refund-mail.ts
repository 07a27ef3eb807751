import type { Currency, Minor } from '@frontrow/core/kernel/money.ts';
import type { MailMessage } from '../ports/mail.ts';
import { type CalendarEntry, calendarFile } from './calendar-file.ts';
import { composeMail } from './compose-mail.ts';
import { formatMoney } from './email-formats.ts';

export interface RefundMailParts {
  /** `refund:<uuid>`: one per refund, also where the bank sends it back and it is made again. */
  readonly dedupeKey: string;
  readonly to: string;
  readonly title: string;
  readonly eventUrl: string;
  readonly amountMinor: Minor;
  readonly currency: Currency;
  /** False where no ticket came of the order, or where it stays. */
  readonly ticketVoided: boolean;
  /** The reference of the payment, where the provider could not make it. */
  readonly paidOtherwise: string | undefined;
  /** A whole sentence: why the money comes back. */
  readonly reason: string;
  /** Takes the event out of the calendar of a buyer who held the ticket. */
  readonly calendar: CalendarEntry | undefined;
}

/** The mail of a refund: how much, why, and when to expect it. */
export function refundMail(parts: RefundMailParts): MailMessage {
  const amount = formatMoney(parts.amountMinor, parts.currency);
  return composeMail({
    dedupeKey: parts.dedupeKey,
    to: parts.to,
    subject: `Your refund of ${amount}: ${parts.title}`,
    preview: `${amount} is on its way back to you.`,
    heading: 'Your money is on its way back',
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
    footer: 'You receive this mail because a Frontrow ticket was bought with this address.',
    ...(parts.calendar && { attachments: [calendarFile(parts.calendar)] }),
  });
}

function wayOf({ paidOtherwise }: RefundMailParts): string {
  if (paidOtherwise !== undefined)
    return `It could not go back to the way you paid, so we paid it as: ${paidOtherwise}.`;
  return 'It is refunded to the way you paid. Banks usually show it within 5 to 10 days.';
}
