import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import OidcProvider from 'oidc-provider';
import type { Config } from '../src/process/config.ts';

export interface OpenIdProvider {
  readonly settings: NonNullable<Config['instagram']>;
  /** The person signs in and says yes on the pages `url` leads to: the code they come back with. */
  approve(url: string, username: string): Promise<string>;
  close(): Promise<void>;
}

const clientId = 'frontrow';
const clientSecret = 'openid-secret';
const redirectsMax = 10;

/** A certified OpenID Connect provider on this machine, for people who log in at it without a password. */
export async function startOpenIdProvider(returnUrl: string): Promise<OpenIdProvider> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const provider = new OidcProvider(origin, {
    clients: [
      {
        client_id: clientId,
        client_secret: clientSecret,
        token_endpoint_auth_method: 'client_secret_post',
        redirect_uris: [returnUrl],
      },
    ],
    claims: { openid: ['sub'], profile: ['name', 'preferred_username'] },
    cookies: { keys: ['a-test-key'] },
    findAccount: (_context, id) => ({
      accountId: id,
      claims: () => ({ sub: `sub|${id}`, preferred_username: id, name: 'Ada Lind' }),
    }),
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
    ttl: { AccessToken: 60, AuthorizationCode: 60, Grant: 60, IdToken: 60, Interaction: 60, Session: 60 },
  });
  const answer = provider.callback();

  server.on('request', (request, response) => {
    if (!request.url?.startsWith('/interaction/')) return void answer(request, response);
    const accountId = String(request.headers['x-person']);
    void provider.interactionDetails(request, response).then(async ({ prompt, params }) => {
      if (prompt.name === 'login') return provider.interactionFinished(request, response, { login: { accountId } });
      const grant = new provider.Grant({ accountId, clientId: String(params['client_id']) });
      grant.addOIDCScope('openid profile');
      return provider.interactionFinished(request, response, { consent: { grantId: await grant.save() } });
    });
  });

  return {
    settings: {
      clientId,
      clientSecret,
      authorizeUrl: `${origin}/auth`,
      tokenUrl: `${origin}/token`,
      profileUrl: `${origin}/me`,
      scope: 'openid profile',
    },
    async approve(url, username) {
      const cookies = new Map<string, string>();
      let next = url;
      for (let n = 0; n < redirectsMax && next.startsWith(origin); n++) {
        const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
        const page = await fetch(next, { redirect: 'manual', headers: { 'x-person': username, cookie } });
        for (const line of page.headers.getSetCookie()) {
          const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
          if (value === '') cookies.delete(name);
          else cookies.set(name, value);
        }
        const to = page.headers.get('location');
        if (to === null) throw new Error(`no redirect from ${next}: ${page.status} ${await page.text()}`);
        next = new URL(to, origin).href;
      }
      return new URL(next).searchParams.get('code') ?? '';
    },
    close: () => new Promise<void>((resolve) => void server.close(() => resolve())),
  };
}
