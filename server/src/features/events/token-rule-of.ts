import type { RallyCoin } from '@frontrow/core/events/event-draft.ts';
import type { RuleToken, TokenRule } from '@frontrow/core/token-gate/token-rule.ts';

/** The columns of an event `e` that say what it asks of token holders. */
export const tokenRuleColumns = 'e.rally_nfts, e.rally_coins, e.rally_tokens, e.rally_delegates';

export interface TokenRuleRow {
  readonly rally_nfts: string[];
  readonly rally_coins: RallyCoin[];
  readonly rally_tokens: RuleToken[];
  readonly rally_delegates: boolean;
}

export const tokenRuleOf = (row: TokenRuleRow): TokenRule => ({
  nftCollections: row.rally_nfts,
  coins: row.rally_coins,
  tokens: row.rally_tokens,
  delegates: row.rally_delegates,
});
