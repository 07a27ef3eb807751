import { stripeClient, type StripeAt } from './stripe-client.ts';

const listedMax = 100;

/** Where Stripe sends which news, by its dashboard; `*` is all. Throws what Stripe's library throws. */
export async function webhooksAtStripe(
  secretKey: string,
  at?: StripeAt,
): Promise<readonly { readonly url: string; readonly news: readonly string[] }[]> {
  const { data } = await stripeClient(secretKey, at).webhookEndpoints.list({ limit: listedMax });
  return data
    .filter(({ status }) => status === 'enabled')
    .map(({ url, enabled_events }) => ({ url, news: enabled_events }));
}
