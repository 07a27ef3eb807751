import { refuse } from '@frontrow/core/refuse.ts';
import { silentLog } from '../../ports/log.ts';
import { type PaypalAccess, paypalClient, paypalRest } from './paypal-rest.ts';

interface Listed {
  readonly webhooks: readonly {
    readonly url: string;
    readonly event_types: readonly { readonly name: string; readonly status?: string }[];
  }[];
}

/** Where PayPal sends which news, by its dashboard; `*` is all. Throws `payment_unavailable`. */
export async function webhooksAtPaypal(
  access: PaypalAccess,
  at?: string,
): Promise<readonly { readonly url: string; readonly news: readonly string[] }[]> {
  const unavailable = () => refuse('payment_unavailable');
  const rest = paypalRest(paypalClient(access, at), silentLog, unavailable);
  const { status, body } = await rest.call('GET', '/v1/notifications/webhooks');
  if (status !== 200) throw unavailable();
  return (body as Listed).webhooks.map(({ url, event_types }) => ({
    url,
    news: event_types.filter(({ status: is }) => is !== 'DISABLED').map(({ name }) => name),
  }));
}
