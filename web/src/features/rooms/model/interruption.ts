import type { OwnDevicesModel } from './own-devices.ts';
import type { RoomScope } from './room-scope.ts';

/** On return LiveKit opens again what it can. Only what is still away after this is opened here. */
const returnSettlesMs = 700;
/** After a longer interruption nobody expects their camera to open by itself: it needs a tap. */
const opensItselfMsMax = 60_000;

/**
 * A call, another app or the lock screen takes camera and microphone away. When the page is seen again, they open by
 * themselves after a short interruption. After a longer one they are off, and the person turns them on. Returns what
 * stops that.
 */
export function comeBackFromInterruptions(
  { deps, store, timers, get, isInside }: RoomScope,
  { reopen, takeOffAir }: Pick<OwnDevicesModel, 'reopen' | 'takeOffAir'>,
): () => void {
  let since: number | null = null;
  store.subscribe(({ media: { interrupted } }, before) => {
    if (interrupted === before.media.interrupted) return;
    since = interrupted.length === 0 ? null : (since ?? deps.now());
  });
  const comeBack = (): void => {
    if (!isInside() || since === null) return;
    const isLong = deps.now() - since > opensItselfMsMax;
    for (const device of get().media.interrupted) void (isLong ? takeOffAir(device) : reopen(device));
  };
  return deps.onPageReturn(() => timers.later(returnSettlesMs, comeBack));
}
