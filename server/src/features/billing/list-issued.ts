import { currencyToWire } from '@frontrow/contract/events/event-codec.ts';
import type { WireIssued } from '@frontrow/contract/billing/api.ts';
import { issuedPageSize } from '@frontrow/core/billing/limits.ts';
import { type DocumentKind, seriesOf, writeNumber } from '@frontrow/core/billing/receipt-number.ts';
import { currencyOf, toDecimal } from '@frontrow/core/kernel/money.ts';
import { refuse } from '@frontrow/core/refuse.ts';
import type { Sql } from '../../db/db.ts';

interface Row {
  series: string;
  year: number;
  number: number;
  amount_minor: number;
  tax_minor: number;
  issued_at: Date;
  order_id: string;
  event_title: string;
  currency: string;
}

/** Where a page ends, as it is written: 2026-12. */
const cursorShape = /^(\d{4})-(\d{1,9})$/;

function placeOf(cursor: string | undefined): { year: number; number: number } | undefined {
  if (cursor === undefined) return undefined;
  const [, year, number] = cursorShape.exec(cursor) ?? [];
  if (year === undefined || number === undefined) throw refuse('bad_input', {}, { field: 'cursor' });
  return { year: Number(year), number: Number(number) };
}

/** What was issued in the name of a host, newest number first: one walk along the series. */
export async function listIssued(
  sql: Sql,
  hostId: number,
  { kind, cursor }: { kind: DocumentKind; cursor: string | undefined },
): Promise<{ documents: WireIssued[]; next_cursor: string | null }> {
  const place = placeOf(cursor);
  const rows = await sql.query<Row>(
    `SELECT p.series, p.year, p.number, p.amount_minor, p.tax_minor, r.issued_at, r.order_id, r.event_title, r.currency
     FROM receipt_part p JOIN receipt r ON r.id = p.receipt_id
     WHERE p.series = $1 AND ($2::int IS NULL OR (p.year, p.number) < ($2, $3::int))
     ORDER BY p.year DESC, p.number DESC LIMIT $4`,
    [seriesOf(kind, 'host', hostId), place?.year ?? null, place?.number ?? null, issuedPageSize + 1],
  );
  const page = rows.slice(0, issuedPageSize);
  const last = rows.length > issuedPageSize ? page.at(-1) : undefined;
  return {
    documents: page.map((row) => {
      const currency = currencyOf(row.currency);
      return {
        number: writeNumber(row.series, row.year, row.number),
        issued_at: row.issued_at.getTime(),
        order_uuid: row.order_id,
        event_title: row.event_title,
        currency: currencyToWire(currency),
        amount: toDecimal(row.amount_minor, currency.digits),
        tax: toDecimal(row.tax_minor, currency.digits),
      };
    }),
    next_cursor: last ? `${last.year}-${last.number}` : null,
  };
}

/** Refuses an order that is not of an event of this host. */
export async function needOwnSale(sql: Sql, hostId: number, orderId: string): Promise<void> {
  const row = await sql.one(
    'SELECT 1 FROM orders o JOIN event e ON e.id = o.event_id WHERE o.id = $1 AND e.host_id = $2',
    [orderId, hostId],
  );
  if (!row) throw refuse('order_not_found');
}
