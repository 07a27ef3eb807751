import { refundFailuresMax } from '@frontrow/core/ticketing/limits.ts';
import type { ProviderRefund } from '../../../ports/card-payments.ts';
import { findDisputes } from '../disputes/follow-dispute.ts';
import { askProvider } from '../payments/ask-provider.ts';
import { paymentPort } from '../payments/payment-port.ts';
import type { Checkout } from '../selling/checkout.ts';
import { onItsOwn } from '../../../jobs/on-its-own.ts';
import { refundClaimSeconds } from './refund-claim.ts';

interface DueRefund {
  id: string;
  amount_minor: number;
  attempts: number;
  provider_ref: string | null;
  provider_failures: number;
  provider: string;
  capture_ref: string;
  currency: string;
  /** Its payment is disputed, or was lost to a dispute: nothing is asked for any more. */
  disputed: boolean;
  /** Refunds of the payment that are booked already. */
  booked: string[];
}

const waitSecondsMax = 3_600;
const refundsPerRunMax = 100;

/**
 * Asks the provider for all due refunds, or for one. The request was committed before, and no lock is held. Asks again
 * until the provider confirms; the refund's id is the provider's idempotency key, so a lost answer never pays twice.
 * Refunds are claimed one at a time, so that no claim expires while its refund waits behind others.
 */
export async function driveRefunds(checkout: Checkout, only?: string): Promise<void> {
  for (let driven = 0; driven < refundsPerRunMax; driven++) {
    const refund = await claimNext(checkout, only);
    if (!refund) return;
    await onItsOwn(checkout.log, { refund: refund.id, attempts: refund.attempts }, () => driveOne(checkout, refund));
  }
}

const claimNext = ({ db }: Checkout, only: string | undefined): Promise<DueRefund | undefined> =>
  db.one<DueRefund>(
    `UPDATE refund r SET attempts = r.attempts + 1, next_at = app_now() + make_interval(secs => $2) FROM payment p
     WHERE p.id = r.payment_id AND r.id = (
       SELECT id FROM refund
       WHERE status IN ('requested', 'pending') AND next_at <= app_now() AND ($1::uuid IS NULL OR id = $1)
       ORDER BY next_at LIMIT 1 FOR UPDATE SKIP LOCKED)
     RETURNING r.id, r.amount_minor, r.attempts, r.provider_ref, r.provider_failures,
       p.provider, p.capture_ref, p.currency,
       EXISTS (SELECT 1 FROM dispute d WHERE d.payment_id = p.id AND d.status <> 'won') AS disputed,
       ARRAY(
         SELECT b.provider_ref FROM refund b WHERE b.payment_id = p.id AND b.id <> r.id AND b.provider_ref IS NOT NULL
       ) AS booked`,
    [only ?? null, refundClaimSeconds],
  );

async function driveOne(checkout: Checkout, refund: DueRefund): Promise<void> {
  const { db, log } = checkout;
  const wait = Math.min(2 ** Math.min(refund.attempts, 12), waitSecondsMax);
  try {
    const said = await askProvider(log, 'refund', () => (refund.disputed ? look : ask)(checkout, refund));
    if (said.status === 'failed' && refund.disputed) {
      await db.tx((tx) => tx.query('SELECT end_refund($1, $2)', [refund.id, refund.attempts]));
      return;
    }
    const failures = refund.provider_failures + 1;
    if (said.status === 'failed')
      log.error(
        { refund: refund.id, failures },
        failures < refundFailuresMax
          ? 'provider refused a refund, will be asked again'
          : 'provider refused a refund too often, it is given up: somebody has to look',
      );
    await db.query('SELECT settle_refund($1, $2, $3, $4, $5, $6)', [
      refund.id,
      refund.attempts,
      said.status,
      said.ref,
      wait,
      refundFailuresMax,
    ]);
    // The provider may have refused because of a dispute that we have not heard of.
    if (said.status === 'failed') await findDisputes(checkout, refund.provider, refund.capture_ref);
  } catch (error) {
    // Also a fault of ours waits: a refund that cannot be read must not be asked about without a pause.
    await db.query(
      'UPDATE refund SET next_at = app_now() + make_interval(secs => $3) WHERE id = $1 AND attempts = $2',
      [refund.id, refund.attempts, wait],
    );
    throw error;
  }
}

/** Whether the provider has made it: an answer may have been lost. Asks for nothing. */
async function look(checkout: Checkout, refund: DueRefund): Promise<ProviderRefund> {
  const made = await paymentPort(checkout, refund.provider).refundsOf(refund.capture_ref);
  const ours = made.find(({ refundId, status }) => status !== 'failed' && refundId?.split(':')[0] === refund.id);
  return ours ?? { ref: '', status: 'failed' };
}

async function ask(checkout: Checkout, refund: DueRefund): Promise<ProviderRefund> {
  const port = paymentPort(checkout, refund.provider);
  if (refund.provider_ref) {
    const known = await port.refundOf(refund.provider_ref);
    if (known) return known;
  }
  // A key that was refused would only be refused again.
  const key = refund.provider_failures > 0 ? `${refund.id}:${refund.provider_failures}` : refund.id;
  return port.refund({
    refundId: key,
    captureRef: refund.capture_ref,
    amountMinor: refund.amount_minor,
    currency: refund.currency,
    booked: refund.booked,
    askedBefore: refund.attempts > 1,
  });
}
