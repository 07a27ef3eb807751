import { titleToWire } from '@frontrow/contract/events/event-title.ts';
import type { EventTitle } from '@frontrow/core/events/title-in.ts';
import type { billedStates, WireBilledOrder, WireIssued } from '@frontrow/contract/billing/api.ts';
import { currencyToWire } from '@frontrow/contract/events/event-codec.ts';
import { billingOrdersPageSize, issuedPageSize } from '@frontrow/core/billing/limits.ts';
import { type DocumentKind, seriesOf, writeNumber } from '@frontrow/core/billing/receipt-number.ts';
import type { Account, Actor } from '@frontrow/core/kernel/actor.ts';
import { currencyOf, toDecimal } from '@frontrow/core/kernel/money.ts';
import { refuse } from '@frontrow/core/refuse.ts';
import type { Sql } from '../../db/db.ts';
import { asDenial } from '../../http/errors/answer-errors.ts';
import { nextCursor, readTimeCursor } from '../../db/cursors.ts';
import type { ReceiptLinks } from '../ticketing/index.ts';
import { passOf } from './read-receipt.ts';

export interface OwnOrder {
  readonly id: string;
  readonly buyerId: number;
  /** The buyer has no account; only then the emailed link may change the billing details. */
  readonly isGuest: boolean;
  readonly isPaid: boolean;
  readonly isFree: boolean;
  readonly title: EventTitle;
}

/**
 * The order of someone who may see its receipt: its buyer by account or guest session, or a caller with the link from
 * the guest's email. No one once the buyer's account was erased. Throws `order_not_found`.
 */
export async function ownOrder(
  sql: Sql,
  links: ReceiptLinks,
  asked: { readonly orderId: string; readonly actor: Actor; readonly key: string | undefined },
): Promise<OwnOrder> {
  const { actor, orderId, key } = asked;
  const row = await sql.one<{
    buyer_id: number;
    is_guest: boolean;
    event_id: string;
    paid: boolean;
    free: boolean;
    title: EventTitle;
  }>(
    `SELECT o.buyer_id, u.guest_email_norm IS NOT NULL AS is_guest, o.event_id, o.paid_at IS NOT NULL AS paid,
       o.total_minor = 0 AS free, title_of(e) AS title
     FROM orders o JOIN app_user u ON u.id = o.buyer_id JOIN event e ON e.id = o.event_id
     WHERE o.id = $1 AND u.erased_at IS NULL`,
    [orderId],
  );
  const isBuyer =
    row !== undefined &&
    actor.kind === 'account' &&
    actor.id === row.buyer_id &&
    (actor.guestOf === undefined || actor.guestOf === row.event_id);
  if (!row) throw refuse('order_not_found');
  if (!isBuyer && !(key !== undefined && links.opens(orderId, key))) throw asDenial(refuse('order_not_found'));
  return {
    id: orderId,
    buyerId: row.buyer_id,
    isGuest: row.is_guest,
    isPaid: row.paid,
    isFree: row.free,
    title: row.title,
  };
}

interface OrdersQuestion {
  readonly state: (typeof billedStates)[number] | undefined;
  readonly year: number | undefined;
  readonly cursor: string | undefined;
}

interface OrderRow {
  id: string;
  at_text: string;
  status: WireBilledOrder['order_status'];
  event_id: string;
  title: EventTitle;
  starts_at: Date;
  created_at: Date;
  paid_at: Date | null;
  provider: string | null;
  currency: string;
  price_minor: number;
  discount_minor: number;
  fee_minor: number;
  total_minor: number;
  pass_minor: number | null;
  pass_dates: number | null;
}

interface RefundRow {
  order_id: string;
  id: string;
  amount_minor: number;
  status: WireBilledOrder['refunds'][number]['status'];
  reason: string;
  created_at: Date;
  provider_ref: string | null;
}

interface NumberRow {
  order_id: string;
  kind: DocumentKind;
  refund_id: string | null;
  series: string;
  year: number;
  number: number;
  tax_minor: number;
  tax_bp: number;
  tax_country: string | null;
}

const bpPerPercent = 100;

/** Orders of the caller, newest first, a page at a time. A guest sees those of the event their session is good for. */
export async function listBilledOrders(
  sql: Sql,
  actor: Account,
  { state, year, cursor }: OrdersQuestion,
): Promise<{ orders: WireBilledOrder[]; years: number[]; next: string | null }> {
  const place = readTimeCursor(cursor, 'uuid');
  const rows = await sql.query<OrderRow>(
    `SELECT o.id, o.created_at::text AS at_text, o.status, coalesce(e.replay_of, o.event_id) AS event_id, title_of(e) AS title, e.starts_at, o.created_at, o.paid_at,
       (SELECT p.provider FROM payment p WHERE p.order_id = o.id ORDER BY p.status = 'succeeded' DESC, p.created_at DESC
        LIMIT 1) AS provider,
       o.currency, o.price_minor, o.discount_minor, o.fee_minor, o.total_minor,
       pass.minor AS pass_minor, pass.dates AS pass_dates
     FROM orders o JOIN event e ON e.id = o.event_id
       LEFT JOIN LATERAL (
         SELECT sum(x.total_minor)::bigint AS minor, count(*)::int AS dates FROM orders x
         WHERE x.pass_purchase_id = o.pass_purchase_id HAVING count(*) > 0) pass ON true
     WHERE o.buyer_id = $1 AND ($2::uuid IS NULL OR o.event_id = $2)
       AND ($3::int IS NULL OR (o.created_at >= make_timestamptz($3, 1, 1, 0, 0, 0, 'UTC')
         AND o.created_at < make_timestamptz($3 + 1, 1, 1, 0, 0, 0, 'UTC')))
       AND CASE $4::text
         WHEN 'paid' THEN o.paid_at IS NOT NULL AND o.status::text NOT IN ('refunding', 'refunded')
         WHEN 'open' THEN o.paid_at IS NULL
         ELSE $4::text IS NULL OR o.status::text = $4 END
       AND ($5::timestamptz IS NULL OR (o.created_at, o.id) < ($5, $6::uuid))
     ORDER BY o.created_at DESC, o.id DESC LIMIT $7`,
    [
      actor.id,
      actor.guestOf ?? null,
      year ?? null,
      state ?? null,
      place?.at ?? null,
      place?.id ?? null,
      billingOrdersPageSize + 1,
    ],
  );
  const page = rows.slice(0, billingOrdersPageSize);
  const ids = page.map(({ id }) => id);
  const refunds = await sql.query<RefundRow>(
    `SELECT p.order_id, r.id, r.amount_minor, r.status, r.reason, r.created_at, r.provider_ref
     FROM refund r JOIN payment p ON p.id = r.payment_id WHERE p.order_id = ANY ($1) ORDER BY r.created_at, r.id`,
    [ids],
  );
  const numbers = await sql.query<NumberRow>(
    `SELECT r.order_id, r.kind, r.refund_id, c.series, c.year, c.number, c.tax_minor, r.tax_bp, r.tax_country
     FROM receipt r JOIN receipt_part c ON c.receipt_id = r.id WHERE r.order_id = ANY ($1)
     ORDER BY r.issued_at, c.issuer`,
    [ids],
  );
  const years = await sql.query<{ year: number }>(
    `SELECT DISTINCT extract(year FROM created_at AT TIME ZONE 'UTC')::int AS year FROM orders
     WHERE buyer_id = $1 AND ($2::uuid IS NULL OR event_id = $2) ORDER BY year DESC`,
    [actor.id, actor.guestOf ?? null],
  );
  return {
    orders: page.map((row) =>
      viewOf(
        row,
        refunds.filter((refund) => refund.order_id === row.id),
        numbers.filter((number) => number.order_id === row.id),
      ),
    ),
    years: years.map((row) => row.year),
    next: nextCursor(rows, billingOrdersPageSize, (row) => ({ at: row.at_text, id: row.id })),
  };
}

function viewOf(row: OrderRow, refunds: readonly RefundRow[], numbers: readonly NumberRow[]): WireBilledOrder {
  const currency = currencyOf(row.currency);
  const money = (minor: number): number => toDecimal(minor, currency.digits);
  const written = (wanted: (row: NumberRow) => boolean): string[] =>
    numbers.filter(wanted).map(({ series, year, number }) => writeNumber(series, year, number));
  const receipt = numbers.filter((one) => one.kind === 'receipt');
  const [first] = receipt;
  return {
    order_uuid: row.id,
    order_status: row.status,
    event_uuid: row.event_id,
    ...titleToWire(row.title),
    event_date: row.starts_at.getTime(),
    ordered_at: row.created_at.getTime(),
    paid_at: row.paid_at?.getTime() ?? null,
    payment_provider: row.provider,
    currency: currencyToWire(currency),
    price: money(row.price_minor),
    discount: money(row.discount_minor),
    fee: money(row.fee_minor),
    total: money(row.total_minor),
    pass: passOf(row, money),
    refunded: money(
      refunds.filter(({ status }) => status !== 'failed').reduce((sum, { amount_minor: amount }) => sum + amount, 0),
    ),
    refunds: refunds.map((refund) => ({
      refund_uuid: refund.id,
      amount: money(refund.amount_minor),
      status: refund.status,
      reason: refund.reason,
      created_at: refund.created_at.getTime(),
      reference: refund.provider_ref,
      credit_note: written((one) => one.refund_id === refund.id),
    })),
    receipt_state: first ? 'issued' : row.paid_at !== null && row.total_minor > 0 ? 'due' : 'none',
    receipt_numbers: written((one) => one.kind === 'receipt'),
    dispute_notes: written((one) => one.kind !== 'receipt' && one.refund_id === null),
    tax: first
      ? {
          country: first.tax_country,
          rate: first.tax_bp / bpPerPercent,
          amount: money(receipt.reduce((sum, part) => sum + part.tax_minor, 0)),
        }
      : null,
  };
}

interface Row {
  series: string;
  year: number;
  number: number;
  amount_minor: number;
  tax_minor: number;
  issued_at: Date;
  order_id: string;
  title: string;
  title_made: EventTitle['made'];
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
    `SELECT p.series, p.year, p.number, p.amount_minor, p.tax_minor, r.issued_at, r.order_id, r.event_title AS title,
       made_title(e) AS title_made, r.currency
     FROM receipt_part p JOIN receipt r ON r.id = p.receipt_id
       JOIN orders o ON o.id = r.order_id JOIN event e ON e.id = o.event_id
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
        ...titleToWire({ text: row.title, made: row.title_made }),
        currency: currencyToWire(currency),
        amount: toDecimal(row.amount_minor, currency.digits),
        tax: toDecimal(row.tax_minor, currency.digits),
      };
    }),
    next_cursor: last ? `${last.year}-${last.number}` : null,
  };
}

/** Refuses an order that is not of an event of this host. */
export async function requireOwnSale(sql: Sql, hostId: number, orderId: string): Promise<void> {
  const row = await sql.one(
    'SELECT 1 FROM orders o JOIN event e ON e.id = o.event_id WHERE o.id = $1 AND e.host_id = $2',
    [orderId, hostId],
  );
  if (!row) throw refuse('order_not_found');
}
