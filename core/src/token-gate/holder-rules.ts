import type { RallyRule } from '../events/rally-rule.ts';
import { namedTokensMax } from './limits.ts';

/** What a wallet holds, in the words of a token rule. */
export interface Holdings {
  /** Names or addresses of collections of which it has at least one piece. */
  readonly nftCollections: readonly string[];
  /** Balances in whole units. */
  readonly coins: readonly { readonly coinId: string; readonly balance: number }[];
}

const same = (one: string, other: string): boolean => one.trim().toLowerCase() === other.trim().toLowerCase();

/**
 * What lets somebody in: the first collection or coin of the rule that they hold. Any one is enough. A coin of which
 * nothing is asked must be there all the same.
 */
export function admittingToken(rule: RallyRule, { nftCollections, coins }: Holdings): string | undefined {
  const collection = rule.nftCollections.find((wanted) => nftCollections.some((held) => same(held, wanted)));
  if (collection !== undefined) return collection;
  return rule.coins.find(({ coinId, minCoinBalance }) =>
    coins.some(
      (held) =>
        same(held.coinId, coinId) &&
        Number.isFinite(held.balance) &&
        held.balance > 0 &&
        held.balance >= minCoinBalance,
    ),
  )?.coinId;
}

/** Everything that a rule asks for, as a wallet that has it would hold it. */
export const everythingOf = ({ nftCollections, coins }: RallyRule): Holdings => ({
  nftCollections,
  coins: coins.map(({ coinId, minCoinBalance }) => ({ coinId, balance: Math.max(minCoinBalance, 1) })),
});

export const nothingHeld: Holdings = { nftCollections: [], coins: [] };

/** What a rule asks for, each in words: "Apes", "2 FRC". */
export const wantedTokens = ({ nftCollections, coins }: RallyRule): string[] => [
  ...nftCollections,
  ...coins.map(({ coinId, minCoinBalance }) => (minCoinBalance > 0 ? `${minCoinBalance} ${coinId}` : coinId)),
];

/** The same for a sentence: "Apes, 2 FRC, …". */
export function wantedText(rule: RallyRule): string {
  const wanted = wantedTokens(rule);
  return [...wanted.slice(0, namedTokensMax), ...(wanted.length > namedTokensMax ? ['…'] : [])].join(', ');
}

const address = /^0x[0-9a-f]{40}$/i;

/**
 * One name for one wallet, whichever way it proved itself: an address is the same at every gate, any other name is its
 * provider's.
 */
export const walletName = (gate: string, subject: string): string =>
  address.test(subject) ? `address:${subject.toLowerCase()}` : `${gate}:${subject}`;
