import sharp from 'sharp';
import type { Address } from 'viem';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newHost, type TestActor } from '../../../test/actors.ts';
import { cuttableEndpoint } from '../../../test/chain/bad-endpoints.ts';
import { newWallet, startChain, type TestChain } from '../../../test/chain/start-chain.ts';
import { testApp, type TestApp } from '../../../test/harness.ts';
import { goodForm, publish } from '../../../test/publish-form.ts';

let chain: TestChain;
let endpoint: Awaited<ReturnType<typeof cuttableEndpoint>>;
let app: TestApp;
let host: TestActor;
let coin: Address;
let pass: Address;
let items: Address;
const svg =
  "<svg xmlns='http://www.w3.org/2000/svg' width='20' height='20'><rect width='20' height='20' fill='teal'/></svg>";
const metadata = `data:application/json,${encodeURIComponent(JSON.stringify({ image: `data:image/svg+xml,${encodeURIComponent(svg)}` }))}`;
beforeAll(async () => {
  chain = await startChain();
  endpoint = await cuttableEndpoint(chain);
  coin = await chain.deploy('Coin', 'Glass Dollar', 'GLD', 6);
  pass = await chain.deploy('Pass', 'Front Apes', 'APE', metadata);
  items = await chain.deploy('Items', '');
  app = await testApp({ config: { chains: [{ id: chain.id, endpoints: [endpoint.url] }] } });
  host = await newHost(app);
});
afterAll(async () => {
  await app.close();
  endpoint.stop();
  await chain.stop();
});

const someone = () => newWallet().address;
/** A form for token holders: type 3 of interactive events. */
const form = async (nfts: readonly string[], coins: readonly object[] = [], to = app) =>
  goodForm(to, {
    event_opening_ticketing: 'false',
    event_ticket_type: '3',
    event_rally_nfts_collections: JSON.stringify(nfts),
    event_rally_coins: JSON.stringify(coins),
  });
const coinRow = (more: object = {}) => ({
  coinName: 'Dollar',
  coinId: 'USDC',
  minCoinBalance: 2.5,
  coinChainId: chain.id,
  coinAddress: coin,
  ...more,
});
const refusals = ({ errors }: { errors: readonly { code: string; field?: string }[] }) =>
  errors.map(({ code, field }) => [code, field]);

describe('publishing', () => {
  test('a token-gated event keeps what contracts say of themselves, with a small picture, and shows it', async () => {
    const typed = `${chain.id}:${pass.toUpperCase().replace('0X', '0x')}`;
    const { data, errors } = await publish(app, host, await form([typed, 'Front Pass'], [coinRow()]));
    expect(errors).toEqual([]);
    expect(data.event.event_holders_of).toEqual(['Front Apes', 'Front Pass', '2.5 USDC']);
    const [apes, dollar, ...more] = data.event.event_tokens ?? [];
    expect(more).toEqual([]);
    expect(apes).toMatchObject({
      token_standard: 'erc721',
      token_chain_id: chain.id,
      token_address: pass,
      token_name: 'Front Apes',
      token_symbol: 'APE',
      token_id: null,
      token_min_balance: null,
    });
    // The host typed USDC; the contract says otherwise, and people see both.
    expect(dollar).toMatchObject({ token_symbol: 'GLD', token_address: coin, token_min_balance: 2.5 });
    const { rawPayload, headers } = await app.http.inject({ url: new URL(apes!.token_picture!, 'http://x').pathname });
    expect(headers['content-type']).toBe('image/webp');
    expect(await sharp(rawPayload).metadata()).toMatchObject({ width: 256, height: 256 });
    const row = await app.db.one<{ rally_tokens: object[] }>('SELECT rally_tokens FROM event WHERE id = $1', [
      data.event.event_uuid,
    ]);
    expect(row!.rally_tokens).toMatchObject([{ address: pass }, { address: coin, decimals: 6, of: 'coins', row: 0 }]);
  });

  test('publishing refuses what is no such contract, each at its field', async () => {
    const wrong = await publish(
      app,
      host,
      await form(
        [`${chain.id}:${someone()}`, `${chain.id}:${coin}`, `${chain.id}:${items}`],
        [coinRow({ coinAddress: someone() }), coinRow({ coinAddress: pass })],
      ),
    );
    expect([wrong.status, refusals(wrong)]).toEqual([
      400,
      [
        ['token_not_found', 'event_rally_nfts_collections'],
        ['token_unreadable', 'event_rally_nfts_collections'],
        ['token_id_required', 'event_rally_nfts_collections'],
        ['token_not_found', 'event_rally_coins.0.coinAddress'],
        ['token_unreadable', 'event_rally_coins.1.coinAddress'],
      ],
    ]);
    const half = await publish(
      app,
      host,
      await form(
        [],
        [
          coinRow({ coinAddress: '' }),
          coinRow({ coinChainId: '' }),
          coinRow({ coinAddress: '0x12' }),
          coinRow({ coinChainId: 1.5 }),
        ],
      ),
    );
    expect(refusals(half)).toEqual([
      ['coin_place_incomplete', 'event_rally_coins.0.coinAddress'],
      ['coin_place_incomplete', 'event_rally_coins.1.coinChainId'],
      ['coin_address_invalid', 'event_rally_coins.2.coinAddress'],
      ['coin_chain_invalid', 'event_rally_coins.3.coinChainId'],
    ]);
  });

  test('publishing waits for a chain that does not answer, and takes what it cannot read as before', async () => {
    endpoint.answers(false);
    const away = await publish(app, host, await form([`${chain.id}:${pass}`]));
    endpoint.answers(true);
    expect([away.status, refusals(away)]).toEqual([503, [['chain_unavailable', 'event_rally_nfts_collections']]]);
    const elsewhere = await publish(app, host, await form([`1:${pass}`], [coinRow({ coinChainId: 1 })]));
    expect(elsewhere.data.event.event_holders_of).toEqual([`1:${pass}`, '2.5 USDC']);
    expect(elsewhere.data.event.event_tokens).toBeUndefined();
  });

  test('without a provider an event needs a token that a chain can answer for', async () => {
    const chains = [{ id: chain.id, endpoints: [chain.url] }];
    const tokenGates = { oauth: undefined, wallet: app.kit.tokenGates.wallet };
    const alone = await testApp({ config: { chains }, overrides: { tokenGates } });
    const its = await newHost(alone);
    const none = await publish(alone, its, await form(['Front Pass'], [], alone));
    expect(refusals(none)).toEqual([['gate_unset', 'event_opening_ticketing']]);
    const { data } = await publish(alone, its, await form(['Front Pass', `${chain.id}:${pass}`], [], alone));
    expect(data.event.event_tokens).toHaveLength(1);
    await alone.close();
  });

  test('an event opens for another one like it with what was typed', async () => {
    const { data } = await publish(
      app,
      host,
      await goodForm(app, { ...(await form([], [coinRow()])), event_rally_delegates: 'true' }),
    );
    const draft = await app.call('GET /events/:id/draft', { as: host.token, params: { id: data.event.event_uuid } });
    expect([draft.data.event_rally_coins, draft.data.event_rally_delegates]).toEqual([[coinRow()], true]);
  });
});

test('a preview shows a host what a contract says of itself, and keeps nothing', async () => {
  const look = (body: object) =>
    app.call('POST /events/token_preview', { as: host.token, body: { chain_id: chain.id, ...body } });
  const seen = await look({ address: pass, kind: 'collection' });
  expect(seen.data.token).toMatchObject({ token_name: 'Front Apes', token_standard: 'erc721' });
  expect(seen.data.token.token_picture).toMatch(/^data:image\/webp;base64,/);
  expect((await look({ address: coin, kind: 'coin' })).data.token).toMatchObject({ token_symbol: 'GLD' });
  expect(refusals(await look({ address: '0x12', kind: 'coin' }))).toEqual([['coin_address_invalid', 'address']]);
  expect(refusals(await look({ address: coin, kind: 'coin', chain_id: 5 }))).toEqual([
    ['token_chain_unset', undefined],
  ]);
  expect((await look({ address: coin, kind: 'collection' })).errors[0]?.message).toContain(coin);
});
