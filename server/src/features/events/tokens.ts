import { coinPlace, collectionPlace } from '@frontrow/core/token-gate/token-place.ts';
import type { RallyCoin } from '@frontrow/core/events/event-draft.ts';
import type { ShownToken } from '@frontrow/core/events/live-event.ts';
import type { RallyRule } from '@frontrow/core/events/rally-rule.ts';
import { Refusal } from '@frontrow/core/kernel/refusal.ts';
import { type RefusalCode, refuse } from '@frontrow/core/refuse.ts';
import { type RuleToken, type TokenRule } from '@frontrow/core/token-gate/token-rule.ts';
import type { Kit } from '../../kit.ts';
import { sizeAvatar } from '../../media/pictures.ts';
import { noteUnwritten } from '../../media/unwritten-files.ts';
import type { DescribedToken } from '../../ports/chains.ts';
import type { Storage } from '../../ports/storage.ts';

/** An entry of a rule as its chain describes it; its picture is not stored yet. */
interface FoundEntry {
  readonly token: RuleToken;
  readonly pictureBytes: Buffer | undefined;
}

/**
 * Looks for the entries of a rule that name a contract on a chain that can be read here; all others are judged by the
 * provider alone. Returns what is found, and a refusal for each entry that is no such token.
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

/**
 * Stores the pictures of tokens, small and square; their keys are for `keepFiles`. What no picture can be made of has
 * none: it is only for show.
 */
export async function keepTokenPictures(
  {
    db,
    ids,
    storage,
    inTurn,
  }: Pick<Kit, 'db' | 'ids' | 'storage'> & { readonly inTurn: <T>(work: () => Promise<T>) => Promise<T> },
  found: readonly FoundEntry[],
): Promise<{ readonly tokens: readonly RuleToken[]; readonly files: readonly string[] }> {
  const tokens: RuleToken[] = [];
  for (const { token, pictureBytes } of found) {
    const small = pictureBytes && (await inTurn(() => sizeAvatar(pictureBytes, '')).catch(() => undefined));
    if (!small) {
      tokens.push(token);
      continue;
    }
    const picture = `tokens/${ids.uuid()}.webp`;
    await noteUnwritten(db, [picture]);
    await storage.put(picture, small, 'image/webp');
    tokens.push({ ...token, picture });
  }
  return { tokens, files: tokens.flatMap(({ picture }) => picture ?? []) };
}

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
