import type { Refusal } from '@frontrow/core/kernel/refusal.ts';
import { providerTimeoutMs } from '@frontrow/core/ticketing/limits.ts';
import { ApiError, Client, Environment, type OAuthToken } from '@paypal/paypal-server-sdk';
import type { Logger } from '../../ports/log.ts';
import { logPaypalAnswer } from './paypal-errors.ts';
import { paypalHttp, PaypalUnreachable } from './paypal-http.ts';

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
  /** Makes a call. Throws where nobody answers, nothing can be read, or the fault is PayPal's or our access's. */
  call(method: 'GET' | 'POST', path: string, body?: string, headers?: Record<string, string>): Promise<PaypalAnswer>;
  /** PayPal checks its own signature of a webhook. */
  isGenuine(rawBody: string, headers: Headers, webhookId: string | undefined): Promise<boolean>;
}

export interface PaypalClient {
  readonly origin: string;
  /** Works with PayPal's library; with a new one, once more, where PayPal does not take the token of the old one. */
  withClient<T>(work: (client: Client) => Promise<T>): Promise<T>;
}

/** PayPal's library. `at` is where it is asked instead of PayPal, in tests. */
export function paypalClient({ clientId, clientSecret, live }: PaypalAccess, at?: string): PaypalClient {
  const origin = at ?? (live ? liveOrigin : sandboxOrigin);
  const open = () =>
    new Client({
      environment: live ? Environment.Production : Environment.Sandbox,
      clientCredentialsAuthCredentials: { oAuthClientId: clientId, oAuthClientSecret: clientSecret },
      httpClientOptions: { timeout: providerTimeoutMs, retryConfig: { maxNumberOfRetries: 0 } },
      unstable_httpClientOptions: { adapter: paypalHttp(origin) },
    });
  let client = open();
  return {
    origin,
    async withClient(work) {
      const used = client;
      try {
        return await work(used);
      } catch (error) {
        // The library keeps a token until it is over, nine hours, also one that PayPal has withdrawn.
        if (!(error instanceof ApiError) || error.statusCode !== 401) throw error;
        if (client === used) client = open();
        return work(client);
      }
    },
  };
}

/** Calls that PayPal's library does not have, with its tokens. `unavailable` is what a caller is refused with. */
export function paypalRest({ withClient, origin }: PaypalClient, log: Logger, unavailable: () => Refusal): PaypalRest {
  const http = paypalHttp(origin);
  /** Kept until it is over or not taken: forged webhooks must not have one asked for each. */
  let token: OAuthToken | undefined;

  const ask = async (request: Parameters<typeof http>[0], headers: Record<string, string>) => {
    token = await withClient((client) => client.clientCredentialsAuthManager.updateToken(token));
    const all = { authorization: `Bearer ${token.accessToken}`, 'content-type': 'application/json', ...headers };
    const answer = await http({ ...request, timeout: providerTimeoutMs, headers: { toJSON: () => all } });
    if (answer.status === 401) token = undefined;
    return answer;
  };

  const call: PaypalRest['call'] = async (method, url, data, headers = {}) => {
    const request = { url, method, ...(data !== undefined && { data }) };
    let answer: Awaited<ReturnType<typeof http>>;
    try {
      answer = await ask(request, headers);
      if (answer.status === 401) answer = await ask(request, headers);
    } catch (error) {
      if (!(error instanceof PaypalUnreachable || error instanceof ApiError)) throw error;
      log.warn({ error: error.message }, 'PayPal did not answer');
      throw unavailable();
    }
    const { status } = answer;
    const body = readJson(answer.data);
    if (body === unreadable || status >= 500 || status === 429 || status === 401) {
      logPaypalAnswer(log, status, body === unreadable ? undefined : body);
      throw unavailable();
    }
    return { status, body };
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

const unreadable = Symbol('unreadable');

/** Undefined where it is empty. */
function readJson(text: string): unknown {
  try {
    return text === '' ? undefined : (JSON.parse(text) as unknown);
  } catch {
    return unreadable;
  }
}
