import { currencyOf, type Minor } from '@frontrow/core/kernel/money.ts';
import type { RecordedFact } from '../../../facts/fact-handler.ts';
import { whenCalm } from '../../../jobs/when-calm.ts';
import { refundMail } from '../../../mail/refund-mail.ts';
import { boughtElsewhere } from '../../../mail/seat-returned-mail.ts';
import { ticketMail } from '../../../mail/ticket-mail.ts';
import type { Checkout } from '../selling/checkout.ts';
import { takeBackFromErased } from '../refunds/take-back-from-erased.ts';

interface TicketMailRow {
  code: string;
  seat: number;
  holder_id: number;
  is_guest: boolean;
  event_id: string;
  title: string;
  host: string;
  starts_at: Date;
  tz: string;
  price_minor: Minor;
  discount_minor: Minor;
  fee_minor: Minor;
  total_minor: Minor;
  currency: string;
}

interface RefundMailRow {
  amount_minor: Minor;
  currency: string;
  reason: string;
  ticket_voided: boolean;
  buyer_id: number;
  event_id: string;
  title: string;
}

const whyByReason: Readonly<Record<string, string>> = {
  event_cancelled: 'The event was cancelled, so you get everything back.',
  host_late: 'The host was late, so you get everything back.',
  admin: 'We give you everything back.',
  rescheduled: 'The event was moved and you gave your ticket back.',
  seat_gone:
    'Your payment came after your hold had run out, and the seat could not be kept, so you get everything back.',
  address_has_ticket:
    'You already had a ticket for this event when this payment came. That ticket is yours; this payment comes back in full.',
  paid_twice: 'Your order was paid for already when this payment came, so this payment comes back in full.',
  event_over: 'The event was over when your payment came, so you get everything back.',
  account_joined: `${boughtElsewhere} so you get everything back.`,
};

/** Mails the ticket to its holder; from an erased account it is taken back. The mail port suppresses a second one by its key. */
export async function mailTicket(checkout: Checkout, fact: RecordedFact): Promise<void> {
  const { accounts, config, db, mail } = checkout;
  await whenCalm();
  await accounts.joinAfterSale(Number(fact.payload['userId']));
  if (await takeBackFromErased(checkout, fact)) return;
  const row = await db.one<TicketMailRow>(
    `SELECT t.code, t.seat, t.holder_id, o.email_norm IS NOT NULL AS is_guest, e.id AS event_id, e.title, coalesce(nullif(u.name, ''), u.username) AS host,
       e.starts_at, e.tz, o.price_minor, o.discount_minor, o.fee_minor, o.total_minor, o.currency
     FROM ticket t JOIN orders o ON o.id = t.order_id JOIN event e ON e.id = t.event_id JOIN app_user u ON u.id = e.host_id WHERE t.id = $1`,
    [fact.payload['ticketId']],
  );
  const to = row && (await accounts.addressOf(db, row.holder_id));
  if (!to) return;
  await mail.send(
    ticketMail({
      dedupeKey: fact.dedupeKey,
      to,
      eventUuid: row.event_id,
      title: row.title,
      host: row.host,
      startsAt: row.starts_at.getTime(),
      tz: row.tz,
      eventUrl: `${config.publicUrl}/event/${row.event_id}`,
      joinUrl: await accounts.joinLink(db, row.holder_id, row.event_id),
      isGuest: row.is_guest,
      code: row.code,
      seat: row.seat,
      price: {
        listedMinor: row.price_minor,
        discountMinor: row.discount_minor,
        feeMinor: row.fee_minor,
        totalMinor: row.total_minor,
        currency: currencyOf(row.currency),
      },
    }),
  );
}

/** Tells the buyer that the provider has sent the money back, the first time it did. */
export async function mailRefund({ accounts, config, db, mail }: Checkout, fact: RecordedFact): Promise<void> {
  await whenCalm();
  const row = await db.one<RefundMailRow>(
    `SELECT r.amount_minor, p.currency, r.reason, EXISTS (SELECT 1 FROM ticket t WHERE t.order_id = o.id AND t.voided_at IS NOT NULL) AS ticket_voided, o.buyer_id, e.id AS event_id, e.title FROM refund r JOIN payment p ON p.id = r.payment_id
     JOIN orders o ON o.id = p.order_id JOIN event e ON e.id = o.event_id WHERE r.id = $1`,
    [fact.payload['refundId']],
  );
  const to = row && (await accounts.addressOf(db, row.buyer_id));
  if (!to) return;
  await mail.send(
    refundMail({
      dedupeKey: fact.dedupeKey,
      to,
      title: row.title,
      eventUrl: `${config.publicUrl}/event/${row.event_id}`,
      amountMinor: row.amount_minor,
      currency: currencyOf(row.currency),
      ticketVoided: row.ticket_voided,
      reason: whyByReason[row.reason] ?? 'Your order could not be completed, so you get everything back.',
    }),
  );
}
