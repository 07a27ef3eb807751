import { titleToWire } from '@frontrow/contract/events/event-title.ts';
import type { EventTitle } from '@frontrow/core/events/title-in.ts';
import { domainToUnicode } from 'node:url';
import { currencyToWire } from '@frontrow/contract/events/event-codec.ts';
import type { WireAdminOrder } from '@frontrow/contract/backoffice/api.ts';
import { currencyOf, toDecimal, moneyText } from '@frontrow/core/kernel/money.ts';
import { readableEmail } from '@frontrow/core/accounts/email.ts';
import type { Sql, Tx } from '../../db/db.ts';
import { likePatterns } from '../../db/like-patterns.ts';
import { pageRows, placedPage, placeOf, type Place, type Sort } from './cursor.ts';
import { readRefusalReason } from '@frontrow/core/accounts/influencer-request.ts';
import { typedAmount } from '@frontrow/core/catalog/selling-terms.ts';
import { refuse } from '@frontrow/core/refuse.ts';
import { refundParts } from '@frontrow/core/ticketing/refund-parts.ts';
import { isUuid } from '@frontrow/core/kernel/text.ts';
import type { BackofficeDeps } from './backoffice-deps.ts';

interface Row extends Place {
  status: WireAdminOrder['order_status'];
  created_ms: number;
  paid_ms: number | null;
  total_minor: number;
  price_left: number;
  fee_left: number;
  currency: string;
  email: string | null;
  username: string;
  event_id: string;
  title: EventTitle;
  provider: string | null;
  code: string | null;
}

const after = {
  newest: "(o.created_at, o.id) < ('epoch'::timestamptz + $1::bigint * interval '1 microsecond', $2::uuid)",
  oldest: "(o.created_at, o.id) > ('epoch'::timestamptz + $1::bigint * interval '1 microsecond', $2::uuid)",
} as const;
const sorted = { newest: 'o.created_at DESC, o.id DESC', oldest: 'o.created_at, o.id' } as const;

/**
 * After `place`, newest first unless `sort` says otherwise; `q` is an order id, or part of the buyer's address or
 * username.
 */
export async function listAdminOrders(
  sql: Sql,
  {
    q,
    state,
    sort = 'newest',
    cursor,
    eventUuid,
  }: {
    q: string | undefined;
    state: string | undefined;
    sort?: Sort | undefined;
    cursor: string | undefined;
    eventUuid?: string | undefined;
  },
): Promise<{ orders: WireAdminOrder[]; next: string | null }> {
  const place = placeOf(cursor, sort);
  const id = q?.trim().toLowerCase();
  const byId = id !== undefined && isUuid(id);
  const rows = await sql.query<Row>(
    `SELECT o.id, (extract(epoch FROM o.created_at) * 1000000)::bigint::text AS micros, o.status,
            (extract(epoch FROM o.created_at) * 1000)::bigint AS created_ms, (extract(epoch
            FROM o.paid_at) * 1000)::bigint AS paid_ms,
            o.total_minor,
            CASE o.status WHEN 'paid' THEN o.price_minor - o.discount_minor - o.refunded_price_minor ELSE 0 END
              AS price_left,
            CASE o.status WHEN 'paid' THEN o.fee_minor - o.refunded_fee_minor ELSE 0 END AS fee_left, o.currency, coalesce(o.email_norm, u.email_norm, u.guest_email_norm) AS email,
            u.username, coalesce(e.replay_of, o.event_id) AS event_id, title_of(e) AS title,
            (SELECT p.provider FROM payment p WHERE p.order_id = o.id ORDER BY (p.status = 'succeeded') DESC,
            p.created_at DESC LIMIT 1) AS provider,
            coalesce(
              (SELECT t.code FROM ticket t WHERE t.order_id = o.id AND t.voided_at IS NULL),
              (SELECT t.code FROM ticket t WHERE t.order_id = o.id AND t.voided_at IS NOT NULL
               ORDER BY t.created_at DESC LIMIT 1)) AS code
     FROM orders o JOIN app_user u ON u.id = o.buyer_id JOIN event e ON e.id = o.event_id
     WHERE ${after[sort]}
       AND ($3::order_status IS NULL OR o.status = $3) AND ($4::uuid IS NULL OR o.id = $4)
       AND ($5::text[] IS NULL OR coalesce(o.email_norm, u.email_norm, u.guest_email_norm) ILIKE ANY ($5)
         OR u.username ILIKE ANY ($5))
       AND ($7::uuid IS NULL OR o.event_id = $7)
     ORDER BY ${sorted[sort]} LIMIT $6`,
    [
      place.micros,
      place.id,
      state ?? null,
      byId ? id : null,
      byId ? null : likePatterns(q),
      pageRows + 1,
      eventUuid ?? null,
    ],
  );
  const { page, next } = placedPage(rows);
  return { orders: page.map(viewOf), next };
}

function viewOf(row: Row): WireAdminOrder {
  const currency = currencyOf(row.currency);
  return {
    order_uuid: row.id,
    order_status: row.status,
    order_created: row.created_ms,
    order_paid: row.paid_ms,
    order_total: toDecimal(row.total_minor, currency.digits),
    order_price_left: toDecimal(row.price_left, currency.digits),
    order_fee_left: toDecimal(row.fee_left, currency.digits),
    currency: currencyToWire(currency),
    buyer_email: row.email && readableEmail(row.email, domainToUnicode),
    buyer_username: row.username,
    event_uuid: row.event_id,
    ...titleToWire(row.title),
    payment_provider: row.provider,
    ticket_code: row.code,
  };
}

interface RefundOrderInput {
  readonly adminId: number;
  readonly orderId: string;
  readonly reason: string;
  /** Of the wire: a part of the order; all of it where there is none. */
  readonly amount?: number | undefined;
  /** How much of the amount is fee; else the price goes first. */
  readonly fee?: number | undefined;
  /** The same for every try of one request. */
  readonly attempt: string | undefined;
}

interface Refundable {
  event_id: string;
  buyer_id: number;
  status: string;
  currency: string;
  price_left: number;
  fee_left: number;
}

/**
 * Refunds one buyer in full and voids the ticket, or refunds a part and keeps it; of two concurrent requests for the
 * same money, one is refused.
 */
export async function refundOrder(deps: BackofficeDeps, asked: RefundOrderInput): Promise<void> {
  const { accounts, db, ticketing } = deps;
  const reason = readRefusalReason(asked.reason);
  await db.tx(async (tx) => {
    const order = await tx.one<Refundable>(
      `SELECT event_id, buyer_id, status, currency, price_minor - discount_minor - refunded_price_minor AS price_left,
         fee_minor - refunded_fee_minor AS fee_left
       FROM orders WHERE id = $1`,
      [asked.orderId],
    );
    if (!order) throw refuse('order_not_found');
    if (asked.amount !== undefined && (await wasDone(tx, asked.attempt))) return;
    const parts = asked.amount === undefined ? undefined : partsOf(order, asked.amount, asked.fee);
    const done = parts
      ? await ticketing.refundInPart(tx, asked.orderId, 'admin', parts)
      : await ticketing.refundOrder(tx, order.event_id, asked.orderId, 'admin');
    if (!done) throw refuse('order_not_refundable');
    const { amount } = asked;
    await accounts.recordAudit(tx, {
      actorId: asked.adminId,
      action: amount === undefined ? 'order_refunded' : 'order_refunded_in_part',
      subjectId: order.buyer_id,
      details: {
        order_uuid: asked.orderId,
        reason,
        ...(amount !== undefined && { amount: String(amount), currency: order.currency }),
        ...(amount !== undefined && asked.attempt !== undefined && { attempt: asked.attempt }),
      },
    });
  });
}

/** Emails the ticket or the receipt of an order again, and records it; see `Ticketing.resendOfOrder`. */
export async function resendDocument(
  { db, accounts, ticketing }: Pick<BackofficeDeps, 'db' | 'accounts' | 'ticketing'>,
  asked: { readonly adminId: number; readonly orderId: string; readonly document: 'ticket' | 'receipt' },
): Promise<void> {
  await db.tx(async (tx) => {
    const { buyerId } = await ticketing.resendOfOrder(tx, asked.orderId, asked.document);
    await accounts.recordAudit(tx, {
      actorId: asked.adminId,
      action: asked.document === 'ticket' ? 'ticket_resent' : 'receipt_resent',
      subjectId: buyerId,
      details: { order_uuid: asked.orderId },
    });
  });
}

function partsOf(order: Refundable, amount: number, fee: number | undefined) {
  if (order.status !== 'paid') throw refuse('order_not_refundable');
  const currency = currencyOf(order.currency);
  return refundParts(
    {
      amountMinor: typedAmount(amount, currency, 'amount'),
      feeMinor: fee === undefined ? undefined : typedAmount(fee, currency, 'fee'),
    },
    { priceMinor: order.price_left, feeMinor: order.fee_left },
    (minor) => moneyText(minor, currency),
  );
}

/** An earlier try of this very request gave the part back, and its answer was lost. */
const wasDone = async (tx: Tx, attempt: string | undefined): Promise<boolean> =>
  attempt !== undefined &&
  (await tx.one("SELECT 1 FROM audit_log WHERE action = 'order_refunded_in_part' AND details ->> 'attempt' = $1", [
    attempt,
  ])) !== undefined;
