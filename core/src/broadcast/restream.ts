import { refuse } from '../refuse.ts';

/** Other services that a broadcast is copied to. */
export const restreamTargetsMax = 3;
export const restreamNameCharsMax = 60;
export const restreamUrlCharsMax = 500;
export const restreamKeyCharsMax = 500;
/** A teaser: only the first minutes are copied. */
export const restreamMinutesMax = 24 * 60;

/**
 * Why a target does not take the stream: its address is not on the public internet, there is no server, its certificate
 * is not valid, it does not accept the key or the stream, it does not answer, it reads too slowly, or it has closed the
 * connection.
 */
export const restreamProblems = [
  'private',
  'unreachable',
  'certificate',
  'rejected',
  'timeout',
  'slow',
  'closed',
] as const;
export type RestreamProblem = (typeof restreamProblems)[number];

/** What the host sees: switched off, nothing to copy yet, or, of a teaser, already copied. */
export const restreamStates = ['off', 'waiting', 'connecting', 'live', 'failed', 'over'] as const;
export type RestreamState = (typeof restreamStates)[number];

/** Throws `restream_targets_maximum`. */
export function requireRestreamPlace(targets: number): void {
  if (targets >= restreamTargetsMax) throw refuse('restream_targets_maximum', { maximum: restreamTargetsMax });
}

export interface RestreamFacts {
  readonly enabled: boolean;
  /** The teaser has ended. */
  readonly isOver: boolean;
  /** The event is live, and its audience sees what an encoder sends over RTMP. */
  readonly isSending: boolean;
  /** What the listener reported last about this stream. */
  readonly reported: Extract<RestreamState, 'connecting' | 'live' | 'failed'> | null;
}

export function restreamStateOf({ enabled, isOver, isSending, reported }: RestreamFacts): RestreamState {
  if (!enabled) return 'off';
  if (isOver) return 'over';
  return isSending ? (reported ?? 'connecting') : 'waiting';
}
