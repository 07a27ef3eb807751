import { refundsAgainMax } from '@frontrow/core/ticketing/limits.ts';
import type { ListedRefund } from '../../../ports/card-payments.ts';
import { askProvider } from '../payments/ask-provider.ts';
import type { Checkout } from '../selling/checkout.ts';

/** Banks take days to send a refund back: one that keeps coming back is made at most this often. */
const againSeconds = 86_400;

interface Subject {
  id: string;
  capture_ref: string;
  amount_minor: number;
  currency: string;
  order_id: string;
  event_id: string;
  /** Its ticket is live, and no refund was asked for. */
  kept: boolean;
}

/**
 * Compares the refunds of a card payment with what the provider has now. A refund that succeeded and failed since is
 * due again. A payment that somebody refunded in full at the provider loses its ticket, as with any other refund.
 */
export async function recheckRefunds(checkout: Checkout, ref: string, failed: boolean): Promise<void> {
  const { cards, db, log } = checkout;
  const payment = await db.one<Subject>(
    `SELECT p.id, p.capture_ref, p.amount_minor, p.currency, o.id AS order_id, o.event_id,
       o.status = 'paid' AND NOT EXISTS (
         SELECT 1 FROM refund r WHERE r.payment_id = p.id AND r.status <> 'failed') AS kept
     FROM payment p JOIN orders o ON o.id = p.order_id
     WHERE p.provider = $1 AND p.provider_ref = $2 AND p.status = 'succeeded'`,
    [cards.provider, ref],
  );
  // Of a refund that we made ourselves only a failure is news.
  if (!payment || !(failed || payment.kept)) return;
  const refunds = await askProvider(log, 'refunds', () => cards.refundsOf(payment.capture_ref));
  for (const refund of refunds) if (refund.status === 'failed') await takeBack(checkout, payment, refund);
  if (payment.kept) await followHand(checkout, payment, refunds);
}

async function takeBack({ db, log }: Checkout, { id }: Subject, { ref }: ListedRefund): Promise<void> {
  const row = await db.one<{ now: 'due' | 'given_up' | null }>('SELECT take_back_refund($1, $2, $3, $4) AS now', [
    id,
    ref,
    againSeconds,
    refundsAgainMax,
  ]);
  if (row?.now === 'due') log.error({ payment: id, ref }, 'a refund that had gone through came back, it is made again');
  if (row?.now === 'given_up')
    log.error({ payment: id, ref }, 'a refund came back too often, it is not made again: somebody has to look');
}

async function followHand({ cards, db, log }: Checkout, payment: Subject, refunds: readonly ListedRefund[]) {
  const byHand = refunds.filter(({ refundId, status }) => refundId === undefined && status !== 'failed');
  if (byHand.some(({ amountMinor }) => amountMinor === payment.amount_minor)) {
    // The provider, asked for this refund next, answers with the one that was made by hand.
    await db.query("SELECT refund_orders($1, 'admin', $2, 1)", [payment.event_id, [payment.order_id]]);
    return;
  }
  for (const { ref, amountMinor } of byHand) {
    const seen = await db.query(
      `INSERT INTO provider_object (provider, ref, kind, amount_minor, currency, status)
       VALUES ($1, $2, 'partial_refund', $3, $4, 'succeeded')
       ON CONFLICT DO NOTHING RETURNING ref`,
      [cards.provider, ref, amountMinor, payment.currency],
    );
    if (seen.length > 0) log.warn({ payment: payment.id, ref }, 'part of a payment was given back by hand');
  }
}
