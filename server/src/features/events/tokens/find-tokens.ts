import type { RallyCoin } from '@frontrow/core/events/event-draft.ts';
import type { RallyRule } from '@frontrow/core/events/rally-rule.ts';
import { Refusal } from '@frontrow/core/kernel/refusal.ts';
import { refuse, type RefusalCode } from '@frontrow/core/refuse.ts';
import { collectionPlace, coinPlace } from '@frontrow/core/token-gate/token-place.ts';
import type { RuleToken } from '@frontrow/core/token-gate/token-rule.ts';
import type { Kit } from '../../../kit.ts';
import type { DescribedToken } from '../../../ports/chains.ts';

/** An entry of a rule as its chain describes it; its picture is not stored yet. */
export interface FoundEntry {
  readonly token: RuleToken;
  readonly pictureBytes: Buffer | undefined;
}

/**
 * Looks for the entries of a rule that name a contract on a chain that can be read here; all others are judged by the
 * provider alone. Answers what is found, and a refusal for each entry that is no such token.
 */
export async function findTokens(
  { chains }: Pick<Kit, 'chains'>,
  { nftCollections, coins }: Pick<RallyRule, 'nftCollections' | 'coins'>,
): Promise<{ readonly found: readonly FoundEntry[]; readonly refusals: readonly Refusal[] }> {
  const isRead = (chainId: number): boolean => chains.ids.includes(chainId);
  const answers = await Promise.all([
    ...nftCollections.map((typed, row) => {
      const place = collectionPlace(typed);
      return place && isRead(place.chainId)
        ? entryOf(chains.describeCollection(place), { of: 'nftCollections', row }, 'event_rally_nfts_collections')
        : undefined;
    }),
    ...coins.map((coin: RallyCoin, row) => {
      const place = coinPlace(coin);
      return place && isRead(place.chainId)
        ? entryOf(chains.describeCoin(place), { of: 'coins', row }, `event_rally_coins.${row}.coinAddress`)
        : undefined;
    }),
  ]);
  return {
    found: answers.flatMap((answer) => (answer && 'token' in answer ? [answer] : [])),
    refusals: answers.filter((answer) => answer instanceof Refusal),
  };
}

async function entryOf(
  asked: Promise<DescribedToken>,
  entry: Pick<RuleToken, 'of' | 'row'>,
  field: string,
): Promise<FoundEntry | Refusal> {
  try {
    const { pictureBytes, ...token } = await asked;
    return { token: { ...token, ...entry }, pictureBytes };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return refuse(error.code as RefusalCode, error.params, { field });
  }
}
