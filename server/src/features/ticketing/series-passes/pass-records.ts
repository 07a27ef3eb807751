import type { Minor } from '@frontrow/core/kernel/money.ts';
import type { OrderStatus, PaymentStatus } from '@frontrow/core/ticketing/machines.ts';
import { passStatus } from '@frontrow/core/ticketing/series-pass.ts';
import type { Sql } from '../../../db/db.ts';
import { findOrder, type OrderRecord, type Outcome, ticketOfOrder, type TicketRecord } from '../records.ts';

/** An attempt to take the money of a pass. */
export interface PassPayment {
  readonly id: string;
  readonly purchaseId: string;
  readonly buyerId: number;
  readonly provider: string;
  readonly providerRef: string | undefined;
  readonly amountMinor: Minor;
  readonly currency: string;
  readonly status: PaymentStatus;
  readonly failure: string | undefined;
  readonly remember: boolean;
  /** How many dates it pays. */
  readonly dates: number;
  /** Not all seats are held for it any more. */
  readonly holdIsOver: boolean;
  readonly createdAt: number;
  /** The database's time when the row was read. */
  readonly now: number;
}

interface PassPaymentRow {
  id: string;
  purchase_id: string;
  buyer_id: number;
  provider: string;
  provider_ref: string | null;
  amount_minor: number;
  currency: string;
  status: PaymentStatus;
  failure: string | null;
  remember: boolean;
  dates: number;
  hold_is_over: boolean;
  created_at: Date;
  now: Date;
}

const paymentOf = (row: PassPaymentRow): PassPayment => ({
  id: row.id,
  purchaseId: row.purchase_id,
  buyerId: row.buyer_id,
  provider: row.provider,
  providerRef: row.provider_ref ?? undefined,
  amountMinor: row.amount_minor,
  currency: row.currency,
  status: row.status,
  failure: row.failure ?? undefined,
  remember: row.remember,
  dates: row.dates,
  holdIsOver: row.hold_is_over,
  createdAt: row.created_at.getTime(),
  now: row.now.getTime(),
});

const paymentQuery = `
  SELECT w.id, w.purchase_id, its.buyer_id, w.provider, w.provider_ref, w.amount_minor, w.currency, w.status, w.failure,
    w.remember, its.dates, its.hold_is_over, w.created_at, app_now() AS now
  FROM pass_payment w JOIN LATERAL (
    SELECT min(o.buyer_id) AS buyer_id, count(*)::int AS dates, bool_or(o.status <> 'pending') AS hold_is_over
    FROM orders o WHERE o.pass_purchase_id = w.purchase_id) its ON true`;

export async function findPassPayment(sql: Sql, id: string): Promise<PassPayment | undefined> {
  const row = await sql.one<PassPaymentRow>(`${paymentQuery} WHERE w.id = $1`, [id]);
  return row && paymentOf(row);
}

export async function findPassPaymentByRef(sql: Sql, provider: string, ref: string): Promise<PassPayment | undefined> {
  const row = await sql.one<PassPaymentRow>(`${paymentQuery} WHERE w.provider = $1 AND w.provider_ref = $2`, [
    provider,
    ref,
  ]);
  return row && paymentOf(row);
}

/** The attempt in progress: at most one, by a unique index. */
export async function openPassPaymentOf(sql: Sql, purchaseId: string): Promise<PassPayment | undefined> {
  const row = await sql.one<PassPaymentRow>(
    `${paymentQuery} WHERE w.purchase_id = $1 AND w.status IN ('creating', 'requires_action', 'processing')`,
    [purchaseId],
  );
  return row && paymentOf(row);
}

/** Unfinished ones that began more than `olderMs` ago, the longest unchecked first. */
export async function openPassPayments(sql: Sql, olderMs: number, limit: number): Promise<PassPayment[]> {
  const rows = await sql.query<PassPaymentRow>(
    `WITH seen AS (
       UPDATE pass_payment SET looked_at = app_now() WHERE id IN (
         SELECT id FROM pass_payment
         WHERE status IN ('creating', 'requires_action', 'processing')
           AND created_at <= app_now() - $1 * interval '1 ms'
         ORDER BY coalesce(looked_at, created_at) LIMIT $2 FOR UPDATE SKIP LOCKED)
       RETURNING id)
     ${paymentQuery} WHERE w.id IN (SELECT id FROM seen) ORDER BY w.created_at`,
    [olderMs, limit],
  );
  return rows.map(paymentOf);
}

interface PassOrderRow {
  event_id: string;
  order_id: string;
  buyer_id: number;
  states: string[];
  price_minor: number;
  discount_minor: number;
  fee_minor: number;
  total_minor: number;
  currency: string;
  hold_expires_at: Date | null;
}

/** All orders of a pass as one: their sums, under the id of the purchase. */
export async function findPassOrder(
  sql: Sql,
  purchaseId: string,
): Promise<(OrderRecord & { readonly firstOrder: string }) | undefined> {
  const row = await sql.one<PassOrderRow>(
    `SELECT (array_agg(o.event_id ORDER BY e.starts_at, e.id))[1] AS event_id,
       (array_agg(o.id ORDER BY o.status = 'paid' DESC, e.starts_at, e.id))[1] AS order_id, min(o.buyer_id) AS buyer_id,
       array_agg(o.status::text) AS states, sum(o.price_minor)::bigint AS price_minor,
       sum(o.discount_minor)::bigint AS discount_minor, sum(o.fee_minor)::bigint AS fee_minor,
       sum(o.total_minor)::bigint AS total_minor, min(o.currency) AS currency,
       min(o.hold_expires_at) AS hold_expires_at
     FROM orders o JOIN event e ON e.id = o.event_id WHERE o.pass_purchase_id = $1 HAVING count(*) > 0`,
    [purchaseId],
  );
  return (
    row && {
      id: purchaseId,
      eventId: row.event_id,
      firstOrder: row.order_id,
      buyerId: row.buyer_id,
      isGuest: false,
      guestKey: undefined,
      status: passStatus(row.states as OrderStatus[]),
      priceMinor: row.price_minor,
      discountMinor: row.discount_minor,
      feeMinor: row.fee_minor,
      totalMinor: row.total_minor,
      currency: row.currency,
      holdExpiresAt: row.hold_expires_at?.getTime(),
    }
  );
}

/** The pass as one order, and the ticket of its first date that is paid. */
export interface PassOutcome extends Outcome {
  readonly ticket: TicketRecord | undefined;
  readonly ticketOrder?: OrderRecord;
}

export async function passOutcome(sql: Sql, purchaseId: string): Promise<PassOutcome> {
  const order = await findPassOrder(sql, purchaseId);
  if (!order) throw new Error(`the pass purchase ${purchaseId} has no orders`);
  const ticketOrder = await findOrder(sql, order.firstOrder);
  const ticket = await ticketOfOrder(sql, order.firstOrder);
  return { order, ticket, ...(ticketOrder && { ticketOrder }) };
}
