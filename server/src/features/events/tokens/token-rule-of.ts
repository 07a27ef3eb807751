import type { RallyCoin } from '@frontrow/core/events/event-draft.ts';
import type { ShownToken } from '@frontrow/core/events/live-event.ts';
import type { RuleToken, TokenRule } from '@frontrow/core/token-gate/token-rule.ts';
import type { Storage } from '../../../ports/storage.ts';

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

/** What was found of a rule, as its event's page shows it. */
export const shownTokens = ({ tokens, coins }: TokenRule, storage: Pick<Storage, 'url'>): ShownToken[] =>
  tokens.map(({ of, row, picture, ...token }) => ({
    ...token,
    pictureUrl: picture === undefined ? undefined : storage.url(picture),
    minBalance: of === 'coins' ? coins[row]?.minCoinBalance : undefined,
  }));
