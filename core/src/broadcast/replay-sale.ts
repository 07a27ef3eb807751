import { findTerms, typedAmount } from '../catalog/selling-terms.ts';
import { days, type Instant, minutes } from '../kernel/instant.ts';
import type { Minor } from '../kernel/money.ts';
import { refuse } from '../refuse.ts';
import {
  type ReplayAccess,
  type ReplayModeration,
  requireNotTakenDown,
  requireReplayOwner,
} from './recording-rules.ts';

/** What people without a ticket may watch of a replay that is for sale. */
export const replayPreviewMs = minutes(2);
/** How long after the payment a replay ticket may be returned for a refund. */
export const replayRefundMs = days(14);
/** A buyer who has watched this share of the replay, or more, gets no refund. */
export const replayRefundShareMax = 0.1;
/** The host's part is paid out after the buyer's right to a refund has ended, with a day in between. */
export const replayReleaseAfterMs = replayRefundMs + days(1);
/** The sale ends this long before the replay is deleted, so that every buyer has time to watch. */
export const replaySaleEndsBeforeMs = days(14);

export interface ReplayOnOffer extends ReplayModeration {
  readonly isOver: boolean;
  readonly isCancelled: boolean;
  readonly hasRecording: boolean;
  readonly isRemoved: boolean;
  /** How long until the replay is deleted. */
  readonly keptForMs: number;
  readonly currency: string;
}

/**
 * The host chooses who may watch the replay, and for a sale its price (a decimal number). Returns the price in minor
 * units, undefined where nothing is sold. Throws `bad_input`, `host_only`, `replay_not_yet`, `replay_gone`,
 * `own_replay_taken_down`, `replay_price_range`, `replay_sale_too_late`.
 */
export function decideReplayAccess(
  replay: ReplayOnOffer,
  { isHost }: { readonly isHost: boolean },
  { access, price }: { readonly access: ReplayAccess; readonly price: number | undefined },
): Minor | undefined {
  requireReplayOwner({ isHost });
  if (!replay.isOver) throw refuse('replay_not_yet');
  requireNotTakenDown(replay, { isHost });
  if (!replay.hasRecording || replay.isRemoved || replay.isCancelled) throw refuse('replay_gone');
  if (access !== 'sale') return undefined;
  const terms = findTerms(replay.currency);
  if (!terms || price === undefined || !(price >= terms.priceMin && price <= terms.priceMax))
    throw refuse(
      'replay_price_range',
      { minimum: terms?.priceMin ?? 1, maximum: terms?.priceMax ?? 1, currency: replay.currency },
      { field: 'price' },
    );
  if (replay.keptForMs <= replaySaleEndsBeforeMs) throw refuse('replay_sale_too_late');
  return typedAmount(price, terms.currency, 'price');
}

/** A stretch of an event, from and to (without `to`). */
export interface Span {
  readonly from: Instant;
  readonly to: Instant;
}

/**
 * Where the preview ends: after two minutes of what was recorded, of short recordings after half of it; in whole
 * milliseconds. Spans are in order and do not touch.
 */
export function previewEnd(spans: readonly Span[]): Instant {
  const lengthMs = spans.reduce((sum, { from, to }) => sum + to - from, 0);
  let left = Math.min(replayPreviewMs, Math.floor(lengthMs / 2));
  for (const { from, to } of spans) {
    if (to - from >= left) return from + left;
    left -= to - from;
  }
  return spans.at(-1)?.to ?? 0;
}
