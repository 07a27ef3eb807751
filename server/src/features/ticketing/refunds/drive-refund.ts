import { Refusal } from '@frontrow/core/kernel/refusal.ts';
import type { ProviderRefund } from '../../../ports/card-payments.ts';
import { askProvider } from '../payments/ask-provider.ts';
import type { Checkout } from '../selling/checkout.ts';
import { onItsOwn } from '../../../jobs/on-its-own.ts';

interface DueRefund {
  id: string;
  amount_minor: number;
  attempts: number;
  provider_ref: string | null;
  provider_failures: number;
  provider: string;
  capture_ref: string;
  currency: string;
}

/** A refund is free for another worker after this: longer than both calls to a provider may take. */
const claimSeconds = 60;
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
       p.provider, p.capture_ref, p.currency`,
    [only ?? null, claimSeconds],
  );

async function driveOne(checkout: Checkout, refund: DueRefund): Promise<void> {
  const { db, log } = checkout;
  const wait = Math.min(2 ** Math.min(refund.attempts, 12), waitSecondsMax);
  try {
    const said = await askProvider(log, 'refund', () => ask(checkout, refund));
    if (said.status === 'failed')
      log.error(
        { refund: refund.id, failures: refund.provider_failures + 1 },
        'provider refused a refund, will be asked again',
      );
    await db.query('SELECT settle_refund($1, $2, $3, $4, $5)', [
      refund.id,
      refund.attempts,
      said.status,
      said.ref,
      wait,
    ]);
  } catch (error) {
    if (error instanceof Refusal)
      await db.query(
        'UPDATE refund SET next_at = app_now() + make_interval(secs => $3) WHERE id = $1 AND attempts = $2',
        [refund.id, refund.attempts, wait],
      );
    throw error;
  }
}

async function ask({ cards, wallets }: Checkout, refund: DueRefund): Promise<ProviderRefund> {
  const port = refund.provider === wallets.provider ? wallets : cards;
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
  });
}
