import { videoTracksMax } from '@frontrow/core/rooms/limits.ts';
import type { VideoPriority } from './media-model.ts';

export interface VideoCandidate {
  readonly username: string;
  readonly source: 'camera' | 'screen';
  readonly muted: boolean;
}

/**
 * Lower comes first: the owner's screen, else camera; then the speaking viewer; then the guest; then one more (rule
 * R11).
 */
function rank(candidate: VideoCandidate, priority: VideoPriority, ownerShares: boolean): number {
  if (candidate.username === priority.owner) {
    if (candidate.source === 'screen') return 0;
    return ownerShares ? 3 : 0;
  }
  // Only the owner may share a screen. A screen of anybody else is never received.
  if (candidate.source === 'screen') return Number.POSITIVE_INFINITY;
  if (candidate.username === priority.speaker) return 1;
  return candidate.username === priority.guest ? 2 : 4;
}

/** Which of the offered pictures to receive, the most important first, at most three. */
export function chooseVideos<T extends VideoCandidate>(candidates: readonly T[], priority: VideoPriority): T[] {
  const ownerShares = candidates.some(
    (one) => one.username === priority.owner && one.source === 'screen' && !one.muted,
  );
  return candidates
    .filter((one) => !one.muted && (!priority.only || one.username === priority.owner))
    .map((one) => ({ one, place: rank(one, priority, ownerShares) }))
    .filter(({ place }) => Number.isFinite(place))
    .toSorted((a, b) => a.place - b.place)
    .slice(0, videoTracksMax)
    .map(({ one }) => one);
}
