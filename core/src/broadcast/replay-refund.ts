import { type Instant, minutes, seconds } from '../kernel/instant.ts';
import { refuse } from '../refuse.ts';
import { replayRefundMs, replayRefundShareMax, type Span } from './replay-sale.ts';

/** How far browsers load ahead: of a track of sound alone, their smallest buffer of 2 MB holds some minutes. */
const loadedAheadMsMax = minutes(5);
/** Of a reported stretch this much may never have been sent: breaks that are played, a file that did not load. */
const playedUnsentMsMax = seconds(10);
/** Tracks end within a frame or two of what their pieces say. */
const edgeMs = seconds(1);

/** Of what the replay shows now: how much of it was sent to the buyer, and how much their player says it played. */
export interface WatchedShare {
  readonly sentMs: number;
  readonly playedMs: number;
  readonly lengthMs: number;
}

/** What may be sent without being played: five minutes, of replays shorter than 50 minutes a tenth. */
const loadedAheadMs = (lengthMs: number): number => Math.min(loadedAheadMsMax, lengthMs * replayRefundShareMax);

/**
 * What counts as watched: what was played. A player may say too little, or nothing, so what was sent counts but for
 * what a browser loads ahead.
 */
export const watchedMs = ({ sentMs, playedMs, lengthMs }: WatchedShare): number =>
  Math.max(playedMs, sentMs - loadedAheadMs(lengthMs), 0);

export interface ReplayRefundQuestion extends WatchedShare {
  readonly now: Instant;
  readonly paidAt: Instant;
}

export interface ReplayRefund {
  readonly watchedMs: number;
  /** There is no refund for someone who has watched this much. */
  readonly limitMs: number;
  readonly until: Instant;
  readonly possible: boolean;
}

/** Whether the buyer of a replay ticket may return it: within 14 days, while less than a tenth was watched. */
export function replayRefund(question: ReplayRefundQuestion): ReplayRefund {
  const { now, paidAt, lengthMs } = question;
  const watched = watchedMs(question);
  const limitMs = lengthMs * replayRefundShareMax;
  const until = paidAt + replayRefundMs;
  const possible = now <= until && watched < limitMs;
  return { watchedMs: Math.round(watched), limitMs: Math.round(limitMs), until, possible };
}

/**
 * A player reports stretches that it played, of which `unsentMs` in all were never sent to it. `spans` are what the
 * replay shows, in order. Throws `replay_played_range`.
 */
export function requirePlayed(
  played: readonly Span[],
  { spans, unsentMs }: { readonly spans: readonly Span[]; readonly unsentMs: number },
): void {
  const first = spans[0]?.from ?? Number.POSITIVE_INFINITY;
  const last = spans.at(-1)?.to ?? Number.NEGATIVE_INFINITY;
  const isWithin = ({ from, to }: Span): boolean => from < to && from >= first - edgeMs && to <= last + edgeMs;
  if (!played.every(isWithin) || unsentMs > playedUnsentMsMax) throw refuse('replay_played_range');
}
