import type { RoomSnapshot } from './room-state.ts';

/** Why the host of a broadcast cannot go live yet. */
export type GoLiveObstacle = 'connecting' | 'noVideo' | 'noEncoder' | 'noCamera';

/** A broadcast goes live with a picture. Null: nothing is in the way. */
export function goLiveObstacle({
  media,
  feed,
  live,
}: Pick<RoomSnapshot, 'media' | 'feed' | 'live'>): GoLiveObstacle | null {
  if (media.connection === 'none') return 'noVideo';
  if (media.connection !== 'connected') return 'connecting';
  if (feed.shown === 'picture') return null;
  return live?.source === 'camera' ? 'noCamera' : 'noEncoder';
}
