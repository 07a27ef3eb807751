import { describe, expect, test } from 'vitest';
import { admittingToken, everythingOf, nothingHeld, walletName, wantedText } from './holder-rules.ts';

const rule = {
  nftCollections: ['Front Apes', 'Cats'],
  coins: [
    { coinName: 'Frontcoin', coinId: 'FRC', minCoinBalance: 2.5 },
    { coinName: 'Any', coinId: 'ANY', minCoinBalance: 0 },
  ],
};
const held = (nftCollections: string[], ...coins: [string, number][]) => ({
  nftCollections,
  coins: coins.map(([coinId, balance]) => ({ coinId, balance })),
});

describe('a wallet is let in', () => {
  test.each([
    ['by one of the collections', held(['cats ']), 'Cats'],
    ['by as much of a coin as is asked', held([], ['frc', 2.5]), 'FRC'],
    ['by a little of a coin of which no amount is asked', held([], ['ANY', 0.001]), 'ANY'],
    ['by everything', everythingOf(rule), 'Front Apes'],
    ['not by less of a coin', held([], ['FRC', 2.499]), undefined],
    ['not by none of a coin', held([], ['ANY', 0]), undefined],
    ['not by a balance that is no number', held([], ['FRC', Number.NaN], ['FRC', Infinity]), undefined],
    ['not by another collection', held(['Front Ape', 'Apes']), undefined],
    ['not by nothing', nothingHeld, undefined],
  ])('%s', (_how, holdings, token) => expect(admittingToken(rule, holdings)).toBe(token));

  test('never by a rule that asks for nothing', () =>
    expect(admittingToken({ nftCollections: [], coins: [] }, everythingOf(rule))).toBeUndefined());
});

test('what is asked for is named, not all of a long list', () => {
  expect(wantedText(rule)).toBe('Front Apes, Cats, 2.5 FRC, …');
  expect(wantedText({ nftCollections: ['Cats'], coins: [] })).toBe('Cats');
});

test('an address is one wallet at every gate; other names are those of their gate', () => {
  const address = '0xAbCdEf0123456789aBcDeF0123456789abcdef01';
  expect(walletName('oauth', address)).toBe(walletName('wallet', address.toLowerCase()));
  expect(walletName('oauth', 'ada')).not.toBe(walletName('stand_in', 'ada'));
});
