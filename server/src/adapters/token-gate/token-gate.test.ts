import { unresolvedRule } from '@frontrow/core/token-gate/token-rule.ts';
import { rallyReturnPath } from '@frontrow/contract/accounts/links.ts';
import { expect, test } from 'vitest';
import { newHost, newViewer } from '../../../test/actors.ts';
import { type FakeWallet, startFakeRally } from '../../../test/fake-rally.ts';
import { testApp } from '../../../test/harness.ts';
import { goodForm, publish } from '../../../test/publish-form.ts';
import { pressAtStandIn } from '../../../test/token-gate.ts';
import { silentLog } from '../../ports/log.ts';
import { oauthGate } from './oauth-gate.ts';
import { standInPath } from './stand-in-gate.ts';
import { tokenGateSuite } from './token-gate.suite.ts';

tokenGateSuite('the built-in provider', async () => {
  const app = await testApp();
  return {
    gate: app.kit.tokenGates.oauth!,
    signIn: async (url, wallet, holds) =>
      (await pressAtStandIn(app, url, holds ? 'holder' : 'not_holder', wallet)).code,
    close: () => app.close(),
  };
});

const rule = unresolvedRule({
  nftCollections: ['Front Pass'],
  coins: [{ coinName: 'Frontcoin', coinId: 'FRC', minCoinBalance: 2 }],
});

tokenGateSuite('an OAuth 2.0 provider', async () => {
  const rally = await startFakeRally();
  const wallets = new Map<string, FakeWallet>();
  return {
    gate: oauthGate({ settings: rally.settings, log: silentLog }),
    async signIn(url, name, holds) {
      const wallet = wallets.get(name) ?? { subject: name, nftCollections: [], coins: [] };
      wallets.set(name, Object.assign(wallet, { nftCollections: holds ? ['front pass'] : [] }));
      return rally.approve(url, wallet);
    },
    close: () => rally.close(),
  };
});

test('a provider is asked for what the event asks for; one that is away is no refusal of the person', async () => {
  const rally = await startFakeRally();
  const gate = oauthGate({ settings: rally.settings, log: silentLog });
  const request = { state: 's', codeVerifier: 'v'.repeat(50), returnUrl: 'http://localhost:3000/rally' };
  const wallet = { subject: 'w', nftCollections: [], coins: [{ symbol: 'FRC', balance: '2.5' }] };
  const code = async () => rally.approve(await gate.signInUrl(request), wallet);
  const { holds, proof } = await gate.wallet({ ...request, code: await code() }, rule);
  expect(holds.coins).toEqual([{ coinId: 'FRC', balance: '2.5' }]);
  expect(rally.questions).toEqual([{ nft_collections: ['Front Pass'], coins: [{ symbol: 'FRC', name: 'Frontcoin' }] }]);
  for (const mode of ['nonsense', 'down'] as const) {
    const again = await code();
    rally.mode = mode;
    await expect(gate.wallet({ ...request, code: again }, rule)).rejects.toMatchObject({ code: 'rally_unavailable' });
  }
  expect(await gate.holdsStill(proof!, rule)).toEqual({ is: 'unknown', proof });
  rally.mode = 'without refresh';
  expect((await gate.wallet({ ...request, code: await code() }, rule)).proof).toBeUndefined();
  await rally.close();
  expect(await gate.holdsStill(proof!, rule)).toEqual({ is: 'unknown', proof });
});

test('the built-in page has two buttons, sends nobody elsewhere, and does not serve production', async () => {
  const app = await testApp();
  const good = {
    redirect_uri: `${app.kit.config.publicUrl}${rallyReturnPath}`,
    state: 's'.repeat(32),
    code_challenge: 'c'.repeat(43),
  };
  const page = (query: Record<string, string>) => app.http.inject({ method: 'GET', url: standInPath, query });
  const shown = await page(good);
  expect([...shown.body.matchAll(/<button[^>]*>([^<]*)/g)].map(([, text]) => text)).toEqual([
    'I am a holder',
    'I am not',
  ]);
  const { code_challenge: _none, ...bare } = good;
  for (const wrong of [bare, { ...good, redirect_uri: 'https://evil.example/' }, { ...good, state: '"><script>' }])
    expect((await page(wrong)).statusCode).toBe(400);
  await app.close();

  const live = await testApp({ config: { production: true, sandboxInProduction: false, stripe: stripeKeys } });
  expect(live.kit.tokenGates).toEqual({ oauth: undefined, wallet: undefined });
  expect((await live.http.inject({ method: 'GET', url: standInPath })).statusCode).toBe(404);
  const { token } = await newViewer(live);
  expect((await live.call('POST /auth/rally', { as: token })).errors[0]?.code).toBe('rally_unset');
  await live.close();
});

test('a token-gated event cannot be published without a provider, and the host reads why', async () => {
  const app = await testApp({ overrides: { tokenGates: { oauth: undefined, wallet: undefined } } });
  const host = await newHost(app);
  const gated = {
    event_opening_ticketing: 'false',
    event_ticket_type: '3',
    event_rally_nfts_collections: '["Front Pass"]',
  };
  const refused = await publish(app, host, await goodForm(app, gated));
  expect(refused.errors).toMatchObject([{ code: 'gate_unset', field: 'event_opening_ticketing' }]);
  await app.close();
});

const stripeKeys = { secretKey: 'sk_test_1', publishableKey: 'pk_test_1', webhookSecret: 'whsec_1' };
