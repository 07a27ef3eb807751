import type { RoomDeps, RoomModel } from './room-deps.ts';
import type { RoomScope } from './room-scope.ts';
import type { RoomSnapshot } from './room-state.ts';

const isHostsPhone = ({ phone, me, kind }: RoomDeps): boolean => phone && me.isOwner && kind === 'broadcast';

/** Nothing sends yet, and nobody watches. */
const isUnused = ({ live, media }: RoomSnapshot): boolean =>
  live !== null && !live.isLive && !media.camera && (live.source === 'camera' || live.ingestState === 'waiting');

/**
 * In the control room on a phone the phone's camera is the source, without being chosen: it opens once, for the private
 * preview. An encoder that sends already stays the source.
 */
export function openPhoneCamera({ deps, store }: RoomScope, selectSource: RoomModel['selectSource']): void {
  if (!isHostsPhone(deps)) return;
  let isDone = false;
  store.subscribe((now) => {
    if (now.phase !== 'inside') isDone = false;
    if (isDone || now.phase !== 'inside' || now.media.connection !== 'connected') return;
    isDone = true;
    if (isUnused(now)) void selectSource('camera');
  });
}
