import { refundsAgainMax } from '@frontrow/core/ticketing/limits.ts';
import type { ListedRefund } from '../../../ports/card-payments.ts';
import { findDisputes } from '../disputes/follow-dispute.ts';
import { askProvider } from '../payments/ask-provider.ts';
import { paymentPort } from '../payments/payment-port.ts';
import type { Checkout } from '../selling/checkout.ts';

/** Banks take days to send a refund back: one that keeps coming back is made at most this often. */
const againSeconds = 86_400;

interface Subject {
  id: string;
  capture_ref: string;
}

/**
 * Compares the refunds of a payment with what the provider has now. A refund that succeeded and failed since is due
 * again. One that somebody made in the provider's own pages is booked, once. Where there is
 * none although money went back, a dispute took it.
 */
export async function recheckRefunds(checkout: Checkout, provider: string, ref: string): Promise<void> {
  const { db, log } = checkout;
  const payment = await db.one<Subject>(
    "SELECT id, capture_ref FROM payment WHERE provider = $1 AND provider_ref = $2 AND status = 'succeeded'",
    [provider, ref],
  );
  if (!payment) return;
  const refunds = await askProvider(log, 'refunds', () =>
    paymentPort(checkout, provider).refundsOf(payment.capture_ref),
  );
  for (const refund of refunds) if (refund.status === 'failed') await takeBack(checkout, payment, refund);
  for (const refund of refunds)
    if (refund.status === 'succeeded' && refund.refundId === undefined) await follow(checkout, payment, refund);
  if (refunds.length === 0) await findDisputes(checkout, provider, payment.capture_ref);
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

async function follow({ db, log }: Checkout, { id }: Subject, { ref, amountMinor }: ListedRefund): Promise<void> {
  const row = await db.one<{ verdict: string }>('SELECT follow_provider_refund($1, $2, $3) AS verdict', [
    id,
    ref,
    amountMinor,
  ]);
  if (row?.verdict === 'booked') log.warn({ payment: id, ref }, 'a refund made at the provider was booked');
  if (row?.verdict === 'beyond')
    log.error({ payment: id, ref }, 'a refund made at the provider is more than is left: somebody has to look');
}
