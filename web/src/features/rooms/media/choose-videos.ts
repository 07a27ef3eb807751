import { videoTracksMax } from '@frontrow/core/rooms/limits.ts';
import type { Cast } from './media-model.ts';

export interface VideoCandidate {
  readonly username: string;
  readonly source: 'camera' | 'screen';
  readonly muted: boolean;
}

/** Lower comes first: the owner's screen, else camera; the speaking viewer; then one more (decisions 32). */
function rank(candidate: VideoCandidate, cast: Cast, ownerShares: boolean): number {
  if (candidate.username === cast.owner) {
    if (candidate.source === 'screen') return 0;
    return ownerShares ? 2 : 0;
  }
  // Only the owner may share a screen; anybody else's is never looked at.
  if (candidate.source === 'screen') return Number.POSITIVE_INFINITY;
  return candidate.username === cast.speaker ? 1 : 3;
}

/** Which of the offered pictures to receive, most important first, never more than three. */
export function chooseVideos<T extends VideoCandidate>(candidates: readonly T[], cast: Cast): T[] {
  const ownerShares = candidates.some((one) => one.username === cast.owner && one.source === 'screen' && !one.muted);
  return candidates
    .filter((one) => !one.muted)
    .map((one) => ({ one, place: rank(one, cast, ownerShares) }))
    .filter(({ place }) => Number.isFinite(place))
    .toSorted((a, b) => a.place - b.place)
    .slice(0, videoTracksMax)
    .map(({ one }) => one);
}
