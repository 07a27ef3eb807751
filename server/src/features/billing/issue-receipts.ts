import { receiptAfterMs, receiptsPerBatchMax } from '@frontrow/core/billing/limits.ts';
import { taxCountry } from '@frontrow/core/billing/tax.ts';
import type { Tx } from '../../db/db.ts';
import type { Ids } from '../../ids.ts';
import type { Kit } from '../../kit.ts';
import { type Amounts, notesOf, receiptParts } from './document.ts';
import { writeParts } from './write-parts.ts';

interface SaleRow {
  id: string;
  host_id: number;
  title: string;
  /** `2026-12-05`; null for a replay. */
  event_day: string | null;
  currency: string;
  price_minor: number;
  discount_minor: number;
  fee_minor: number;
  total_minor: number;
  buyer_name: string;
  buyer_address: string;
  buyer_country: string | null;
  buyer_tax_id: string;
  seller_name: string;
  seller_address: string;
  seller_country: string | null;
  seller_tax_id: string;
  now: Date;
}

/**
 * Issues the receipts of these orders, and the notes of what went back of them already. Passes over an order that
 * has one, was free or was never paid, so it is safe to run again. The orders' locks keep two from issuing one twice.
 */
export async function issueReceipts(tx: Tx, ids: Ids, orderIds: readonly string[]): Promise<void> {
  await tx.query('SELECT 1 FROM orders WHERE id = ANY ($1) ORDER BY id FOR NO KEY UPDATE', [orderIds]);
  const sales = await tx.query<SaleRow>(
    `SELECT o.id, e.host_id, e.title, CASE WHEN e.replay_of IS NULL THEN to_char(e.local_start, 'YYYY-MM-DD') END AS event_day,
       o.currency, o.price_minor, o.discount_minor, o.fee_minor, o.total_minor,
       coalesce(nullif(b.name, ''), trim(u.name || ' ' || u.surname)) AS buyer_name,
       coalesce(b.address, '') AS buyer_address, b.country AS buyer_country, coalesce(b.tax_id, '') AS buyer_tax_id,
       coalesce(nullif(s.name, ''), nullif(h.name, ''), h.username) AS seller_name,
       coalesce(s.address, '') AS seller_address, s.country AS seller_country,
       coalesce(s.tax_id, '') AS seller_tax_id, app_now() AS now
     FROM orders o JOIN event e ON e.id = o.event_id
       JOIN app_user u ON u.id = o.buyer_id JOIN app_user h ON h.id = e.host_id
       LEFT JOIN billing_details b ON b.user_id = u.id LEFT JOIN billing_details s ON s.user_id = h.id
     WHERE o.id = ANY ($1) AND o.paid_at IS NOT NULL AND o.total_minor > 0
       AND NOT EXISTS (SELECT 1 FROM receipt r WHERE r.order_id = o.id AND r.kind = 'receipt')
     ORDER BY o.paid_at, o.id`,
    [orderIds],
  );
  if (sales.length > 0) await writeReceipts(tx, ids, sales);
  await issueNotes(tx, ids, orderIds);
}

async function writeReceipts(tx: Tx, ids: Ids, sales: readonly SaleRow[]): Promise<void> {
  const rates = new Map(
    (await tx.query<{ country: string; rate_bp: number }>('SELECT country, rate_bp FROM tax_rate')).map((row) => [
      row.country,
      row.rate_bp,
    ]),
  );
  const receipts = sales.map(({ now, ...sale }) => {
    const country = taxCountry(sale.buyer_country ?? undefined, sale.seller_country ?? undefined);
    const taxBp = (country !== undefined && rates.get(country)) || 0;
    const terms = {
      hostId: sale.host_id,
      priceMinor: sale.price_minor - sale.discount_minor,
      feeMinor: sale.fee_minor,
      taxBp,
    };
    return {
      ...sale,
      receipt_id: ids.uuid(),
      issued_at: now.toISOString(),
      tax_country: country ?? null,
      tax_bp: taxBp,
      parts: receiptParts(terms),
    };
  });
  await tx.query(
    `INSERT INTO receipt (id, kind, order_id, issued_at, currency, event_title, event_day,
       listed_minor, discount_minor, total_minor,
       buyer_name, buyer_address, buyer_country, buyer_tax_id,
       seller_name, seller_address, seller_country, seller_tax_id, tax_country, tax_bp)
     SELECT receipt_id, 'receipt', id, issued_at, currency, title, event_day, price_minor, discount_minor, total_minor,
       buyer_name, buyer_address, buyer_country, buyer_tax_id,
       seller_name, seller_address, seller_country, seller_tax_id, tax_country, tax_bp
     FROM json_to_recordset($1) AS sale (
       receipt_id uuid, id uuid, issued_at timestamptz, currency text, title text, event_day date, price_minor bigint,
       discount_minor bigint, total_minor bigint, buyer_name text, buyer_address text, buyer_country text,
       buyer_tax_id text, seller_name text, seller_address text, seller_country text, seller_tax_id text,
       tax_country text, tax_bp int)`,
    [JSON.stringify(receipts)],
  );
  await writeParts(
    tx,
    sales[0]!.now.getUTCFullYear(),
    receipts.map(({ receipt_id: id, parts }) => ({ id, parts })),
  );
}

/** What is to be corrected of a receipt, because of one refund or one dispute. */
interface ChangeRow {
  receipt_id: string;
  refund_id: string | null;
  dispute_id: string | null;
  host_id: number;
  tax_bp: number;
  price_minor: number;
  fee_minor: number;
  price_before: number;
  fee_before: number;
  now: Date;
}

/**
 * Issues the notes that receipts of these orders lack: a credit note for each refund that reached its buyer, and for
 * each dispute what it took for good, less what is credited already: by its own notes, and by those of refunds that the
 * bank returned and a dispute ended. The caller holds the orders. An order without a receipt has nothing to correct:
 * its notes come together with the receipt. Safe to run again.
 */
async function issueNotes(tx: Tx, ids: Ids, orderIds: readonly string[]): Promise<void> {
  const changes = await tx.query<ChangeRow>(
    `WITH given AS (
       SELECT r.id, r.tax_bp, e.host_id, sale_payment(o) AS payment_id
       FROM orders o JOIN event e ON e.id = o.event_id JOIN receipt r ON r.order_id = o.id AND r.kind = 'receipt'
       WHERE o.id = ANY ($1)),
     noted AS (
       SELECT n.corrects, n.dispute_id,
         coalesce(sum(c.amount_minor * (CASE n.kind WHEN 'debit_note' THEN -1 ELSE 1 END))
           FILTER (WHERE c.issuer = 'host'), 0)::bigint AS price,
         coalesce(sum(c.amount_minor * (CASE n.kind WHEN 'debit_note' THEN -1 ELSE 1 END))
           FILTER (WHERE c.issuer = 'platform'), 0)::bigint AS fee
       FROM given JOIN receipt n ON n.corrects = given.id JOIN receipt_part c ON c.receipt_id = n.id
       GROUP BY n.corrects, n.dispute_id),
     ended AS (
       SELECT given.payment_id, sum(r.price_minor)::bigint AS price, sum(r.fee_minor)::bigint AS fee
       FROM given JOIN receipt n ON n.corrects = given.id JOIN refund r ON r.id = n.refund_id
       WHERE r.status = 'failed'
       GROUP BY given.payment_id),
     lost AS (
       SELECT id, row_number() OVER (PARTITION BY payment_id ORDER BY opened_at, id) = 1 AS is_first
       FROM dispute WHERE status = 'lost' AND payment_id IN (SELECT payment_id FROM given)),
     change AS (
       SELECT given.id AS receipt_id, r.id AS refund_id, NULL::uuid AS dispute_id, r.price_minor, r.fee_minor,
         r.created_at AS since
       FROM given JOIN refund r ON r.payment_id = given.payment_id
       WHERE (r.status = 'succeeded' OR r.taken_back > 0)
         AND NOT EXISTS (SELECT 1 FROM receipt n WHERE n.refund_id = r.id)
       UNION ALL
       SELECT given.id, NULL, d.id,
         (d.status = 'lost')::int * d.price_minor - coalesce(ended.price, 0) - coalesce(noted.price, 0),
         (d.status = 'lost')::int * d.fee_minor - coalesce(ended.fee, 0) - coalesce(noted.fee, 0), d.opened_at
       FROM given JOIN dispute d ON d.payment_id = given.payment_id
         LEFT JOIN lost ON lost.id = d.id
         LEFT JOIN ended ON ended.payment_id = d.payment_id AND lost.is_first
         LEFT JOIN noted ON noted.corrects = given.id AND noted.dispute_id = d.id)
     SELECT change.receipt_id, change.refund_id, change.dispute_id, given.host_id, given.tax_bp,
       change.price_minor, change.fee_minor, coalesce(sum(noted.price), 0)::bigint AS price_before,
       coalesce(sum(noted.fee), 0)::bigint AS fee_before, app_now() AS now
     FROM change JOIN given ON given.id = change.receipt_id LEFT JOIN noted ON noted.corrects = given.id
     WHERE (change.price_minor, change.fee_minor) <> (0, 0)
     GROUP BY change.receipt_id, change.refund_id, change.dispute_id, given.host_id, given.tax_bp,
       change.price_minor, change.fee_minor, change.since
     ORDER BY change.since, change.refund_id, change.dispute_id`,
    [orderIds],
  );
  if (changes.length === 0) return;
  const sums = new Map<string, Amounts>();
  const notes = changes.flatMap(({ now, ...row }) => {
    const before = sums.get(row.receipt_id) ?? { priceMinor: row.price_before, feeMinor: row.fee_before };
    const change = { priceMinor: row.price_minor, feeMinor: row.fee_minor };
    sums.set(row.receipt_id, {
      priceMinor: before.priceMinor + change.priceMinor,
      feeMinor: before.feeMinor + change.feeMinor,
    });
    return notesOf({ hostId: row.host_id, taxBp: row.tax_bp }, before, change).map(({ kind, totalMinor, parts }) => ({
      id: ids.uuid(),
      kind,
      receipt_id: row.receipt_id,
      refund_id: row.refund_id,
      dispute_id: row.dispute_id,
      total: totalMinor,
      issued_at: now.toISOString(),
      parts,
    }));
  });
  await tx.query(
    `INSERT INTO receipt (id, kind, order_id, refund_id, dispute_id, corrects, issued_at, currency, event_title, event_day,
       listed_minor, discount_minor, total_minor, buyer_name, buyer_address, buyer_country, buyer_tax_id,
       seller_name, seller_address, seller_country, seller_tax_id, tax_country, tax_bp)
     SELECT note.id, note.kind, r.order_id, note.refund_id, note.dispute_id, r.id, note.issued_at, r.currency,
       r.event_title, r.event_day, r.listed_minor, r.discount_minor, note.total, r.buyer_name, r.buyer_address, r.buyer_country,
       r.buyer_tax_id, r.seller_name, r.seller_address, r.seller_country, r.seller_tax_id, r.tax_country, r.tax_bp
     FROM json_to_recordset($1) AS note (
       id uuid, kind text, receipt_id uuid, refund_id uuid, dispute_id uuid, total bigint, issued_at timestamptz)
       JOIN receipt r ON r.id = note.receipt_id`,
    [JSON.stringify(notes)],
  );
  await writeParts(tx, changes[0]!.now.getUTCFullYear(), notes);
}

/** After a refund reached its buyer, or a dispute took another sum for good. Safe to run again. */
export async function correctReceipt(tx: Tx, ids: Ids, orderId: string): Promise<void> {
  await tx.query('SELECT 1 FROM orders WHERE id = $1 FOR NO KEY UPDATE', [orderId]);
  await issueNotes(tx, ids, [orderId]);
}

/**
 * Issues the receipts that no one opened within a day of the payment. Reads the ledger from where the last run ended,
 * so that a sale writes nothing for it: a posting that is a day old was committed long ago, and none comes before it.
 */
export async function issueDueReceipts({ db, ids }: Pick<Kit, 'db' | 'ids'>, stopping: () => boolean): Promise<void> {
  while (!stopping()) {
    const read = await db.tx(async (tx) => {
      const progress = await tx.one<{ ledger_tx: number }>(
        'SELECT ledger_tx FROM receipt_progress FOR UPDATE SKIP LOCKED',
      );
      if (!progress) return 0;
      const postings = await tx.query<{ id: number; kind: string; order_id: string | null }>(
        `SELECT id, kind, order_id FROM ledger_tx
         WHERE id > $1 AND created_at <= app_now() - $2 * interval '1 ms' ORDER BY id LIMIT $3`,
        [progress.ledger_tx, receiptAfterMs, receiptsPerBatchMax],
      );
      const last = postings.at(-1);
      if (!last) return 0;
      const orders = postings.flatMap(({ kind, order_id: id }) => (kind === 'capture' && id !== null ? [id] : []));
      if (orders.length > 0) await issueReceipts(tx, ids, [...new Set(orders)]);
      await tx.query('UPDATE receipt_progress SET ledger_tx = $1', [last.id]);
      return postings.length;
    });
    if (read < receiptsPerBatchMax) return;
  }
}
