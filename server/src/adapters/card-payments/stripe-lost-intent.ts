import { type Instant, minutes, seconds } from '@frontrow/core/kernel/instant.ts';
import { providerTimeoutMs } from '@frontrow/core/ticketing/limits.ts';
import { refuse } from '@frontrow/core/refuse.ts';
import type { Stripe } from 'stripe';

const pageSize = 100;
/** Clocks of Stripe and of our database may differ by this much. */
const clockSkewMs = seconds(30);
/** Less than a caller waits for an answer. */
const readForMs = providerTimeoutMs - seconds(2);

/**
 * The intent of a payment whose answer was lost. One search is enough however many were charged at the same time, but
 * Stripe's index may lag behind: before a charge that was asked for at `askedAt` is written off, intents made around
 * then are read one by one. Where they can't all be read in time nobody knows, and the payment stays open.
 */
export async function lostIntent(
  stripe: Stripe,
  paymentId: string,
  askedAt: Instant | undefined,
): Promise<Stripe.PaymentIntent | undefined> {
  const expand = ['data.payment_method'];
  const query = `metadata['payment_id']:'${paymentId}'`;
  const { data } = await stripe.paymentIntents.search({ query, limit: 1, expand });
  if (data[0] || askedAt === undefined) return data[0];
  const created = {
    gte: Math.floor((askedAt - clockSkewMs) / seconds(1)),
    // Up to four calls of ten seconds come before it (see `lostChargeAfterMs`).
    lte: Math.ceil((askedAt + minutes(1) + clockSkewMs) / seconds(1)),
  };
  const end = performance.now() + readForMs;
  for (let after: string | undefined; performance.now() < end;) {
    const page = await stripe.paymentIntents.list({
      created,
      limit: pageSize,
      expand,
      ...(after !== undefined && { starting_after: after }),
    });
    const found = page.data.find(({ metadata }) => metadata['payment_id'] === paymentId);
    if (found || !page.has_more) return found;
    after = page.data.at(-1)?.id;
  }
  throw refuse('payment_unavailable', {}, { retryAfter: 60 });
}
