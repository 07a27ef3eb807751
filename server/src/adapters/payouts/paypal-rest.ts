import { refuse } from '@frontrow/core/refuse.ts';
import { providerTimeoutMs } from '@frontrow/core/ticketing/limits.ts';
import { paypalHttp } from '../wallet-payments/paypal-http.ts';

export interface PaypalAnswer {
  readonly status: number;
  readonly body: unknown;
}

export interface PaypalRest {
  /** A call of PayPal's REST; throws `payout_unavailable` where nobody answers or it is PayPal's own fault. */
  call(method: 'GET' | 'POST', path: string, body?: string, headers?: Record<string, string>): Promise<PaypalAnswer>;
}

const tokenSlackMs = 60_000;
const unavailable = () => refuse('payout_unavailable', {}, { retryAfter: 5 });

/** Calls that PayPal's library does not have, with a token of the same client. */
export function paypalRest(
  { clientId, clientSecret }: { clientId: string; clientSecret: string },
  origin: string,
  clockNow: () => number,
): PaypalRest {
  const http = paypalHttp(origin);
  let token: { readonly value: string; readonly until: number } | undefined;

  const send = async (
    method: string,
    url: string,
    data: string | undefined,
    headers: Record<string, string>,
  ): Promise<PaypalAnswer> => {
    let answer: Awaited<ReturnType<typeof http>>;
    try {
      answer = await http({
        url,
        method,
        timeout: providerTimeoutMs,
        headers: { toJSON: () => headers },
        ...(data !== undefined && { data }),
      });
    } catch {
      throw unavailable();
    }
    if (answer.status >= 500 || answer.status === 429) throw unavailable();
    try {
      return { status: answer.status, body: answer.data === '' ? undefined : (JSON.parse(answer.data) as unknown) };
    } catch {
      throw unavailable();
    }
  };

  const tokenNow = async (): Promise<string> => {
    if (token && token.until > clockNow()) return token.value;
    const basic = Buffer.from(`${clientId}:${clientSecret}`).toString('base64');
    const { status, body } = await send('POST', '/v1/oauth2/token', 'grant_type=client_credentials', {
      authorization: `Basic ${basic}`,
      'content-type': 'application/x-www-form-urlencoded',
    });
    const { access_token: value, expires_in: seconds } = (body ?? {}) as { access_token?: string; expires_in?: number };
    if (status !== 200 || value === undefined) throw unavailable();
    token = { value, until: clockNow() + (seconds ?? 0) * 1000 - tokenSlackMs };
    return value;
  };

  return {
    async call(method, path, body, headers = {}) {
      const answer = await send(method, path, body, {
        authorization: `Bearer ${await tokenNow()}`,
        'content-type': 'application/json',
        ...headers,
      });
      if (answer.status === 401) {
        token = undefined;
        throw unavailable();
      }
      return answer;
    },
  };
}
