/** A webhook as a provider has it: where it sends which news; `*` is all. */
export interface RegisteredWebhook {
  readonly url: string;
  readonly news: readonly string[];
}

/** An address of ours and what must be told there. */
export interface WantedWebhook {
  readonly path: string;
  readonly news: readonly string[];
}

/** What nothing of ours works without: the rest a provider may send, too. */
export const stripeNews: WantedWebhook = {
  path: '/api/webhooks/stripe',
  news: [
    'payment_intent.succeeded',
    'payment_intent.payment_failed',
    'charge.refunded',
    'refund.failed',
    'charge.dispute.created',
    'charge.dispute.closed',
  ],
};
export const stripePayoutNews: WantedWebhook = {
  path: '/api/webhooks/payouts/stripe',
  news: ['account.updated', 'payout.paid', 'payout.failed'],
};
export const paypalNews: WantedWebhook = {
  path: '/api/webhooks/paypal',
  news: [
    'CHECKOUT.ORDER.APPROVED',
    'PAYMENT.CAPTURE.COMPLETED',
    'PAYMENT.CAPTURE.DENIED',
    'PAYMENT.CAPTURE.REFUNDED',
    'CUSTOMER.DISPUTE.CREATED',
    'CUSTOMER.DISPUTE.RESOLVED',
  ],
};
export const paypalPayoutNews: WantedWebhook = {
  path: '/api/webhooks/payouts/paypal',
  news: ['PAYMENT.PAYOUTS-ITEM.SUCCEEDED', 'PAYMENT.PAYOUTS-ITEM.FAILED', 'PAYMENT.PAYOUTS-ITEM.RETURNED'],
};

/** What a provider was not told to send us, in one sentence; undefined if nothing is missing. */
export function missingWebhooks(
  provider: string,
  publicUrl: string,
  registered: readonly RegisteredWebhook[],
  wanted: readonly WantedWebhook[],
): string | undefined {
  const missing = wanted.flatMap(({ path, news }) => {
    const url = `${publicUrl}${path}`;
    const told = new Set(registered.filter((one) => one.url === url).flatMap((one) => one.news));
    const untold = told.has('*') ? [] : news.filter((name) => !told.has(name));
    return untold.length === 0 ? [] : [`${untold.join(', ')} to ${url}`];
  });
  return missing.length === 0
    ? undefined
    : `${provider} takes the key, but its dashboard does not send ${missing.join('; nor ')}: add that webhook there.`;
}
