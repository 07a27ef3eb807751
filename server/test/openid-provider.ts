import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair } from 'jose';
import OidcProvider from 'oidc-provider';
import type { Config } from '../src/process/config.ts';

export interface OpenIdProvider {
  /** Of OpenID Connect; `settings` are the same by its addresses, as an OAuth 2.0 provider. */
  readonly openId: NonNullable<Config['openId']>;
  readonly settings: NonNullable<Config['instagram']>;
  /** The person signs in and says yes on the pages `url` leads to: the code they come back with. */
  approve(url: string, username: string): Promise<string>;
  /** It signs with another key from now on. */
  rotateKeys(): Promise<void>;
  close(): Promise<void>;
}

const clientId = 'frontrow';
const clientSecret = 'openid-secret';
const redirectsMax = 10;

/** A certified OpenID Connect provider on this machine, for people who log in at it without a password. */
export async function startOpenIdProvider(
  returnUrl: string,
  authMethod: 'client_secret_basic' | 'client_secret_post' = 'client_secret_post',
): Promise<OpenIdProvider> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const jwks = async () => {
    const { privateKey } = await generateKeyPair('RS256', { extractable: true });
    return { keys: [{ ...(await exportJWK(privateKey)), kid: randomUUID(), alg: 'RS256', use: 'sig' }] };
  };
  const create = async () =>
    new OidcProvider(origin, {
      jwks: await jwks(),
      clients: [
        {
          client_id: clientId,
          client_secret: clientSecret,
          token_endpoint_auth_method: authMethod,
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
  let provider = await create();

  server.on('request', (request, response) => {
    if (!request.url?.startsWith('/interaction/')) return void provider.callback()(request, response);
    const accountId = String(request.headers['x-person']);
    void provider.interactionDetails(request, response).then(async ({ prompt, params }) => {
      if (prompt.name === 'login') return provider.interactionFinished(request, response, { login: { accountId } });
      const grant = new provider.Grant({ accountId, clientId: String(params['client_id']) });
      grant.addOIDCScope('openid profile');
      return provider.interactionFinished(request, response, { consent: { grantId: await grant.save() } });
    });
  });

  return {
    openId: { issuer: origin, clientId, clientSecret, name: 'Keyring' },
    rotateKeys: async () => void (provider = await create()),
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
