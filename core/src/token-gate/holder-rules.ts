import type { RallyCoin } from '../events/event-draft.ts';
import { type DecimalText, decimalText, isEnough } from './balance.ts';
import { namedTokensMax } from './limits.ts';
import { coinPlace, isAddress, placeName } from './token-place.ts';
import type { RuleToken, TokenRule } from './token-rule.ts';

/** What a wallet holds, in the words of a token rule. */
export interface Holdings {
  /** Entries of the rule of which the wallet has at least one piece. */
  readonly nftCollections: readonly string[];
  readonly coins: readonly HeldCoin[];
}

export interface HeldCoin {
  readonly coinId: string;
  /** In whole units. */
  readonly balance: DecimalText;
  /** The contract that was read, see `placeName`; undefined where a provider says so. */
  readonly place?: string | undefined;
}

const same = (one: string, other: string): boolean => one.trim().toLowerCase() === other.trim().toLowerCase();

/**
 * What lets somebody in: the first collection or coin of the rule that they hold, in the words of `wantedTokens`. Any
 * one is enough. A coin of which nothing is asked must be there all the same.
 */
export function admittingToken(rule: TokenRule, { nftCollections, coins }: Holdings): string | undefined {
  const row = rule.nftCollections.findIndex((wanted) => nftCollections.some((held) => same(held, wanted)));
  if (row >= 0) return collectionName(rule, row);
  return rule.coins.find((wanted) =>
    coins.some((held) => isOf(held, wanted) && isEnough(held.balance, wanted.minCoinBalance)),
  )?.coinId;
}

/** Symbols can be faked: a balance that was read from a contract counts for that contract's row alone. */
function isOf(held: HeldCoin, wanted: RallyCoin): boolean {
  const place = coinPlace(wanted);
  return same(held.coinId, wanted.coinId) && (held.place === undefined || (!!place && held.place === placeName(place)));
}

/** Everything that a rule asks for, as a wallet that has it would hold it. */
export const everythingOf = ({ nftCollections, coins }: TokenRule): Holdings => ({
  nftCollections,
  coins: coins.map(({ coinId, minCoinBalance }) => ({
    coinId,
    balance: decimalText(Math.max(minCoinBalance, 1)) ?? '1',
  })),
});

export const nothingHeld: Holdings = { nftCollections: [], coins: [] };

const tokenOf = ({ tokens }: TokenRule, of: RuleToken['of'], row: number): RuleToken | undefined =>
  tokens.find((token) => token.of === of && token.row === row);

/** A collection by its contract's name where that was read, else as typed. */
function collectionName(rule: TokenRule, row: number): string {
  const found = tokenOf(rule, 'nftCollections', row);
  if (!found) return rule.nftCollections[row] ?? '';
  return found.tokenId === undefined ? found.name : `${found.name} #${found.tokenId}`;
}

/** What a rule asks for, each in words: "Apes", "2 FRC". */
export const wantedTokens = (rule: TokenRule): string[] => [
  ...rule.nftCollections.map((_typed, row) => collectionName(rule, row)),
  ...rule.coins.map(({ coinId, minCoinBalance }) =>
    minCoinBalance > 0 ? `${decimalText(minCoinBalance) ?? ''} ${coinId}` : coinId,
  ),
];

/** The same for a sentence: "Apes, 2 FRC, …". */
export function wantedText(rule: TokenRule): string {
  const wanted = wantedTokens(rule);
  return [...wanted.slice(0, namedTokensMax), ...(wanted.length > namedTokensMax ? ['…'] : [])].join(', ');
}

/**
 * One name for one wallet, whichever way it proved itself: an address is the same at every gate, any other name is its
 * provider's.
 */
export const walletName = (gate: string, subject: string): string =>
  isAddress(subject) ? `address:${subject.toLowerCase()}` : `${gate}:${subject}`;
