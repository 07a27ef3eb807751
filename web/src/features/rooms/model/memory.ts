import type { StoreApi } from 'zustand/vanilla';
import type { RoomDeps } from './room-deps.ts';
import type { RememberedRoom } from './remembered-room.ts';
import type { RoomSnapshot } from './room-state.ts';

/** Whoever has waited longer than this for an engine taps again: nobody counts on their camera opening any more. */
const devicesKeptMsMax = 60_000;

export interface RoomMemory {
  now(): RememberedRoom;
  remember(change: Partial<RememberedRoom>): void;
  /** There is no engine, or none is reached: the time runs from the first word of it, or from the last tap, until one is. */
  engineLost(): void;
  engineFound(): void;
  /** Whether that took so long that what was turned on opens no more by itself. */
  isTooLate(): boolean;
}

/** What this tab remembers of the room, and how long what was turned on waits for an engine. */
export function createMemory(deps: RoomDeps, store: StoreApi<RoomSnapshot>): RoomMemory {
  let memory = deps.remembered();
  let engineLostAt: number | null = null;
  const remember: RoomMemory['remember'] = (change) => {
    deps.remember((memory = { ...memory, ...change }));
    if (engineLostAt !== null && (change.camera || change.microphone)) engineLostAt = deps.now();
    store.setState({ wished: { camera: memory.camera, microphone: memory.microphone } });
  };
  return {
    now: () => memory,
    remember,
    engineLost: () => void (engineLostAt ??= deps.now()),
    engineFound: () => void (engineLostAt = null),
    isTooLate: () => engineLostAt !== null && deps.now() - engineLostAt > devicesKeptMsMax,
  };
}
