import { minutes, seconds } from '@frontrow/core/kernel/instant.ts';
import { refuse } from '@frontrow/core/refuse.ts';
import { paymentAttemptsMax, paymentAttemptsWindowMs } from '@frontrow/core/ticketing/limits.ts';
import type { CardCharge } from '../../../ports/card-payments.ts';
import { askProvider } from './ask-provider.ts';
import type { Checkout } from '../selling/checkout.ts';

/** Says when the next attempt is welcome: in the sentence by minutes, in `Retry-After` by seconds. */
export const tooManyAttempts = (waitMs: number): Error =>
  refuse(
    'too_many_attempts',
    { minutes: Math.max(1, Math.ceil(waitMs / minutes(1))) },
    { retryAfter: Math.max(1, Math.ceil(waitMs / seconds(1))) },
  );

/** Counts a payment on its card, whoever holds it, before the card is charged; the lane counts those of an account or address. */
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
