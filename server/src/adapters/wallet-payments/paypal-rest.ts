import { refuse } from '@frontrow/core/refuse.ts';
import { providerTimeoutMs } from '@frontrow/core/ticketing/limits.ts';
import type { Client, OAuthToken } from '@paypal/paypal-server-sdk';

type Headers = Readonly<Record<string, string | undefined>>;

export interface PaypalRest {
  /** Reads a path of the API; undefined where there is nothing. */
  ask(path: string): Promise<unknown>;
  /** PayPal checks its own signature of a webhook. */
  isGenuine(rawBody: string, headers: Headers, webhookId: string): Promise<boolean>;
}

/** Calls that PayPal's library does not have. */
export function paypalRest({ origin, client }: { readonly origin: string; readonly client: Client }): PaypalRest {
  /** Asked for anew when it is over or was not taken, not for everything that looks like a webhook. */
  let token: OAuthToken | undefined;

  const send = async (path: string, body?: string): Promise<Response> => {
    token = await client.clientCredentialsAuthManager.updateToken(token);
    const answer = await fetch(`${origin}${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { authorization: `Bearer ${token.accessToken}`, 'content-type': 'application/json' },
      redirect: 'error',
      signal: AbortSignal.timeout(providerTimeoutMs),
      ...(body !== undefined && { body }),
    });
    // Whatever else it says, the token is good: forged webhooks must not have one asked for each.
    if (answer.status === 401) token = undefined;
    return answer;
  };

  return {
    async ask(path) {
      let answer: Response;
      try {
        answer = await send(path);
      } catch {
        throw refuse('payment_unavailable', {}, { retryAfter: 30 });
      }
      if (answer.status === 404) return undefined;
      if (!answer.ok) throw refuse('payment_unavailable', {}, { retryAfter: 30 });
      return answer.json();
    },

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
      const answer = await send('/v1/notifications/verify-webhook-signature', body);
      if (!answer.ok) throw refuse('payment_unavailable', {}, { retryAfter: 30 });
      return ((await answer.json()) as { verification_status?: string }).verification_status === 'SUCCESS';
    },
  };
}
