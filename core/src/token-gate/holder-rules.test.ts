import { placeName } from './token-place.ts';
import { describe, expect, test } from 'vitest';
import type { RallyCoin } from '../events/event-draft.ts';
import { admittingToken, everythingOf, nothingHeld, walletName, wantedText } from './holdings.ts';
import { unresolvedRule } from './token-rule.ts';

const rule = unresolvedRule({
  nftCollections: ['Front Apes', 'Cats'],
  coins: [
    { coinName: 'Frontcoin', coinId: 'FRC', minCoinBalance: 2.5 },
    { coinName: 'Any', coinId: 'ANY', minCoinBalance: 0 },
  ],
});
const held = (nftCollections: string[], ...coins: [string, string][]) => ({
  nftCollections,
  coins: coins.map(([coinId, balance]) => ({ coinId, balance })),
});

describe('a wallet is let in', () => {
  test.each([
    ['a wallet with one of the collections is let in', held(['cats ']), 'Cats'],
    ['a wallet with as much of a coin as required is let in', held([], ['frc', '2.5']), 'FRC'],
    ['a wallet with a little of a coin without a required amount is let in', held([], ['ANY', '0.001']), 'ANY'],
    ['a wallet with everything is let in', everythingOf(rule), 'Front Apes'],
    ['a wallet with less of a coin is refused', held([], ['FRC', '2.499']), undefined],
    ['a wallet with none of a coin is refused', held([], ['ANY', '0']), undefined],
    ['a wallet with a balance that is no number is refused', held([], ['FRC', 'NaN'], ['FRC', 'Infinity']), undefined],
    ['a wallet with another collection is refused', held(['Front Ape', 'Apes']), undefined],
    ['an empty wallet is refused', nothingHeld, undefined],
  ])('%s', (_how, holdings, token) => expect(admittingToken(rule, holdings)).toBe(token));

  test('a rule that asks for nothing admits no one', () =>
    expect(admittingToken(unresolvedRule({ nftCollections: [], coins: [] }), everythingOf(rule))).toBeUndefined());
});

test('the tokens that are required are named, but not all of a long list', () => {
  expect(wantedText(rule)).toBe('Front Apes, Cats, 2.5 FRC, …');
  expect(wantedText(unresolvedRule({ nftCollections: ['Cats'], coins: [] }))).toBe('Cats');
});

test('an address is one wallet at every gate, and other names are those of their gate', () => {
  const address = '0xAbCdEf0123456789aBcDeF0123456789abcdef01';
  expect(walletName('oauth', address)).toBe(walletName('wallet', address.toLowerCase()));
  expect(walletName('oauth', 'ada')).not.toBe(walletName('stand_in', 'ada'));
});

describe('a token that was read from its chain', () => {
  const address = `0x${'a'.repeat(40)}`;
  const place = { chainId: 1, address };
  const real: RallyCoin = {
    coinName: 'Dollar',
    coinId: 'USD',
    minCoinBalance: 100,
    coinChainId: 1,
    coinAddress: address,
  };
  const namesake: RallyCoin = { coinName: 'Dollar', coinId: 'USD', minCoinBalance: 1 };
  const chained = {
    nftCollections: [`1:${address}:7`],
    coins: [real, namesake],
    tokens: [
      {
        ...place,
        of: 'nftCollections' as const,
        row: 0,
        standard: 'erc721' as const,
        name: 'Apes',
        symbol: 'AP',
        tokenId: '7',
      },
    ],
    delegates: false,
  };

  test('a token that was read from its chain is called by its own name', () => {
    expect(wantedText(chained)).toBe('Apes #7, 100 USD, 1 USD');
    expect(admittingToken(chained, held([`1:${address}:7`]))).toBe('Apes #7');
  });

  test('a token that was read from its chain counts for the row of its contract alone, whatever its symbol says', () => {
    const holding = (balance: string, at = place) => ({
      nftCollections: [],
      coins: [{ coinId: 'USD', balance, place: placeName(at) }],
    });
    expect(admittingToken(chained, holding('99'))).toBeUndefined();
    expect(admittingToken(chained, holding('100'))).toBe('USD');
    expect(admittingToken(chained, holding('100', { ...place, chainId: 2 }))).toBeUndefined();
  });
});
