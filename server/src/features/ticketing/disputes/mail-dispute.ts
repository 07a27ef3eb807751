import { currencyOf, type Minor } from '@frontrow/core/kernel/money.ts';
import type { DisputeStatus } from '@frontrow/core/ticketing/machines.ts';
import type { RecordedFact } from '../../../facts/fact-handler.ts';
import { type DisputeMailParts, holderDisputeMail, hostDisputeMail } from '../../../mail/dispute-mail.ts';
import type { Checkout } from '../selling/checkout.ts';

interface Row {
  amount_minor: Minor;
  price_minor: Minor;
  currency: string;
  host_id: number;
  buyer_id: number;
  holder_id: number | null;
  live: boolean | null;
  event_id: string;
  title: string;
  host_title: string;
}

/** Tells the host, the buyer and the holder of the ticket what became of a payment; each change once. */
export async function mailDispute(
  { accounts, config, db, mail }: Checkout,
  now: DisputeStatus,
  { dedupeKey, payload }: RecordedFact<'DisputeOpened' | 'DisputeDecided'>,
): Promise<void> {
  const row = await db.one<Row>(
    `SELECT d.amount_minor, d.price_minor, p.currency, e.host_id, o.buyer_id, t.holder_id,
       t.voided_at IS NULL AS live, e.id AS event_id, e.title,
       host_title(e) AS host_title
     FROM dispute d JOIN payment p ON p.id = d.payment_id JOIN orders o ON o.id = p.order_id
       JOIN event e ON e.id = o.event_id
       LEFT JOIN LATERAL (
         SELECT holder_id, voided_at FROM ticket WHERE order_id = o.id ORDER BY created_at DESC LIMIT 1) t ON true
     WHERE d.id = $1`,
    [payload.disputeId],
  );
  if (!row) return;
  const parts: Omit<DisputeMailParts, 'dedupeKey' | 'to'> = {
    title: row.title,
    eventUrl: `${config.publicUrl}/event/${row.event_id}`,
    currency: currencyOf(row.currency),
    amountMinor: row.amount_minor,
    priceMinor: row.price_minor,
    now,
  };
  const host = await accounts.addressOf(row.host_id);
  if (host && row.price_minor > 0)
    await mail.send(hostDisputeMail({ ...parts, title: row.host_title, dedupeKey: `${dedupeKey}:host`, to: host }));
  // No ticket came of it, or it is not back: the mail of the refund tells the rest.
  if (row.holder_id === null || (now === 'won' && !row.live)) return;
  for (const id of new Set([row.buyer_id, row.holder_id])) {
    const to = await accounts.addressOf(id);
    if (to) await mail.send(holderDisputeMail({ ...parts, dedupeKey: `${dedupeKey}:${id}`, to }));
  }
}
