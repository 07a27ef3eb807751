import type { Account, Actor } from '@frontrow/core/kernel/actor.ts';
import type { Minor } from '@frontrow/core/kernel/money.ts';
import { type RefusalCode, refuse } from '@frontrow/core/refuse.ts';
import type { OrderStatus, PaymentStatus } from '@frontrow/core/ticketing/machines.ts';
import { batchedReads } from '../../db/batcher.ts';
import type { Sql, Tx } from '../../db/db.ts';
import type { PayloadOf } from '../../facts/catalogue.ts';
import type { Fact } from '../../facts/fact-handler.ts';
import type { CardIntent } from '../../ports/card-payments.ts';
import type { WalletOrder } from '../../ports/wallet-payments.ts';

/** The answer: exactly one of `intent` and `wallet` if money is due, and the ticket once it exists. */
export interface Purchased {
  readonly intent?: CardIntent;
  readonly returnUrl?: string;
  readonly wallet?: WalletOrder;
  readonly order: OrderRecord;
  readonly ticket: TicketRecord | undefined;
  /** The ticket's own order, where `order` is that of a whole pass. */
  readonly ticketOrder?: OrderRecord;
}

export interface OrderRecord {
  readonly id: string;
  readonly eventId: string;
  /** Of a replay ticket: the event that was recorded. */
  readonly replayOf?: string | undefined;
  readonly buyerId: number;
  readonly isGuest: boolean;
  /** Hash of the secret of the guest's browser that began it. */
  readonly guestKey: string | undefined;
  readonly status: OrderStatus;
  readonly priceMinor: Minor;
  readonly discountMinor: Minor;
  readonly feeMinor: Minor;
  readonly totalMinor: Minor;
  readonly currency: string;
  readonly holdExpiresAt: number | undefined;
  /** Created for a person on the waitlist. */
  readonly offered?: boolean;
}

export interface PaymentRecord {
  readonly id: string;
  readonly orderId: string;
  readonly eventId: string;
  readonly buyerId: number;
  readonly isGuest: boolean;
  readonly guestKey: string | undefined;
  readonly orderStatus: OrderStatus;
  readonly provider: string;
  readonly providerRef: string | undefined;
  readonly amountMinor: Minor;
  readonly currency: string;
  readonly status: PaymentStatus;
  readonly failure: string | undefined;
  readonly remember: boolean;
  readonly createdAt: number;
  /** The database's time when the row was read. */
  readonly now: number;
}

export interface TicketRecord {
  readonly id: string;
  readonly code: string;
  readonly seat: number;
  readonly eventId: string;
  readonly replayOf?: string | undefined;
  readonly createdAt: number;
  readonly voided: boolean;
  /** Void because its holder transferred it. */
  readonly transferred: boolean;
  /** Its code is shown as a QR code, too. */
  readonly qr: boolean;
}

interface OrderRow {
  id: string;
  event_id: string;
  replay_of: string | null;
  buyer_id: number;
  is_guest: boolean;
  guest_key: string | null;
  status: OrderStatus;
  price_minor: number;
  discount_minor: number;
  fee_minor: number;
  total_minor: number;
  currency: string;
  hold_expires_at: Date | null;
  offered: boolean;
}

interface PaymentRow {
  id: string;
  order_id: string;
  event_id: string;
  buyer_id: number;
  is_guest: boolean;
  guest_key: string | null;
  order_status: OrderStatus;
  provider: string;
  provider_ref: string | null;
  amount_minor: number;
  currency: string;
  status: PaymentStatus;
  failure: string | null;
  remember: boolean;
  created_at: Date;
  now: Date;
}

interface TicketRow {
  id: string;
  code: string;
  seat: number;
  event_id: string;
  replay_of: string | null;
  created_at: Date;
  voided: boolean;
  transferred: boolean;
  qr: boolean;
}

const orderOf = (row: OrderRow): OrderRecord => ({
  id: row.id,
  eventId: row.event_id,
  replayOf: row.replay_of ?? undefined,
  buyerId: row.buyer_id,
  isGuest: row.is_guest,
  guestKey: row.guest_key ?? undefined,
  status: row.status,
  priceMinor: row.price_minor,
  discountMinor: row.discount_minor,
  feeMinor: row.fee_minor,
  totalMinor: row.total_minor,
  currency: row.currency,
  holdExpiresAt: row.hold_expires_at?.getTime(),
  offered: row.offered,
});

const paymentOf = (row: PaymentRow): PaymentRecord => ({
  id: row.id,
  orderId: row.order_id,
  eventId: row.event_id,
  buyerId: row.buyer_id,
  isGuest: row.is_guest,
  guestKey: row.guest_key ?? undefined,
  orderStatus: row.order_status,
  provider: row.provider,
  providerRef: row.provider_ref ?? undefined,
  amountMinor: row.amount_minor,
  currency: row.currency,
  status: row.status,
  failure: row.failure ?? undefined,
  remember: row.remember,
  createdAt: row.created_at.getTime(),
  now: row.now.getTime(),
});

export const ticketOf = (row: TicketRow): TicketRecord => ({
  id: row.id,
  code: row.code,
  seat: row.seat,
  eventId: row.event_id,
  replayOf: row.replay_of ?? undefined,
  createdAt: row.created_at.getTime(),
  voided: row.voided,
  transferred: row.transferred,
  qr: row.qr,
});

const orderColumns = `id, event_id, (SELECT e.replay_of FROM event e WHERE e.id = orders.event_id) AS replay_of, buyer_id, email_norm IS NOT NULL AS is_guest, guest_key, status,
  price_minor, discount_minor, fee_minor, total_minor, currency, hold_expires_at, offered`;
const paymentQuery = `
  SELECT p.id, p.order_id, o.event_id, o.buyer_id, o.email_norm IS NOT NULL AS is_guest, o.guest_key,
    o.status AS order_status, p.provider, p.provider_ref, p.amount_minor, p.currency, p.status, p.failure, p.remember,
    p.created_at, app_now() AS now
  FROM payment p JOIN orders o ON o.id = p.order_id`;
const ticketColumns = `t.id, t.code, t.seat, t.event_id, (SELECT e.replay_of FROM event e WHERE e.id = t.event_id) AS replay_of, t.created_at, t.voided_at IS NOT NULL AS voided, t.transferred,
  (SELECT e.ticket_qr FROM event e WHERE e.id = t.event_id) AS qr`;
/**
 * The buyer's own tickets of these orders; a person who received one from the buyer is not a buyer. The void one first.
 */
const ticketsOfOrders = `
  SELECT t.order_id, ${ticketColumns} FROM ticket t JOIN orders o ON o.id = t.order_id AND o.buyer_id = t.holder_id
  WHERE t.order_id = ANY($1::uuid[]) AND t.voided_at IS NOT NULL
  UNION ALL
  SELECT t.order_id, ${ticketColumns} FROM ticket t JOIN orders o ON o.id = t.order_id AND o.buyer_id = t.holder_id
  WHERE t.order_id = ANY($1::uuid[]) AND t.voided_at IS NULL`;

export async function findOrder(sql: Sql, orderId: string): Promise<OrderRecord | undefined> {
  const row = await sql.one<OrderRow>(`SELECT ${orderColumns} FROM orders WHERE id = $1`, [orderId]);
  return row && orderOf(row);
}

export async function findPayment(sql: Sql, paymentId: string): Promise<PaymentRecord | undefined> {
  const row = await sql.one<PaymentRow>(`${paymentQuery} WHERE p.id = $1`, [paymentId]);
  return row && paymentOf(row);
}

export async function findPaymentByRef(sql: Sql, provider: string, ref: string): Promise<PaymentRecord | undefined> {
  const row = await sql.one<PaymentRow>(`${paymentQuery} WHERE p.provider = $1 AND p.provider_ref = $2`, [
    provider,
    ref,
  ]);
  return row && paymentOf(row);
}

/** The charge in flight of an order: at most one, by a unique index. */
export async function openPaymentOf(sql: Sql, orderId: string): Promise<PaymentRecord | undefined> {
  const row = await sql.one<PaymentRow>(
    `${paymentQuery} WHERE p.order_id = $1 AND p.status IN ('creating', 'requires_action', 'processing')`,
    [orderId],
  );
  return row && paymentOf(row);
}

/** The charge that paid the order; money of a later one is refunded. */
export async function payingPayment(sql: Sql, orderId: string): Promise<PaymentRecord | undefined> {
  const row = await sql.one<PaymentRow>(
    `${paymentQuery} WHERE p.order_id = $1 AND p.status = 'succeeded' AND o.status = 'paid'
     ORDER BY p.settled_at LIMIT 1`,
    [orderId],
  );
  return row && paymentOf(row);
}

/**
 * Unfinished charges that began more than `olderMs` ago, the longest unchecked first, so that a hanging one delays no
 * other.
 */
export async function openPayments(sql: Sql, olderMs: number, limit: number): Promise<PaymentRecord[]> {
  const rows = await sql.query<PaymentRow>(
    `WITH seen AS (
       UPDATE payment SET looked_at = app_now() WHERE id IN (
         SELECT id FROM payment
         WHERE status IN ('creating', 'requires_action', 'processing') AND pass_payment_id IS NULL
           AND created_at <= app_now() - $1 * interval '1 ms'
         ORDER BY coalesce(looked_at, created_at) LIMIT $2 FOR UPDATE SKIP LOCKED)
       RETURNING id)
     ${paymentQuery} WHERE p.id IN (SELECT id FROM seen) ORDER BY p.created_at`,
    [olderMs, limit],
  );
  return rows.map(paymentOf);
}

/** An order with its current state, and its ticket if there is one. */
export interface Outcome {
  readonly order: OrderRecord;
  readonly ticket: TicketRecord | undefined;
}

/** Reads of the purchase: buyers who arrive together share a statement. */
export interface OrderReads {
  payment(paymentId: string): Promise<PaymentRecord | undefined>;
  /** Refuses `order_not_found`. */
  outcome(orderId: string): Promise<Outcome>;
}

export function createOrderReads(sql: Sql): OrderReads {
  const outcomes = batchedReads<string, Outcome>(async (ids) => {
    const orders = await sql.query<OrderRow>(`SELECT ${orderColumns} FROM orders WHERE id = ANY($1::uuid[])`, [ids]);
    const tickets = await sql.query<TicketRow & { order_id: string }>(ticketsOfOrders, [ids]);
    const issued = new Map(tickets.map((row) => [row.order_id, ticketOf(row)]));
    const found = new Map(orders.map((row) => [row.id, { order: orderOf(row), ticket: issued.get(row.id) }]));
    return ids.map((id) => found.get(id));
  });

  return {
    payment: batchedReads<string, PaymentRecord>(async (ids) => {
      const rows = await sql.query<PaymentRow>(`${paymentQuery} WHERE p.id = ANY($1::uuid[])`, [ids]);
      const found = new Map(rows.map((row) => [row.id, paymentOf(row)]));
      return ids.map((id) => found.get(id));
    }),
    async outcome(orderId) {
      const found = await outcomes(orderId);
      if (!found) throw refuse('order_not_found');
      return found;
    },
  };
}

export async function ticketOfOrder(sql: Sql, orderId: string): Promise<TicketRecord | undefined> {
  const rows = await sql.query<TicketRow & { order_id: string }>(ticketsOfOrders, [[orderId]]);
  const last = rows.at(-1);
  return last && ticketOf(last);
}

export interface HeldTicket {
  readonly order: OrderRecord;
  readonly ticket: TicketRecord;
}

/** A ticket with its order, for its holder. */
export async function findTicket(sql: Sql, ticketId: string): Promise<HeldTicket | undefined> {
  const row = await sql.one<TicketRow & { order_id: string }>(
    `SELECT t.order_id, ${ticketColumns} FROM ticket t WHERE t.id = $1`,
    [ticketId],
  );
  const order = row && (await findOrder(sql, row.order_id));
  return order && { order, ticket: ticketOf(row) };
}

/** The order that gives this buyer a ticket for the event now. */
export async function orderOfLiveTicket(
  sql: Sql,
  { eventId, buyerId }: Pick<OrderRecord, 'eventId' | 'buyerId'>,
): Promise<OrderRecord | undefined> {
  const row = await sql.one<OrderRow>(
    `SELECT ${orderColumns} FROM orders WHERE id = (
       SELECT t.order_id FROM ticket t
       WHERE t.event_id = $1 AND t.holder_key = person_holder($2) AND t.voided_at IS NULL)`,
    [eventId, buyerId],
  );
  return row && orderOf(row);
}

/** By the reason of the refund, as `settle_payments` writes it; with any other reason no seat was left. */
const autoRefundCodes = {
  address_has_ticket: 'paid_elsewhere',
  event_cancelled: 'paid_event_cancelled',
  event_over: 'paid_event_over',
  replay_removed: 'paid_replay_removed',
  meeting_begun: 'paid_meeting_begun',
} as const satisfies Record<string, RefusalCode>;

/** The refusal that says why this payment is refunded; undefined if it is not. */
export async function findAutoRefundReason(sql: Sql, paymentId: string): Promise<RefusalCode | undefined> {
  const refund = await sql.one<{ reason: string }>('SELECT reason FROM refund WHERE payment_id = $1', [paymentId]);
  return refund && (autoRefundCodes[refund.reason as keyof typeof autoRefundCodes] ?? 'paid_late');
}

/** The caller who asks about an order: a session, or for guests the secret of a browser. */
export interface OrderCaller {
  readonly actor: Actor;
  readonly guestKey: string | undefined;
}

/**
 * Whether the order belongs to the caller: to their account, or to the browser that began it. Knowing an id or a
 * guest's email address proves nothing, and a guest's session is good for one event.
 */
export const isOwn = (
  order: Pick<OrderRecord, 'buyerId' | 'eventId' | 'guestKey' | 'isGuest'>,
  { actor, guestKey }: OrderCaller,
): boolean =>
  (actor.kind === 'account' && actor.id === order.buyerId && (actor.guestOf ?? order.eventId) === order.eventId) ||
  (order.isGuest && guestKey !== undefined && guestKey === order.guestKey);

interface OwnTicket {
  readonly orderId: string;
  readonly eventId: string;
  readonly voided: boolean;
}

/**
 * Locks the event and the order of a ticket, and reads the ticket after that, so that transfers, refunds, cancellations
 * and joins run one after the other. Refuses `ticket_not_found` if it is not the caller's, or the caller is a guest of
 * another event; `ticket_of_meeting` if the request must be cancelled instead; and `ticket_passed_on` once it is
 * someone else's.
 */
export async function lockOwnTicket(
  tx: Tx,
  holder: Pick<Account, 'id' | 'guestOf'>,
  ticketId: string,
): Promise<OwnTicket> {
  const found = await tx.one<{ order_id: string; event_id: string }>(
    'SELECT order_id, event_id FROM ticket WHERE id = $1 AND holder_id = $2',
    [ticketId, holder.id],
  );
  // A guest's session is good for one event only.
  if (!found || (holder.guestOf !== undefined && holder.guestOf !== found.event_id)) throw refuse('ticket_not_found');
  const event = await tx.one<{ is_meeting: boolean }>(
    'SELECT private_for IS NOT NULL AS is_meeting FROM event WHERE id = $1 FOR UPDATE',
    [found.event_id],
  );
  if (event?.is_meeting) throw refuse('ticket_of_meeting');
  await tx.query('SELECT 1 FROM orders WHERE id = $1 FOR UPDATE', [found.order_id]);
  const row = await tx.one<{ voided: boolean; transferred: boolean }>(
    `SELECT voided_at IS NOT NULL AS voided, transferred FROM ticket WHERE id = $1 AND holder_id = $2
     FOR NO KEY UPDATE`,
    [ticketId, holder.id],
  );
  if (!row) throw refuse('ticket_not_found');
  if (row.transferred) throw refuse('ticket_passed_on');
  return { orderId: found.order_id, eventId: found.event_id, voided: row.voided };
}

/** Once per ticket: one that was returned is not valid again. */
export const ticketReturned = (payload: PayloadOf<'TicketReturned'>): Fact => ({
  topic: 'TicketReturned',
  dedupeKey: `TicketReturned:${payload.ticketId}`,
  payload,
});
