import { minutes, seconds } from '@frontrow/core/kernel/instant.ts';
import { type Address, zeroHash } from 'viem';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newHost, newViewer, type TestActor } from '../../../test/actors.ts';
import { cuttableEndpoint } from '../../../test/chain/bad-endpoints.ts';
import { delegateRegistry, newWallet, startChain, type TestChain } from '../../../test/chain/start-chain.ts';
import { testApp, type TestApp } from '../../../test/harness.ts';
import { heardLog } from '../../../test/captured-log.ts';
import { mailsTo } from '../../../test/mails.ts';
import { gatedEvent } from '../../../test/token-gate.ts';
import { claimSigned, coinEvent, messageFor, signedFor } from '../../../test/wallet-claims.ts';

const log = heardLog();
let chain: TestChain;
let endpoint: Awaited<ReturnType<typeof cuttableEndpoint>>;
let app: TestApp;
let host: TestActor;
let coin: Address;
beforeAll(async () => {
  chain = await startChain();
  await chain.addDelegateRegistry();
  coin = await chain.deploy('Coin', 'Frontcoin', 'FRC', 18);
  endpoint = await cuttableEndpoint(chain);
  app = await testApp({ config: { chains: [{ id: chain.id, endpoints: [endpoint.url] }] }, overrides: { log } });
  host = await newHost(app);
});
afterAll(async () => {
  await app.close();
  endpoint.stop();
  await chain.stop();
});

const code = ({ errors }: { errors: readonly { code: string }[] }): string | undefined => errors[0]?.code;
const sold = async (eventId: string) =>
  (await app.db.one<{ sold: number }>('SELECT sold FROM event WHERE id = $1', [eventId]))!.sold;
const unit = 10n ** 18n;
async function holder(units = 2n) {
  const wallet = newWallet();
  await chain.send(coin, 'Coin', 'mint', [wallet.address, units * unit]);
  return wallet;
}
const event = (more: { minimum?: number; delegates?: boolean } = {}, traits = {}) =>
  coinEvent(app, host, { chain, coin, ...more }, traits);

describe('no ticket', () => {
  test('no ticket for a wallet that holds less than what is asked, which is named', async () => {
    const [who, gated] = [await newViewer(app), await event()];
    const refused = await claimSigned(app, who, gated, await signedFor(app, who, await holder(1n)));
    expect([refused.status, refused.errors]).toEqual([
      403,
      [{ code: 'not_a_holder', message: 'This wallet holds none of the tokens this event requires: 2 FRC.' }],
    ]);
    expect(await sold(gated.id)).toBe(0);
  });

  test('no ticket with a nonce of another account, one that is used or old, or none of ours', async () => {
    const [who, other, gated, wallet] = [await newViewer(app), await newViewer(app), await event(), await holder()];
    const stolen = await signedFor(app, other, wallet);
    expect(code(await claimSigned(app, who, gated, stolen))).toBe('wallet_nonce_over');
    expect(code(await claimSigned(app, who, gated, await signedFor(app, who, wallet, { nonce: 'a'.repeat(32) })))).toBe(
      'wallet_nonce_over',
    );
    const late = await signedFor(app, who, wallet);
    await app.clock.advance(minutes(5) + seconds(1));
    expect(code(await claimSigned(app, who, gated, late))).toBe('wallet_nonce_over');
    const used = await signedFor(app, who, newWallet());
    expect(code(await claimSigned(app, who, gated, used))).toBe('not_a_holder');
    expect(code(await claimSigned(app, who, await event(), used))).toBe('wallet_nonce_over');
    expect(await sold(gated.id)).toBe(0);
    const fresh = await signedFor(app, other, wallet);
    expect((await claimSigned(app, other, gated, fresh)).status).toBe(200);
  });

  const future = () => new Date(app.clock.now() + minutes(30));
  test.each([
    ['another site', () => ({ domain: 'evil.example' })],
    ['another site behind our name', () => ({ uri: 'https://evil.example/event' })],
    ['another scheme', () => ({ scheme: 'https' })],
    ['a chain that is not read here', () => ({ chainId: 1 })],
    ['a time that is over', () => ({ expirationTime: new Date(app.clock.now() - 1) })],
    ['a time that is to come', () => ({ notBefore: future() })],
    ['an issue in the future', () => ({ issuedAt: future() })],
    ['an issue long ago', () => ({ issuedAt: new Date(app.clock.now() - minutes(30)) })],
  ])('no ticket is given for a message for %s', async (_what, more) => {
    const [who, gated, wallet] = [await newViewer(app), await event(), await holder()];
    expect(code(await claimSigned(app, who, gated, await signedFor(app, who, wallet, more())))).toBe(
      'wallet_message_wrong',
    );
    expect(await sold(gated.id)).toBe(0);
  });

  test('no ticket with a text that only holds such a message, or with a signature of another wallet', async () => {
    const [who, gated, wallet] = [await newViewer(app), await event(), await holder()];
    const inside = (message: string) => [
      `Pay a bill.\n${message}`,
      `${message}\nand give away everything`,
      message.replace('\nVersion', '\nURI: https://evil.example\nVersion'),
      message.replaceAll('\n', '\r\n'),
      message.replace(wallet.address, `${wallet.address}0`),
    ];
    for (let which = 0; which < 5; which++) {
      const message = inside(await messageFor(app, who, wallet.address))[which]!;
      const signed = { message, signature: await wallet.signMessage({ message }) };
      const refused = await claimSigned(app, who, gated, signed);
      expect([which, code(refused)]).toEqual([which, 'wallet_message_wrong']);
    }
    const signed = await signedFor(app, who, wallet);
    const { signature } = await signedFor(app, who, newWallet());
    expect(code(await claimSigned(app, await newViewer(app), gated, { ...signed, signature }))).toBe(
      'wallet_nonce_over',
    );
    expect(code(await claimSigned(app, who, gated, { ...signed, signature }))).toBe('wallet_signature_wrong');
  });

  test('no ticket for an event that no chain can answer for, and without chains no one is asked to sign', async () => {
    const who = await newViewer(app);
    expect(code(await claimSigned(app, who, await gatedEvent(app, host), await signedFor(app, who, newWallet())))).toBe(
      'wallet_unset',
    );
    const without = await testApp();
    const viewer = await newViewer(without);
    expect(code(await without.call('POST /auth/siwe_nonce', { as: viewer.token }))).toBe('wallet_unset');
    await without.close();
  });

  test('no ticket is given while the chain does not answer; then the same signature is good', async () => {
    const [who, gated, wallet] = [await newViewer(app), await event(), await holder()];
    const signed = await signedFor(app, who, wallet);
    endpoint.answers(false);
    expect(code(await claimSigned(app, who, gated, signed))).toBe('chain_unavailable');
    endpoint.answers(true);
    expect((await claimSigned(app, who, gated, signed)).status).toBe(200);
  });
});

describe('a ticket', () => {
  test('a ticket is claimed, emailed, and answered the same when its answer was lost', async () => {
    const [who, gated, wallet] = [await newViewer(app), await event(), await holder()];
    const signed = await signedFor(app, who, wallet);
    const claimed = await claimSigned(app, who, gated, signed);
    expect([claimed.status, claimed.data.order.order_status]).toEqual([200, 'paid']);
    const again = await claimSigned(app, who, gated, signed);
    expect(again.data).toEqual(claimed.data);
    await app.quiesce();
    expect(await mailsTo(app, who.email)).not.toHaveLength(0);
    const another = await claimSigned(app, who, gated, await signedFor(app, who, wallet));
    expect(code(another)).toBe('already_has_ticket');
  });

  test.each([
    ['lower case', (address: string) => address.toLowerCase()],
    ['upper case', (address: string) => `0x${address.slice(2).toUpperCase()}`],
  ])('a ticket is claimed with a message that spells the address in %s', async (_case, spelled) => {
    const [who, gated, wallet] = [await newViewer(app), await event(), await holder()];
    const message = (await messageFor(app, who, wallet.address)).replace(wallet.address, spelled(wallet.address));
    const signature = await wallet.signMessage({ message });
    expect((await claimSigned(app, who, gated, { message, signature })).status).toBe(200);
  });

  test('a wallet gets one ticket: of two accounts at the same moment one gets it', async () => {
    const [ann, ben, gated, wallet] = [await newViewer(app), await newViewer(app), await event(), await holder()];
    const claims = await Promise.all(
      [ann, ben].map(async (who) => claimSigned(app, who, gated, await signedFor(app, who, wallet))),
    );
    expect(claims.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect(claims.map(code).filter(Boolean)).toEqual(['wallet_has_ticket']);
    expect(await sold(gated.id)).toBe(1);
  });

  test('a wallet that is a contract gets a ticket (EIP-1271)', async () => {
    const [who, gated, owner] = [await newViewer(app), await event(), newWallet()];
    const contract = await chain.deploy('ContractWallet', owner.address);
    await chain.send(coin, 'Coin', 'mint', [contract, 2n * unit]);
    const { getAddress } = await import('viem');
    const message = await messageFor(app, who, getAddress(contract));
    const signature = await owner.signMessage({ message });
    expect((await claimSigned(app, who, gated, { message, signature })).status).toBe(200);
  });

  test('a delegate gets a ticket where the host allows it, one for the wallet that holds', async () => {
    const vault = newWallet();
    await chain.send(coin, 'Coin', 'mint', [vault.address, 2n * unit]);
    const [hot, second] = [newWallet(), newWallet()];
    for (const { address } of [hot, second])
      await chain.send(delegateRegistry, 'DelegateRegistry', 'delegateAll', [address, zeroHash, true], vault.address);
    const [ann, ben] = [await newViewer(app), await newViewer(app)];
    const closed = await event();
    expect(code(await claimSigned(app, ann, closed, await signedFor(app, ann, hot)))).toBe('not_a_holder');
    const open = await event({ delegates: true });
    expect((await claimSigned(app, ann, open, await signedFor(app, ann, hot))).status).toBe(200);
    expect(code(await claimSigned(app, ben, open, await signedFor(app, ben, second)))).toBe('wallet_has_ticket');
  });

  test('a claim leaves the wallet nowhere: not in an answer, an email, the log or the database', async () => {
    const [who, gated, wallet] = [await newViewer(app), await event(), await holder()];
    const address = wallet.address.slice(2).toLowerCase();
    const { data } = await claimSigned(app, who, gated, await signedFor(app, who, wallet));
    await app.quiesce();
    const tables = await app.db.query<{ name: string }>(
      `SELECT table_name AS name FROM information_schema.tables
       WHERE table_schema = 'public' AND table_type = 'BASE TABLE'`,
    );
    const rows = await Promise.all(tables.map(({ name }) => app.db.query(`SELECT t::text AS text FROM "${name}" t`)));
    const doorList = await app.call('GET /events/:id/door_list', { as: host.token, params: { id: gated.id } });
    const everything = JSON.stringify([data, log.lines, rows, doorList.data]);
    expect(everything.length).toBeGreaterThan(1_000);
    expect(everything.toLowerCase()).not.toContain(address);
    expect(Buffer.from(everything).includes(Buffer.from(address, 'hex'))).toBe(false);
    const named = await app.db.one('SELECT holder_of, gate FROM token_claim ORDER BY checked_at DESC LIMIT 1');
    expect(named).toEqual({ holder_of: 'FRC', gate: 'wallet' });
  });
});
