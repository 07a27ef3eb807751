import type { Refusal } from '@frontrow/core/kernel/refusal.ts';
import { providerTimeoutMs } from '@frontrow/core/ticketing/limits.ts';
import { Client, Environment, type OAuthToken } from '@paypal/paypal-server-sdk';
import { paypalHttp } from './paypal-http.ts';

const liveOrigin = 'https://api-m.paypal.com';
const sandboxOrigin = 'https://api-m.sandbox.paypal.com';

type Headers = Readonly<Record<string, string | undefined>>;

export interface PaypalAccess {
  readonly clientId: string;
  readonly clientSecret: string;
  readonly live: boolean;
}

export interface PaypalAnswer {
  readonly status: number;
  /** What its JSON says; undefined where it is empty. */
  readonly body: unknown;
}

export interface PaypalRest {
  /** Makes a call, once. Throws where nobody answers, nothing can be read, or the fault is PayPal's or our access's. */
  call(method: 'GET' | 'POST', path: string, body?: string, headers?: Record<string, string>): Promise<PaypalAnswer>;
  /** PayPal checks its own signature of a webhook. */
  isGenuine(rawBody: string, headers: Headers, webhookId: string | undefined): Promise<boolean>;
}

/** PayPal's library. `at` is where it is asked instead of PayPal, in tests. */
export const paypalClient = ({ clientId, clientSecret, live }: PaypalAccess, at?: string) => {
  const origin = at ?? (live ? liveOrigin : sandboxOrigin);
  const client = new Client({
    environment: live ? Environment.Production : Environment.Sandbox,
    clientCredentialsAuthCredentials: { oAuthClientId: clientId, oAuthClientSecret: clientSecret },
    httpClientOptions: { timeout: providerTimeoutMs, retryConfig: { maxNumberOfRetries: 0 } },
    unstable_httpClientOptions: { adapter: paypalHttp(origin) },
  });
  return { client, origin };
};

/** Calls that PayPal's library does not have, with its tokens. `unavailable` is what a caller is refused with. */
export function paypalRest(
  { client, origin }: { readonly client: Client; readonly origin: string },
  unavailable: () => Refusal,
): PaypalRest {
  const http = paypalHttp(origin);
  /** Asked for anew when it is over or was not taken, not for everything that looks like a webhook. */
  let token: OAuthToken | undefined;

  const call: PaypalRest['call'] = async (method, url, data, headers = {}) => {
    let answer: Awaited<ReturnType<typeof http>>;
    try {
      token = await client.clientCredentialsAuthManager.updateToken(token);
      const all = { authorization: `Bearer ${token.accessToken}`, 'content-type': 'application/json', ...headers };
      answer = await http({
        url,
        method,
        timeout: providerTimeoutMs,
        headers: { toJSON: () => all },
        ...(data !== undefined && { data }),
      });
    } catch {
      throw unavailable();
    }
    const { status } = answer;
    // Whatever else it says, the token is good: forged webhooks must not have one asked for each.
    if (status === 401) token = undefined;
    if (status >= 500 || status === 429 || status === 401) throw unavailable();
    try {
      return { status, body: answer.data === '' ? undefined : (JSON.parse(answer.data) as unknown) };
    } catch {
      throw unavailable();
    }
  };

  return {
    call,
    async isGenuine(rawBody, headers, webhookId) {
      const fields = {
        auth_algo: headers['paypal-auth-algo'],
        cert_url: headers['paypal-cert-url'],
        transmission_id: headers['paypal-transmission-id'],
        transmission_sig: headers['paypal-transmission-sig'],
        transmission_time: headers['paypal-transmission-time'],
        webhook_id: webhookId,
      };
      if (Object.values(fields).some((value) => value === undefined)) return false;
      // The event travels as the very bytes that were signed: parsing and printing them again could change them.
      const body = `${JSON.stringify(fields).slice(0, -1)},"webhook_event":${rawBody}}`;
      const answer = await call('POST', '/v1/notifications/verify-webhook-signature', body);
      if (answer.status >= 400) throw unavailable();
      return (answer.body as { verification_status?: string } | undefined)?.verification_status === 'SUCCESS';
    },
  };
}
