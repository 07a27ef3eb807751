import type { TokenPlace } from './token-place.ts';
import type { RallyRule } from '../events/rally-rule.ts';

export type TokenStandard = 'erc20' | 'erc721' | 'erc1155';

/** A contract as its chain described it when an event was published. From then on these values count. */
export interface FoundToken extends TokenPlace {
  readonly standard: TokenStandard;
  /** The contract's own words; anybody can make a contract that says them. */
  readonly name: string;
  readonly symbol: string;
  /** Of a coin: how many digits of a balance stand behind the point. */
  readonly decimals?: number | undefined;
  /** Of a collection: only this token of it counts. */
  readonly tokenId?: string | undefined;
  /** The stored picture's key. */
  readonly picture?: string | undefined;
}

/** The entry of a rule that was found on its chain. */
export interface RuleToken extends FoundToken {
  readonly of: 'nftCollections' | 'coins';
  /** Which entry of that list, from 0. */
  readonly row: number;
}

/** What an event asks of token holders: the entries as typed, and those of them that its chains can answer for. */
export interface TokenRule extends RallyRule {
  readonly tokens: readonly RuleToken[];
}

/** A rule that only a provider can judge. */
export const unresolvedRule = (rule: Pick<RallyRule, 'nftCollections' | 'coins'>): TokenRule => ({
  ...rule,
  tokens: [],
  delegates: false,
});
