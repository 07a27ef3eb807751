import { titleToWire } from '@frontrow/contract/events/event-title.ts';
import type { EventTitle } from '@frontrow/core/events/title-in.ts';
import { currencyToWire } from '@frontrow/contract/events/event-codec.ts';
import type { WireDocument, WireReceipt } from '@frontrow/contract/billing/api.ts';
import { type DocumentKind, writeNumber } from '@frontrow/core/billing/receipt-number.ts';
import { currencyOf, toDecimal } from '@frontrow/core/kernel/money.ts';
import type { Sql } from '../../db/db.ts';

interface DocumentRow {
  id: string;
  kind: DocumentKind;
  refund_id: string | null;
  dispute_id: string | null;
  issued_at: Date;
  currency: string;
  title: string;
  title_made: EventTitle['made'];
  event_day: string | null;
  listed_minor: number;
  discount_minor: number;
  total_minor: number;
  buyer_name: string;
  buyer_address: string;
  buyer_country: string | null;
  buyer_tax_id: string;
  seller_name: string;
  seller_address: string;
  seller_country: string | null;
  seller_tax_id: string;
  tax_country: string | null;
  tax_bp: number;
  paid_at: Date;
  fee_minor: number;
  provider: string | null;
  pass_minor: number | null;
  pass_dates: number | null;
}

interface PartRow {
  receipt_id: string;
  issuer: 'host' | 'platform';
  series: string;
  year: number;
  number: number;
  amount_minor: number;
  tax_minor: number;
}

const bpPerPercent = 100;

/** The bank of a pass's buyer knows one payment, and no sum of any of its receipts. */
export const passOf = (
  { pass_minor: minor, pass_dates: dates }: Pick<DocumentRow, 'pass_minor' | 'pass_dates'>,
  money: (minor: number) => number,
): NonNullable<WireReceipt['pass']> | null =>
  minor === null || dates === null ? null : { dates, total: money(minor) };

/** The receipt of an order with its notes in the order they were issued; undefined until it is issued. */
export async function readReceipt(sql: Sql, orderId: string): Promise<WireReceipt | undefined> {
  const documents = await sql.query<DocumentRow>(
    `SELECT r.id, r.kind, r.refund_id, r.dispute_id, r.issued_at, r.currency, r.event_title AS title, made_title(e) AS title_made,
       to_char(r.event_day, 'YYYY-MM-DD') AS event_day,
       r.listed_minor, r.discount_minor, r.total_minor,
       r.buyer_name, r.buyer_address, r.buyer_country, r.buyer_tax_id,
       r.seller_name, r.seller_address, r.seller_country, r.seller_tax_id, r.tax_country, r.tax_bp,
       coalesce(o.paid_at, o.created_at) AS paid_at, o.fee_minor,
       (SELECT p.provider FROM payment p WHERE p.id = sale_payment(o)) AS provider,
       pass.minor AS pass_minor, pass.dates AS pass_dates
     FROM receipt r JOIN orders o ON o.id = r.order_id JOIN event e ON e.id = o.event_id
       LEFT JOIN LATERAL (
         SELECT sum(x.total_minor)::bigint AS minor, count(*)::int AS dates FROM orders x
         WHERE x.pass_purchase_id = o.pass_purchase_id HAVING count(*) > 0) pass ON true
     WHERE r.order_id = $1 ORDER BY r.kind <> 'receipt', r.issued_at, r.kind DESC, r.id`,
    [orderId],
  );
  const [receipt, ...notes] = documents;
  if (!receipt) return undefined;
  const parts = await sql.query<PartRow>(
    `SELECT receipt_id, issuer, series, year, number, amount_minor, tax_minor FROM receipt_part
     WHERE receipt_id = ANY ($1) ORDER BY issuer`,
    [documents.map(({ id }) => id)],
  );
  const currency = currencyOf(receipt.currency);
  const money = (minor: number): number => toDecimal(minor, currency.digits);
  const view = (row: DocumentRow): WireDocument => ({
    kind: row.kind,
    issued_at: row.issued_at.getTime(),
    parts: parts
      .filter((part) => part.receipt_id === row.id)
      .map((part) => ({
        issuer: part.issuer,
        number: writeNumber(part.series, part.year, part.number),
        amount: money(part.amount_minor),
        tax: money(part.tax_minor),
      })),
    total: money(row.total_minor),
    refund_uuid: row.refund_id,
    dispute_uuid: row.dispute_id,
  });
  return {
    order_uuid: orderId,
    ...titleToWire({ text: receipt.title, made: receipt.title_made }),
    event_day: receipt.event_day,
    paid_at: receipt.paid_at.getTime(),
    payment_provider: receipt.provider ?? '',
    currency: currencyToWire(currency),
    price: money(receipt.listed_minor),
    discount: money(receipt.discount_minor),
    fee: money(receipt.fee_minor),
    total: money(receipt.total_minor),
    pass: passOf(receipt, money),
    buyer: {
      name: receipt.buyer_name,
      address: receipt.buyer_address,
      country: receipt.buyer_country,
      tax_id: receipt.buyer_tax_id,
    },
    seller: {
      name: receipt.seller_name,
      address: receipt.seller_address,
      country: receipt.seller_country,
      tax_id: receipt.seller_tax_id,
    },
    tax_country: receipt.tax_country,
    tax_rate: receipt.tax_bp / bpPerPercent,
    receipt: view(receipt),
    notes: notes.map(view),
  };
}
