import { socialReturnPath } from '@frontrow/contract/accounts/links.ts';
import { expect, test } from 'vitest';
import { startFakeInstagram } from '../../../test/fake-instagram.ts';
import { testApp } from '../../../test/harness.ts';
import { startOpenIdProvider } from '../../../test/openid-provider.ts';
import { approveAtStandIn } from '../../../test/social.ts';
import { silentLog } from '../../ports/log.ts';
import { oauthSocial } from './oauth-social.ts';
import { socialLoginSuite } from './social-login.suite.ts';
import { standInPath } from './stand-in-social.ts';

socialLoginSuite('the built-in provider', async () => {
  const app = await testApp();
  return {
    social: app.kit.social!,
    approve: async (url, username) => (await approveAtStandIn(app, url, username)).code,
    close: () => app.close(),
  };
});

socialLoginSuite('an OAuth 2.0 provider', async () => {
  const instagram = await startFakeInstagram();
  return {
    social: oauthSocial({ settings: instagram.settings, log: silentLog }),
    approve: async (url, username) =>
      instagram.approve(url, { id: String([...username].reduce((sum, c) => sum * 31 + c.charCodeAt(0), 7)), username }),
    close: () => instagram.close(),
  };
});

socialLoginSuite('an OpenID Connect provider', async () => {
  const provider = await startOpenIdProvider('http://localhost:3000/social_login');
  return {
    social: oauthSocial({ settings: provider.settings, log: silentLog }),
    approve: (url, username) => provider.approve(url, username),
    close: () => provider.close(),
  };
});

test('a provider that does not answer is no refusal of the person', async () => {
  const instagram = await startFakeInstagram();
  const social = oauthSocial({ settings: instagram.settings, log: silentLog });
  const request = { state: 's', codeVerifier: 'v'.repeat(50), returnUrl: 'http://localhost:3000/social_login' };
  const code = instagram.approve(await social.signInUrl(request), { id: '1', username: 'ada' });
  instagram.mode = 'down';
  await expect(social.person({ ...request, code })).rejects.toMatchObject({ code: 'social_unavailable' });
  await instagram.close();
  await expect(social.person({ ...request, code })).rejects.toMatchObject({ code: 'social_unavailable' });
});

test('the built-in page says what it is, sends nobody elsewhere, and does not serve production', async () => {
  const app = await testApp();
  const good = { redirect_uri: `${app.kit.config.publicUrl}${socialReturnPath}`, state: 's'.repeat(32) };
  const page = (query: Record<string, string>) => app.http.inject({ method: 'GET', url: standInPath, query });
  const shown = await page({ ...good, code_challenge: 'c'.repeat(43) });
  expect(shown.statusCode).toBe(200);
  expect(shown.body).toContain('Sign in with Instagram (local stand-in)');
  for (const wrong of [
    good,
    { ...good, code_challenge: 'c'.repeat(43), redirect_uri: 'https://evil.example/' },
    { ...good, code_challenge: 'c'.repeat(43), state: '"><script>' },
  ])
    expect((await page(wrong)).statusCode).toBe(400);
  await app.close();

  const live = await testApp({ config: { production: true, sandboxInProduction: false, stripe: stripeKeys } });
  expect(live.kit.social).toBeUndefined();
  expect((await live.http.inject({ method: 'GET', url: standInPath })).statusCode).toBe(404);
  expect((await live.call('POST /auth/social')).errors[0]?.code).toBe('social_unset');
  await live.close();
});

const stripeKeys = { secretKey: 'sk_test_1', publishableKey: 'pk_test_1', webhookSecret: 'whsec_1' };
