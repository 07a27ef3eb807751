import { type Instant, seconds } from '../kernel/instant.ts';
import { refuse } from '../refuse.ts';
import { type ReplayModeration, requireNotTakenDown, requireReplayOwner } from './recording-rules.ts';
import type { Span } from './replay-sale.ts';

const cutsMax = 100;
const cutMsMin = seconds(1);

export interface CutQuestion extends ReplayModeration {
  readonly isHost: boolean;
  readonly isOver: boolean;
  readonly isCancelled: boolean;
  /** What the replay shows now, in order. */
  readonly spans: readonly Span[];
  readonly cuts: number;
}

/**
 * The host cuts a stretch out of the replay, and something is left. Throws `host_only`, `replay_not_yet`,
 * `replay_gone`, `own_replay_taken_down`, `replay_cut_range`, `replay_cuts_max`.
 */
export function requireCut(question: CutQuestion, { from, to }: Span): void {
  const { isHost, isOver, isCancelled, spans, cuts } = question;
  requireReplayOwner({ isHost });
  if (!isOver) throw refuse('replay_not_yet');
  requireNotTakenDown(question, { isHost });
  if (spans.length === 0 || isCancelled) throw refuse('replay_gone');
  if (cuts >= cutsMax) throw refuse('replay_cuts_max', { maximum: cutsMax });
  const hitsSomething = spans.some((span) => span.from < to && from < span.to);
  const leavesSomething = spans.some((span) => span.from < from || to < span.to);
  if (to - from < cutMsMin || !hitsSomething || !leavesSomething) throw refuse('replay_cut_range');
}

/** A cut can be undone until the host publishes the replay after it: from then on it is part of what was offered. */
export const isCutFinal = (cutAt: Instant, publishedAt: Instant | undefined): boolean =>
  publishedAt !== undefined && publishedAt >= cutAt;

interface DoneCut {
  readonly cutAt: Instant;
  readonly publishedAt: Instant | undefined;
}

/** Answers the cut to undo. Throws `host_only`, `own_replay_taken_down`, `replay_cut_unknown`, `replay_cut_final`. */
export function requireUndo<Cut extends DoneCut>(
  question: Pick<CutQuestion, 'isHost' | 'takenDownBecause'>,
  cut: Cut | undefined,
): Cut {
  requireReplayOwner(question);
  requireNotTakenDown(question, question);
  if (!cut) throw refuse('replay_cut_unknown');
  if (isCutFinal(cut.cutAt, cut.publishedAt)) throw refuse('replay_cut_final');
  return cut;
}

const isIn = (at: Instant, { from, to }: Span): boolean => from <= at && at < to;

export const isCutOut = (at: Instant, skips: readonly Span[]): boolean => skips.some((skip) => isIn(at, skip));

/** Changes of the stage within a cut take effect at its end; of several there, only the last one is known. */
export function stageAfterCuts<T extends { readonly at: Instant }>(changes: readonly T[], skips: readonly Span[]): T[] {
  const moved = changes.map((change) => ({
    ...change,
    at: skips.find((skip) => isIn(change.at, skip))?.to ?? change.at,
  }));
  return moved.filter((change, index) => moved[index + 1]?.at !== change.at);
}
