import { collectionPlace, placeName } from '@frontrow/core/token-gate/token-place.ts';
import { admittingToken } from '@frontrow/core/token-gate/holdings.ts';
import { type RuleToken, type TokenRule } from '@frontrow/core/token-gate/token-rule.ts';
import { type Address, parseSignature, serializeCompactSignature, signatureToCompactSignature, zeroHash } from 'viem';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { heardLog } from '../../../test/captured-log.ts';
import { type Endpoint, hangingEndpoint, reorganisingEndpoint } from '../../../test/chain/bad-endpoints.ts';
import { delegateRegistry, newWallet, startChain, type TestChain } from '../../../test/chain/start-chain.ts';
import type { Chains } from '../../ports/chains.ts';
import { readChains } from './read-chains.ts';

const log = heardLog();
let chain: TestChain;
let chains: Chains;
let hanging: Endpoint;
const readAt = (...endpoints: string[]): Chains => readChains({ chains: [{ id: chain.id, endpoints }], log });
beforeAll(async () => {
  [chain, hanging] = [await startChain(), await hangingEndpoint()];
  await chain.addDelegateRegistry();
  chains = readAt(chain.url);
});
afterAll(async () => {
  hanging.stop();
  await chain.stop();
});

const codeOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => 'answered',
    (error: { code?: string }) => error.code ?? error,
  );
const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const metadata = `data:application/json,${encodeURIComponent(JSON.stringify({ image: `data:image/png;base64,${png}` }))}`;
const someone = (): Address => newWallet().address.toLowerCase() as Address;

/** A rule for one coin of this contract. */
function coinRule(address: Address, { minimum = 1, decimals = 18, delegates = false } = {}): TokenRule {
  const place = { chainId: chain.id, address };
  const token: RuleToken = { ...place, of: 'coins', row: 0, standard: 'erc20', name: 'Coin', symbol: 'C', decimals };
  return {
    nftCollections: [],
    coins: [{ coinName: 'Coin', coinId: 'C', minCoinBalance: minimum, coinChainId: chain.id, coinAddress: address }],
    tokens: [token],
    delegates,
  };
}
/** A rule for a collection, or one piece of it. */
function collectionRule(address: Address, standard: 'erc721' | 'erc1155', tokenId?: string): TokenRule {
  const typed = `${chain.id}:${address}${tokenId === undefined ? '' : `:${tokenId}`}`;
  const token: RuleToken = {
    chainId: chain.id,
    address,
    standard,
    name: 'Pass',
    symbol: 'P',
    of: 'nftCollections',
    row: 0,
    ...(tokenId !== undefined && { tokenId }),
  };
  return { nftCollections: [typed], coins: [], tokens: [token], delegates: false };
}
const admits = async (rule: TokenRule, wallet: Address, by = chains): Promise<readonly (string | undefined)[]> =>
  (await by.holdings(wallet, rule)).map(({ holds }) => admittingToken(rule, holds));

describe('a coin', () => {
  test.each([6, 18, 0])('a coin of %d decimals counts in whole units, to the last digit', async (decimals) => {
    const coin = await chain.deploy('Coin', 'Dollar', 'USD', decimals);
    const [rich, poor] = [someone(), someone()];
    const whole = 10n ** BigInt(decimals);
    await chain.send(coin, 'Coin', 'mint', [rich, 5n * whole]);
    await chain.send(coin, 'Coin', 'mint', [poor, 5n * whole - 1n]);
    const rule = coinRule(coin, { minimum: 5, decimals });
    expect(await admits(rule, rich)).toEqual(['C']);
    expect(await admits(rule, poor)).toEqual([undefined]);
    expect((await chains.holdings(rich, rule))[0]!.holds.coins).toEqual([
      { coinId: 'C', balance: '5', place: placeName({ chainId: chain.id, address: coin }) },
    ]);
  });

  test('a coin that keeps a fee counts what arrived', async () => {
    const coin = await chain.deploy('FeeCoin', 'Fee', 'FEE', 18);
    const [giver, taker] = [someone(), someone()];
    await chain.send(coin, 'FeeCoin', 'mint', [giver, 10n ** 18n]);
    await chain.send(coin, 'FeeCoin', 'transfer', [taker, 10n ** 18n], giver);
    expect(await admits(coinRule(coin), taker)).toEqual([undefined]);
    expect(await admits(coinRule(coin, { minimum: 0.9 }), taker)).toEqual(['C']);
    expect(await admits(coinRule(coin, { minimum: 0 }), giver)).toEqual([undefined]);
  });

  test('a coin that fails counts as not held, and the others of the rule still count', async () => {
    const [broken, good] = [await chain.deploy('BrokenCoin'), await chain.deploy('Coin', 'Good', 'G', 18)];
    const who = someone();
    for (const coin of [broken, good]) await chain.send(coin, 'Coin', 'mint', [who, 10n ** 18n]);
    const one = coinRule(broken);
    const both = { ...one, ...collectionRule(good, 'erc721'), coins: one.coins };
    const rule: TokenRule = { ...both, tokens: [...one.tokens, { ...coinRule(good).tokens[0]!, row: 1 }] };
    const asked = { ...rule, nftCollections: [], coins: [one.coins[0]!, { ...coinRule(good).coins[0]!, coinId: 'G' }] };
    expect(await admits(asked, who)).toEqual(['C']);
    for (const how of [1, 2]) {
      await chain.send(broken, 'BrokenCoin', 'breakNow', [how]);
      expect(await admits(asked, who)).toEqual(['G']);
    }
    expect(await admits(coinRule(someone()), who)).toEqual([undefined]);
  });

  test('a coin describes itself; what lies about its decimals is not taken, nor believed later', async () => {
    const coin = await chain.deploy('Coin', 'Dollar\u0000 of\u200B glass', 'USDC', 6);
    expect(await chains.describeCoin({ chainId: chain.id, address: coin })).toEqual({
      chainId: chain.id,
      address: coin,
      standard: 'erc20',
      decimals: 6,
      name: 'Dollar of glass',
      symbol: 'USDC',
      pictureBytes: undefined,
    });
    const liar = await chain.deploy('LyingCoin', 77);
    expect(await codeOf(chains.describeCoin({ chainId: chain.id, address: liar }))).toBe('token_unreadable');
    await chain.send(liar, 'LyingCoin', 'say', [18]);
    const who = someone();
    await chain.send(liar, 'LyingCoin', 'mint', [who, 100n]);
    const { decimals = 0 } = await chains.describeCoin({ chainId: chain.id, address: liar });
    await chain.send(liar, 'LyingCoin', 'say', [0]);
    expect(await admits(coinRule(liar, { decimals, minimum: 1 }), who)).toEqual([undefined]);
  });

  test.each([
    ['a wallet', async () => someone(), 'token_not_found'],
    ['a collection', () => chain.deploy('Pass', 'Apes', 'APE', ''), 'token_unreadable'],
    ['a contract of another kind', () => chain.deploy('ContractWallet', someone()), 'token_unreadable'],
  ])('%s is no coin', async (_what, address, code) =>
    expect(await codeOf(chains.describeCoin({ chainId: chain.id, address: await address() }))).toBe(code),
  );
});

describe('a collection', () => {
  test('a collection counts with any piece, or with the one that is asked for; a sold one counts no more', async () => {
    const pass = await chain.deploy('Pass', 'Apes', 'APE', metadata);
    const [ann, ben] = [someone(), someone()];
    await chain.send(pass, 'Pass', 'mint', [ann, 7n]);
    expect(await admits(collectionRule(pass, 'erc721'), ann)).toEqual([`${chain.id}:${pass}`].map(() => 'Pass'));
    expect(await admits(collectionRule(pass, 'erc721', '7'), ann)).toEqual(['Pass #7']);
    expect(await admits(collectionRule(pass, 'erc721', '8'), ann)).toEqual([undefined]);
    await chain.send(pass, 'Pass', 'transferFrom', [ann, ben, 7n], ann);
    expect(await admits(collectionRule(pass, 'erc721', '7'), ann)).toEqual([undefined]);
    expect(await admits(collectionRule(pass, 'erc721'), ben)).toEqual(['Pass']);
  });

  test('a collection of several kinds is counted by kind', async () => {
    const items = await chain.deploy('Items', metadata);
    const ann = someone();
    await chain.send(items, 'Items', 'mint', [ann, 3n, 2n]);
    expect(await admits(collectionRule(items, 'erc1155', '3'), ann)).toEqual(['Pass #3']);
    expect(await admits(collectionRule(items, 'erc1155', '4'), ann)).toEqual([undefined]);
  });

  test('a collection describes itself by ERC-165, with the picture of its metadata', async () => {
    const pass = await chain.deploy('Pass', 'Front Apes', 'APE', metadata);
    await chain.send(pass, 'Pass', 'mint', [someone(), 7n]);
    const place = collectionPlace(`${chain.id}:${pass}`)!;
    expect(await chains.describeCollection(place)).toMatchObject({
      standard: 'erc721',
      name: 'Front Apes',
      symbol: 'APE',
      address: pass,
      pictureBytes: Buffer.from(png, 'base64'),
    });
    expect(await chains.describeCollection({ ...place, tokenId: '7' })).toMatchObject({ tokenId: '7' });
    expect(await codeOf(chains.describeCollection({ ...place, tokenId: '8' }))).toBe('token_not_found');
    const items = await chain.deploy('Items', 'https://127.0.0.1/{id}.json');
    const kind = { chainId: chain.id, address: items, tokenId: '3' };
    const found = await chains.describeCollection(kind);
    expect(found).toMatchObject({ standard: 'erc1155', name: `${items.slice(0, 6)}…${items.slice(-4)}` });
    expect(found.pictureBytes).toBeUndefined();
    expect(await codeOf(chains.describeCollection({ ...kind, tokenId: undefined }))).toBe('token_id_required');
  });

  test.each([
    ['a wallet', async () => someone(), 'token_not_found'],
    ['a coin', () => chain.deploy('Coin', 'C', 'C', 18), 'token_unreadable'],
  ])('%s is no collection', async (_what, address, code) => {
    const place = { chainId: chain.id, address: await address(), tokenId: undefined };
    expect(await codeOf(chains.describeCollection(place))).toBe(code);
  });
});

describe('delegations', () => {
  test('a wallet stands for those that delegated to it: all, a contract, or an amount; not for one thing only', async () => {
    const coin = await chain.deploy('Coin', 'Coin', 'C', 18);
    const hot = someone();
    const vaults = [someone(), someone(), someone(), someone(), someone()] as const;
    for (const vault of vaults) await chain.send(coin, 'Coin', 'mint', [vault, 2n * 10n ** 18n]);
    const delegate = (vault: Address, call: string, args: unknown[]) =>
      chain.send(delegateRegistry, 'DelegateRegistry', call, args, vault);
    await delegate(vaults[0], 'delegateAll', [hot, zeroHash, true]);
    await delegate(vaults[1], 'delegateContract', [hot, coin, zeroHash, true]);
    await delegate(vaults[2], 'delegateERC20', [hot, coin, zeroHash, 10n ** 18n]);
    await delegate(vaults[3], 'delegateContract', [hot, someone(), zeroHash, true]);
    await delegate(vaults[4], 'delegateAll', [hot, `0x${'1'.padStart(64, '0')}`, true]);
    const rule = coinRule(coin, { minimum: 2, delegates: true });
    const rows = await chains.holdings(hot, rule);
    expect(rows.map(({ wallet, holds }) => [wallet, admittingToken(rule, holds)])).toEqual([
      [hot, undefined],
      [vaults[0], 'C'],
      [vaults[1], 'C'],
      [vaults[2], undefined],
      [vaults[3], undefined],
    ]);
    expect(await admits({ ...rule, delegates: false }, hot)).toEqual([undefined]);
    await delegate(vaults[0], 'delegateAll', [hot, zeroHash, false]);
    expect((await chains.holdings(hot, rule)).map(({ wallet }) => wallet)).not.toContain(vaults[0]);
  });
});

describe('a signature', () => {
  const message = 'frontrow.test wants you to sign in';

  test('a signature is from the key of its address, or from a wallet that is a contract', async () => {
    const [ann, ben] = [newWallet(), newWallet()];
    const signature = await ann.signMessage({ message });
    const by = (address: string, signed: string = signature, chainId = chain.id) =>
      chains.isSignedBy({ chainId, address, message, signature: signed });
    expect(await by(ann.address)).toBe(true);
    expect(await by(ann.address, signature, 1)).toBe(true);
    const compact = serializeCompactSignature(signatureToCompactSignature(parseSignature(signature)));
    expect(await by(ann.address, compact)).toBe(true);
    expect(await by(ben.address, compact)).toBe(false);
    expect(await by(ben.address)).toBe(false);
    const contract = await chain.deploy('ContractWallet', ann.address);
    expect(await by(contract)).toBe(true);
    expect(await by(contract, await ben.signMessage({ message }))).toBe(false);
    expect(await by(contract, signature, 1)).toBe(false);
    for (const rubbish of ['', '0x', 'signature', '0x00', `0x${'ff'.repeat(65)}`, `0x${'00'.repeat(65)}`])
      expect(await by(ann.address, rubbish)).toBe(false);
  });

  test('a contract’s signature cannot be checked while its chain is unreachable', async () => {
    const ann = newWallet();
    const contract = await chain.deploy('ContractWallet', ann.address);
    const asked = { chainId: chain.id, address: contract, message, signature: await ann.signMessage({ message }) };
    expect(await codeOf(readAt('http://127.0.0.1:1').isSignedBy(asked))).toBe('chain_unavailable');
  });
});

describe('endpoints', () => {
  test('the second is asked where the first is away, hangs, or knows nothing; with none there is a refusal', async () => {
    const coin = await chain.deploy('Coin', 'Coin', 'C', 18);
    const who = someone();
    await chain.send(coin, 'Coin', 'mint', [who, 10n ** 18n]);
    expect(await admits(coinRule(coin), who, readAt('http://127.0.0.1:1', chain.url))).toEqual(['C']);
    const began = performance.now();
    expect(await admits(coinRule(coin), who, readAt(hanging.url, chain.url))).toEqual(['C']);
    expect(performance.now() - began).toBeGreaterThan(2_900);
    log.lines.length = 0;
    expect(await codeOf(readAt('http://127.0.0.1:1/secret-key').holdings(who, coinRule(coin)))).toBe(
      'chain_unavailable',
    );
    expect(log.lines).toHaveLength(1);
    expect(JSON.stringify(log.lines)).not.toMatch(new RegExp(`secret-key|${who}`, 'i'));
    const elsewhere = { ...coinRule(coin), tokens: [{ ...coinRule(coin).tokens[0]!, chainId: 5 }] };
    expect(await admits(elsewhere, who)).toEqual([undefined]);
    expect(await codeOf(chains.describeCoin({ chainId: 5, address: coin }))).toBe('token_chain_unset');
  });

  test('a read begins again when a block is reorganized during it', async () => {
    const coin = await chain.deploy('Coin', 'Coin', 'C', 18);
    const who = someone();
    const before = await chain.client.snapshot();
    await chain.send(coin, 'Coin', 'mint', [who, 10n ** 18n]);
    const proxy = await reorganisingEndpoint(chain, before);
    try {
      expect(await admits(coinRule(coin), who, readAt(proxy.url))).toEqual([undefined]);
      expect(proxy.blocksTakenBack()).toBe(1);
    } finally {
      proxy.stop();
    }
  });
});
