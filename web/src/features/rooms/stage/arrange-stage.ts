import type { Feed } from '../media/media-model.ts';
import { type LiveState, mainSender, type Person } from '../model/room-state.ts';

interface Shown {
  readonly person: Person;
  readonly feed: Feed | null;
}

export interface StageArrangement {
  /** Fills the stage; without a picture the stage says why there is none. */
  readonly main: Shown;
  /** Small pictures above it, the most important one first. */
  readonly tiles: readonly Shown[];
}

/**
 * Who is shown where. The owner's screen, else camera, fills the stage. While the owner publishes neither, the picture
 * of the viewer who has the turn, else of the guest, takes the stage, and the owner becomes a tile. The encoder of a
 * broadcast stands for its owner.
 */
export function arrangeStage(live: LiveState, feeds: readonly Feed[]): StageArrangement {
  const { owner, speaking, stageGuest } = live;
  const pictureOf = (username: string, source: Feed['source']): Feed | null =>
    feeds.find((feed) => feed.username === username && feed.source === source) ?? null;
  const screen = pictureOf(mainSender(live), 'screen');
  const camera = pictureOf(mainSender(live), 'camera');
  const turn = speaking && { person: speaking, feed: pictureOf(speaking.username, 'camera') };
  const guest = stageGuest && { person: stageGuest, feed: pictureOf(stageGuest.username, 'camera') };
  const others = [turn, guest].filter((shown) => shown !== null);
  const stands = others.find((shown) => shown.feed !== null);
  if (!screen && !camera && stands)
    return { main: stands, tiles: [...others.filter((shown) => shown !== stands), { person: owner, feed: null }] };
  const tiles: Shown[] = [...others];
  if (screen && camera) tiles.push({ person: owner, feed: camera });
  return { main: { person: owner, feed: screen ?? camera }, tiles };
}
