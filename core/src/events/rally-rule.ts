import { seenLine } from '../kernel/seen-text.ts';
import type { DraftProblem, EventDraft, RallyCoin, RallyCoinDraft } from './event-draft.ts';
import { charCount, rallyCoinCharsMax, rallyCoinsMax, rallyCollectionCharsMax, rallyCollectionsMax } from './limits.ts';

/** Without open ticketing holders of any of these get a ticket. */
export interface RallyRule {
  readonly nftCollections: readonly string[];
  readonly coins: readonly RallyCoin[];
}

/** Reads the token rule of a draft. With open ticketing there is none, whatever was sent. */
export function readRallyRule(
  draft: Pick<EventDraft, 'openTicketing' | 'nftCollections' | 'coins'>,
): RallyRule | readonly DraftProblem[] {
  if (draft.openTicketing) return { nftCollections: [], coins: [] };
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
  }));
  return { nftCollections, coins };
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
  return problems;
}
