import { Refusal } from '@frontrow/core/kernel/refusal.ts';
import type { ProviderRefund } from '../../ports/card-payments.ts';
import { askProvider } from './ask-provider.ts';
import type { Checkout } from './checkout.ts';

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

/** A worker that died with a refund in hand gives it back after this. */
const claimSeconds = 60;
const waitSecondsMax = 3_600;
const refundsPerRunMax = 100;

/**
 * Asks the provider for refunds that are due (or for one of them), after the request was committed and holding nothing. Tries
 * again until the provider confirms: the provider key is the refund's id, so a lost answer never pays twice.
 */
export async function driveRefunds(checkout: Checkout, only?: string): Promise<void> {
  const due = await checkout.db.query<DueRefund>(
    `UPDATE refund r SET attempts = r.attempts + 1, next_at = app_now() + make_interval(secs => $2) FROM payment p
     WHERE p.id = r.payment_id AND r.id IN (
       SELECT id FROM refund WHERE status IN ('requested', 'pending') AND next_at <= app_now() AND ($1::uuid IS NULL OR id = $1)
       ORDER BY next_at LIMIT $3 FOR UPDATE SKIP LOCKED)
     RETURNING r.id, r.amount_minor, r.attempts, r.provider_ref, r.provider_failures, p.provider, p.capture_ref, p.currency`,
    [only ?? null, claimSeconds, refundsPerRunMax],
  );
  for (const refund of due) await driveOne(checkout, refund);
}

async function driveOne(checkout: Checkout, refund: DueRefund): Promise<void> {
  const wait = Math.min(2 ** Math.min(refund.attempts, 12), waitSecondsMax);
  try {
    const said = await askProvider(checkout.log, 'refund', () => ask(checkout, refund));
    if (said.status === 'failed')
      checkout.log.error(
        { refund: refund.id, failures: refund.provider_failures + 1 },
        'provider refused a refund, will be asked again',
      );
    await checkout.db.query('SELECT settle_refund($1, $2, $3, $4)', [refund.id, said.status, said.ref, wait]);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    checkout.log.warn({ refund: refund.id, attempts: refund.attempts }, 'refund not answered, will be asked again');
    await checkout.db.query('UPDATE refund SET next_at = app_now() + make_interval(secs => $2) WHERE id = $1', [
      refund.id,
      wait,
    ]);
  }
}

async function ask({ cards, wallets }: Checkout, refund: DueRefund): Promise<ProviderRefund> {
  const port = refund.provider === wallets.provider ? wallets : cards;
  if (refund.provider_ref) {
    const known = await port.refundOf(refund.provider_ref);
    if (known) return known;
  }
  // After a definite no the same key would only repeat that no.
  const key = refund.provider_failures > 0 ? `${refund.id}:${refund.provider_failures}` : refund.id;
  return port.refund({
    refundId: key,
    captureRef: refund.capture_ref,
    amountMinor: refund.amount_minor,
    currency: refund.currency,
  });
}
