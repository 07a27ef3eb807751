import { currencyOf, type Minor } from '@frontrow/core/kernel/money.ts';
import type { RecordedFact } from '../../../facts/fact-handler.ts';
import { hostRefundMail } from '../../../mail/host-refund-mail.ts';
import type { Checkout } from '../selling/checkout.ts';

interface Row {
  price_minor: Minor;
  currency: string;
  host_id: number;
  event_id: string;
  title: string;
  ticket_voided: boolean;
}

/**
 * Tells the host of a refund that somebody made by hand, here or at the provider. Of all others the host is told by
 * what caused them.
 */
export async function mailHostRefund(
  { accounts, config, db, mail }: Checkout,
  { payload }: RecordedFact<'RefundSucceeded'>,
): Promise<void> {
  const row = await db.one<Row>(
    `SELECT r.price_minor, p.currency, e.host_id, e.id AS event_id, host_title(e) AS title,
       NOT EXISTS (SELECT 1 FROM ticket t WHERE t.order_id = o.id AND t.voided_at IS NULL) AS ticket_voided
     FROM refund r JOIN payment p ON p.id = r.payment_id JOIN orders o ON o.id = p.order_id
       JOIN event e ON e.id = o.event_id
     WHERE r.id = $1 AND r.reason IN ('admin', 'provider') AND r.price_minor > 0`,
    [payload.refundId],
  );
  const to = row && (await accounts.addressOf(row.host_id));
  if (!to) return;
  await mail.send(
    hostRefundMail({
      dedupeKey: `refund:${payload.refundId}:host`,
      to,
      title: row.title,
      eventUrl: `${config.publicUrl}/event/${row.event_id}`,
      priceMinor: row.price_minor,
      currency: currencyOf(row.currency),
      ticketVoided: row.ticket_voided,
    }),
  );
}
