import { randomUUID } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startOpenIdProvider } from '../../../test/openid-provider.ts';
import { systemClock } from '../clock/system-clock.ts';
import { silentLog } from '../../ports/log.ts';
import { openIdLogin } from './openid-login.ts';
import { socialLoginSuite } from './social-login.suite.ts';

const returnUrl = 'http://localhost:3000/social_login';

for (const method of ['client_secret_basic', 'client_secret_post'] as const)
  socialLoginSuite(`OpenID Connect with ${method}`, async () => {
    const provider = await startOpenIdProvider(returnUrl, method);
    return {
      social: openIdLogin({ settings: provider.openId, log: silentLog, clock: systemClock }),
      approve: (url, username) => provider.approve(url, username),
      iss: provider.openId.issuer,
      close: () => provider.close(),
    };
  });

test('a provider that changed its keys a moment ago is understood', async () => {
  const provider = await startOpenIdProvider(returnUrl, 'client_secret_basic');
  const social = openIdLogin({ settings: provider.openId, log: silentLog, clock: systemClock });
  const signIn = async () => {
    const request = { state: randomUUID(), codeVerifier: randomUUID() + randomUUID(), returnUrl };
    const code = await provider.approve(await social.signInUrl(request), 'ada');
    return social.person({ ...request, code, iss: provider.openId.issuer });
  };
  const before = await signIn();
  await provider.rotateKeys();
  expect(await signIn()).toEqual(before);
  expect(before).toEqual({ subject: 'ada', handle: 'ada', name: 'Ada Lind' });
  await provider.close();
});

/** A provider that says whatever a test wants. */
interface OddProvider {
  /** The description of itself, before it is sent. */
  issuer: string;
  claims: Record<string, unknown>;
  foreignKey: boolean;
}
const odd: OddProvider = { issuer: '', claims: {}, foreignKey: false };
let server: Server;
let origin: string;
beforeAll(async () => {
  const [own, foreign] = [await generateKeyPair('RS256'), await generateKeyPair('RS256')];
  const answers: Record<string, () => Promise<unknown>> = {
    '/.well-known/openid-configuration': async () => ({
      issuer: odd.issuer,
      authorization_endpoint: `${origin}/auth`,
      token_endpoint: `${origin}/token`,
      jwks_uri: `${origin}/jwks`,
      id_token_signing_alg_values_supported: ['RS256'],
    }),
    '/jwks': async () => ({ keys: [{ ...(await exportJWK(own.publicKey)), kid: 'one', alg: 'RS256' }] }),
    '/token': async () => ({
      access_token: 'token',
      token_type: 'bearer',
      id_token: await new SignJWT(odd.claims)
        .setProtectedHeader({ alg: 'RS256', kid: 'one' })
        .sign(odd.foreignKey ? foreign.privateKey : own.privateKey),
    }),
  };
  server = createServer((request, response) => {
    request.resume();
    void answers[request.url ?? '']?.().then((body) => {
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const seconds = (): number => Math.floor(Date.now() / 1000);
/** The answer to a sign-in in which the provider says so: the person, or the code of the refusal. */
async function signInWith(wrong: Partial<OddProvider>): Promise<unknown> {
  const settings = { issuer: origin, clientId: 'frontrow', clientSecret: 'secret', name: 'Keyring' };
  const social = openIdLogin({ settings, log: silentLog, clock: systemClock });
  Object.assign(odd, { issuer: origin, foreignKey: false, ...wrong });
  const request = { state: randomUUID(), codeVerifier: randomUUID() + randomUUID(), returnUrl };
  try {
    const nonce = new URL(await social.signInUrl(request)).searchParams.get('nonce');
    const good = { iss: origin, sub: 'ada', aud: 'frontrow', nonce, iat: seconds(), exp: seconds() + 60 };
    odd.claims = { ...good, ...wrong.claims };
    return await social.person({ ...request, code: 'code' });
  } catch (error) {
    return (error as { code?: string }).code;
  }
}

test.each<[string, Partial<OddProvider>, unknown]>([
  ['what it should', {}, { subject: 'ada', handle: '', name: '' }],
  ['a time that is 20 seconds ahead', { claims: { iat: seconds() + 20 } }, { subject: 'ada', handle: '', name: '' }],
  ['another issuer of itself', { issuer: 'https://evil.example' }, 'social_unverified'],
  ['a token of another issuer', { claims: { iss: 'https://evil.example' } }, 'social_unverified'],
  ['a token for another client', { claims: { aud: 'another' } }, 'social_unverified'],
  ['a token of another request', { claims: { nonce: 'another' } }, 'social_unverified'],
  ['a token without a nonce', { claims: { nonce: undefined } }, 'social_unverified'],
  ['a signature of another key', { foreignKey: true }, 'social_unverified'],
  [
    'a token that has expired by our clock',
    { claims: { iat: seconds() - 7_200, exp: seconds() - 3_600 } },
    'social_clock_wrong',
  ],
  ['a token that is not valid yet by our clock', { claims: { nbf: seconds() + 3_600 } }, 'social_clock_wrong'],
])('a provider that says %s', async (_what, wrong, result) => {
  expect(await signInWith(wrong)).toEqual(result);
});

test('an answer that another provider sent, or none named, is not taken where this one names itself', async () => {
  const provider = await startOpenIdProvider(returnUrl, 'client_secret_basic');
  const social = openIdLogin({ settings: provider.openId, log: silentLog, clock: systemClock });
  for (const iss of [undefined, 'https://evil.example']) {
    const request = { state: randomUUID(), codeVerifier: randomUUID() + randomUUID(), returnUrl };
    const code = await provider.approve(await social.signInUrl(request), 'ada');
    await expect(social.person({ ...request, code, iss })).rejects.toMatchObject({ code: 'social_unverified' });
  }
  await provider.close();
  const gone = openIdLogin({ settings: provider.openId, log: silentLog, clock: systemClock });
  const request = { state: 's', codeVerifier: 'v'.repeat(50), returnUrl };
  await expect(gone.signInUrl(request)).rejects.toMatchObject({
    code: 'social_unavailable',
    message: 'We can’t reach Keyring right now. Please try again in a moment.',
  });
});
