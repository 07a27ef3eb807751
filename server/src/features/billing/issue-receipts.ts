import { taxCountry } from '@frontrow/core/billing/tax-country.ts';
import type { Tx } from '../../db/db.ts';
import type { Ids } from '../../ids.ts';
import { receiptParts } from './document.ts';
import { issueNotes } from './issue-notes.ts';
import { writeParts } from './write-parts.ts';

interface SaleRow {
  id: string;
  host_id: number;
  title: string;
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
    `SELECT o.id, e.host_id, e.title, o.currency, o.price_minor, o.discount_minor, o.fee_minor, o.total_minor,
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
    `INSERT INTO receipt (id, kind, order_id, issued_at, currency, event_title,
       listed_minor, discount_minor, total_minor,
       buyer_name, buyer_address, buyer_country, buyer_tax_id,
       seller_name, seller_address, seller_country, seller_tax_id, tax_country, tax_bp)
     SELECT receipt_id, 'receipt', id, issued_at, currency, title, price_minor, discount_minor, total_minor,
       buyer_name, buyer_address, buyer_country, buyer_tax_id,
       seller_name, seller_address, seller_country, seller_tax_id, tax_country, tax_bp
     FROM json_to_recordset($1) AS sale (
       receipt_id uuid, id uuid, issued_at timestamptz, currency text, title text, price_minor bigint,
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
