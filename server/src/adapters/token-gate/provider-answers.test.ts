import { unresolvedRule } from '@frontrow/core/token-gate/token-rule.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type FakeRally, startFakeRally } from '../../../test/fake-rally.ts';
import { silentLog } from '../../ports/log.ts';
import type { OAuthGate } from '../../ports/token-gate.ts';
import { oauthGate } from './oauth-gate.ts';

let rally: FakeRally;
let gate: OAuthGate;
beforeAll(async () => {
  rally = await startFakeRally();
  gate = oauthGate({ settings: rally.settings, log: silentLog });
});
afterAll(() => rally.close());

const rule = unresolvedRule({
  nftCollections: [],
  coins: [{ coinName: 'Frontcoin', coinId: 'FRC', minCoinBalance: 2 }],
});
const request = { state: 's', codeVerifier: 'v'.repeat(50), returnUrl: 'http://localhost:3000/rally' };
const wallet = { subject: 'w', nftCollections: [], coins: [] };

/** What the gate makes of these answers, or the code of the refusal. */
async function walletOf(answers: FakeRally['answers']) {
  const code = rally.approve(await gate.signInUrl(request), wallet);
  rally.answers = answers;
  const said = await gate.wallet({ ...request, code }, rule).catch((error: { code?: string }) => error.code);
  rally.answers = {};
  return said;
}
const withHoldings = (body: string, status = 200) => walletOf({ holdings: { status, body } });

test.each([
  ['null', '{"subject":null}'],
  ['rounded to its neighbor', '{"subject":9007199254740993}'],
  ['blank', '{"subject":" "}'],
  ['true', '{"subject":true}'],
  ['missing', '{}'],
])('a wallet whose name is %s is nobody', async (_kind, body) =>
  expect(await withHoldings(body)).toBe('rally_unavailable'),
);

test.each([
  ['"2.5"', '2.5'],
  ['2.5', '2.5'],
  ['"1000000000000000000000.000000000000000001"', '1000000000000000000000.000000000000000001'],
  ['1e21', '1000000000000000000000'],
  ['"1e-7"', '0.0000001'],
  ['null', '0'],
  ['-3', '0'],
])('a balance of %s is %s', async (written, balance) =>
  expect(await withHoldings(`{"subject":"w","coins":[{"symbol":"FRC","balance":${written}}]}`)).toMatchObject({
    holds: { coins: [{ coinId: 'FRC', balance }] },
  }),
);

test.each(['true', '[5]', '{}', '"many"', '"0x10"', '""', '1e999'])(
  'a balance of %s is not believed',
  async (balance) =>
    expect(await withHoldings(`{"subject":"w","coins":[{"symbol":"FRC","balance":${balance}}]}`)).toBe(
      'rally_unavailable',
    ),
);

test('lists that are null are empty', async () =>
  expect(await withHoldings('{"subject":"w","nft_collections":null,"coins":null}')).toMatchObject({
    subject: 'w',
    holds: { nftCollections: [], coins: [] },
  }));

describe('an answer that is', () => {
  test.each([
    ['token', 400, '{"error":"invalid_grant"}', 'rally_refused', 'unaskable'],
    ['token', 401, '{"error":"invalid_client"}', 'rally_unavailable', 'unknown'],
    ['token', 429, '{"error":"slow_down"}', 'rally_unavailable', 'unknown'],
    ['token', 500, '{"error":"server_error"}', 'rally_unavailable', 'unknown'],
    ['token', 200, 'null', 'rally_unavailable', 'unknown'],
    ['holdings', 429, '', 'rally_unavailable', 'unknown'],
    ['holdings', 500, '{"subject":"w"}', 'rally_unavailable', 'unknown'],
  ] as const)('%s %i %s is %s, and %s at the entrance', async (place, status, body, refusal, entrance) => {
    expect(await walletOf({ [place]: { status, body } })).toBe(refusal);
    const known = await walletOf({});
    const proof = typeof known === 'object' ? known.proof! : '';
    rally.answers = { [place]: { status, body } };
    const { is } = await gate.holdsStill(proof, rule);
    rally.answers = {};
    expect(is).toBe(entrance);
  });
});
