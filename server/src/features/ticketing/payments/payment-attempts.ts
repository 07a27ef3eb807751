import { minutes, seconds } from '@frontrow/core/kernel/instant.ts';
import { refuse } from '@frontrow/core/refuse.ts';
import { paymentAttemptsMax, paymentAttemptsWindowMs } from '@frontrow/core/ticketing/limits.ts';
import type { CardCharge } from '../../../ports/card-payments.ts';
import { askProvider } from './ask-provider.ts';
import type { Checkout } from '../selling/checkout.ts';

/** Says when the next attempt is allowed: in minutes in the sentence, in seconds in `Retry-After`. */
export const tooManyAttempts = (waitMs: number): Error =>
  refuse(
    'too_many_attempts',
    { minutes: Math.max(1, Math.ceil(waitMs / minutes(1))) },
    { retryAfter: Math.max(1, Math.ceil(waitMs / seconds(1))) },
  );

/**
 * Counts a payment on its card, whoever uses it, before the card is charged. `hold_seats` counts by account and
 * address.
 */
export async function countOnCard(
  { cards, db, log }: Checkout,
  paymentId: string,
  source: CardCharge['source'],
): Promise<void> {
  const card = await askProvider(log, 'card', () => cards.fingerprint(source));
  if (card === undefined) return;
  const row = await db.one<{ wait_ms: number | null }>(
    'SELECT (extract(epoch FROM claim_card($1, $2, $3, $4) - app_now()) * 1000)::float8 AS wait_ms',
    [paymentId, card, paymentAttemptsMax, paymentAttemptsWindowMs],
  );
  if (row && row.wait_ms !== null) throw tooManyAttempts(row.wait_ms);
}
