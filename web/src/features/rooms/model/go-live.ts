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
  // The server says that the encoder sends; the host's own browser only cannot show it.
  if (feed.shown === 'picture' || feed.shown === 'unsupported') return null;
  return live?.source === 'camera' ? 'noCamera' : 'noEncoder';
}
