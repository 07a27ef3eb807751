import { coinPlace, isAddress, isChainId } from '../token-gate/token-place.ts';
import { seenLine } from '../kernel/text.ts';
import type { DraftProblem, EventDraft, RallyCoin, RallyCoinDraft } from './event-draft.ts';
import { charCount, rallyCoinCharsMax, rallyCoinsMax, rallyCollectionCharsMax, rallyCollectionsMax } from './limits.ts';

/** Without open ticketing holders of any of these get a ticket. */
export interface RallyRule {
  readonly nftCollections: readonly string[];
  readonly coins: readonly RallyCoin[];
  /** Wallets count for those that delegated to them. */
  readonly delegates: boolean;
}

/** Reads the token rule of a draft. With open ticketing there is none, whatever was sent. */
export function readRallyRule(
  draft: Pick<EventDraft, 'openTicketing' | 'nftCollections' | 'coins' | 'delegates'>,
): RallyRule | readonly DraftProblem[] {
  if (draft.openTicketing) return { nftCollections: [], coins: [], delegates: false };
  const nftCollections = [...new Set(draft.nftCollections.map((name) => seenLine(name)).filter(Boolean))];
  const problems: DraftProblem[] = [];
  if (
    nftCollections.length > rallyCollectionsMax ||
    nftCollections.some((name) => charCount(name) > rallyCollectionCharsMax)
  )
    problems.push({
      code: 'rally_too_long',
      field: 'nftCollections',
      params: { maximum: rallyCollectionsMax, chars: rallyCollectionCharsMax },
    });
  if (nftCollections.length === 0 && draft.coins.length === 0)
    problems.push({ code: 'rally_rule_required', field: 'coins' });
  const rows = draft.coins.slice(0, rallyCoinsMax);
  if (
    rows.length < draft.coins.length ||
    rows.some((coin) => [coin.coinName, coin.coinId].some((text) => charCount(text) > rallyCoinCharsMax))
  )
    problems.push({
      code: 'rally_too_long',
      field: 'coins',
      params: { maximum: rallyCoinsMax, chars: rallyCoinCharsMax },
    });
  rows.forEach((coin, row) => problems.push(...coinProblems(coin, row)));
  if (problems.length > 0) return problems;
  const coins = rows.map((coin) => ({
    coinName: seenLine(coin.coinName),
    coinId: seenLine(coin.coinId),
    minCoinBalance: coin.minCoinBalance ?? 0,
    ...placeOf(coin),
  }));
  return { nftCollections, coins, delegates: draft.delegates ?? false };
}

/** Chain and contract where both were given, the contract in lower case. */
function placeOf(coin: RallyCoinDraft): Pick<RallyCoin, 'coinChainId' | 'coinAddress'> {
  const place = coinPlace(coin);
  return place ? { coinChainId: place.chainId, coinAddress: place.address } : {};
}

function placeProblems({ coinChainId, coinAddress }: RallyCoinDraft, row: number): DraftProblem[] {
  if (coinChainId === undefined && coinAddress === undefined) return [];
  if (coinChainId === undefined)
    return [{ code: 'coin_place_incomplete', field: 'coins', at: { row, key: 'coinChainId' } }];
  if (coinAddress === undefined)
    return [{ code: 'coin_place_incomplete', field: 'coins', at: { row, key: 'coinAddress' } }];
  const problems: DraftProblem[] = [];
  if (!isChainId(coinChainId))
    problems.push({ code: 'coin_chain_invalid', field: 'coins', at: { row, key: 'coinChainId' } });
  if (!isAddress(coinAddress))
    problems.push({ code: 'coin_address_invalid', field: 'coins', at: { row, key: 'coinAddress' } });
  return problems;
}

function coinProblems(coin: RallyCoinDraft, row: number): DraftProblem[] {
  const problems: DraftProblem[] = [];
  if (seenLine(coin.coinName) === '')
    problems.push({ code: 'coin_name_required', field: 'coins', at: { row, key: 'coinName' } });
  if (seenLine(coin.coinId) === '')
    problems.push({ code: 'coin_symbol_required', field: 'coins', at: { row, key: 'coinId' } });
  const balance = coin.minCoinBalance;
  if (balance === undefined)
    problems.push({ code: 'coin_balance_required', field: 'coins', at: { row, key: 'minCoinBalance' } });
  else if (!Number.isFinite(balance) || balance < 0)
    problems.push({ code: 'coin_balance_invalid', field: 'coins', at: { row, key: 'minCoinBalance' } });
  return [...problems, ...placeProblems(coin, row)];
}
