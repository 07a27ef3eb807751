import type { Tx } from '../../db/db.ts';
import type { Ids } from '../../ids.ts';
import { creditNoteParts } from './document.ts';
import { writeParts } from './write-parts.ts';

interface RefundRow {
  id: string;
  receipt_id: string;
  host_id: number;
  price_minor: number;
  fee_minor: number;
  tax_bp: number;
  price_before: number;
  fee_before: number;
  now: Date;
}

/**
 * Issues a credit note for each refund of these orders that reached its buyer and has none. The caller holds the
 * orders. An order without a receipt has nothing to correct: its refunds get theirs together with the receipt.
 */
export async function issueCreditNotes(tx: Tx, ids: Ids, orderIds: readonly string[]): Promise<void> {
  const refunds = await tx.query<RefundRow>(
    `SELECT r.id, given.id AS receipt_id, e.host_id, r.price_minor, r.fee_minor, given.tax_bp,
       coalesce((SELECT sum(c.amount_minor) FROM receipt n JOIN receipt_part c ON c.receipt_id = n.id
                 WHERE n.corrects = given.id AND c.issuer = 'host'), 0)::bigint AS price_before,
       coalesce((SELECT sum(c.amount_minor) FROM receipt n JOIN receipt_part c ON c.receipt_id = n.id
                 WHERE n.corrects = given.id AND c.issuer = 'platform'), 0)::bigint AS fee_before,
       app_now() AS now
     FROM orders o JOIN event e ON e.id = o.event_id
       JOIN receipt given ON given.order_id = o.id AND given.refund_id IS NULL
       JOIN refund r ON r.payment_id = sale_payment(o)
     WHERE o.id = ANY ($1) AND (r.status = 'succeeded' OR r.taken_back > 0)
       AND NOT EXISTS (SELECT 1 FROM receipt n WHERE n.refund_id = r.id)
     ORDER BY r.created_at, r.id`,
    [orderIds],
  );
  if (refunds.length === 0) return;
  const before = new Map<string, { priceMinor: number; feeMinor: number }>();
  const notes = refunds.map(({ now, ...row }) => {
    const gone = before.get(row.receipt_id) ?? { priceMinor: row.price_before, feeMinor: row.fee_before };
    const refund = { hostId: row.host_id, priceMinor: row.price_minor, feeMinor: row.fee_minor, taxBp: row.tax_bp };
    before.set(row.receipt_id, {
      priceMinor: gone.priceMinor + row.price_minor,
      feeMinor: gone.feeMinor + row.fee_minor,
    });
    return {
      id: ids.uuid(),
      refund_id: row.id,
      receipt_id: row.receipt_id,
      total: row.price_minor + row.fee_minor,
      issued_at: now.toISOString(),
      parts: creditNoteParts(refund, gone),
    };
  });
  await tx.query(
    `INSERT INTO receipt (id, order_id, refund_id, corrects, issued_at, currency, event_title, listed_minor,
       discount_minor, total_minor, buyer_name, buyer_address, buyer_country, buyer_tax_id,
       seller_name, seller_address, seller_country, seller_tax_id, tax_country, tax_bp)
     SELECT note.id, r.order_id, note.refund_id, r.id, note.issued_at, r.currency, r.event_title, r.listed_minor,
       r.discount_minor, note.total, r.buyer_name, r.buyer_address, r.buyer_country, r.buyer_tax_id,
       r.seller_name, r.seller_address, r.seller_country, r.seller_tax_id, r.tax_country, r.tax_bp
     FROM json_to_recordset($1) AS note (
       id uuid, refund_id uuid, receipt_id uuid, total bigint, issued_at timestamptz)
       JOIN receipt r ON r.id = note.receipt_id`,
    [JSON.stringify(notes)],
  );
  await writeParts(tx, refunds[0]!.now.getUTCFullYear(), notes);
}

/** After a refund reached its buyer. Safe to run again. */
export async function creditRefund(tx: Tx, ids: Ids, orderId: string): Promise<void> {
  await tx.query('SELECT 1 FROM orders WHERE id = $1 FOR NO KEY UPDATE', [orderId]);
  await issueCreditNotes(tx, ids, [orderId]);
}
