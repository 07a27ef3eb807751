import { readRefusalReason } from '@frontrow/core/accounts/influencer-request.ts';
import { typedAmount } from '@frontrow/core/catalog/typed-amount.ts';
import { currencyOf, moneyText } from '@frontrow/core/kernel/money.ts';
import { refuse } from '@frontrow/core/refuse.ts';
import { refundParts } from '@frontrow/core/ticketing/refund-parts.ts';
import type { Tx } from '../../db/db.ts';
import type { BackofficeDeps } from './routes.ts';

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
