import { newId } from '#web/shared/new-id.ts';
import type { RememberedRoom } from './room-deps.ts';
import type { RoomScope } from './room-scope.ts';

const keyOf = (eventUuid: string): string => `frontrow-room-${eventUuid}`;

export function rememberedRoom(eventUuid: string): RememberedRoom {
  const fresh = { sessionId: newId(), inside: false, camera: false, microphone: false };
  try {
    const stored = sessionStorage.getItem(keyOf(eventUuid));
    return stored === null ? fresh : { ...fresh, ...(JSON.parse(stored) as Partial<RememberedRoom>) };
  } catch {
    return fresh;
  }
}

export function rememberRoom(eventUuid: string, room: RememberedRoom): void {
  try {
    sessionStorage.setItem(keyOf(eventUuid), JSON.stringify(room));
  } catch {
    // Storage is blocked: a reload shows the pre-join screen again.
  }
}

/**
 * After a longer wait for the video engine devices need another tap: by then nobody expects their camera to open by
 * itself.
 */
const devicesKeptMsMax = 60_000;

export interface Memory {
  now(): RememberedRoom;
  remember(change: Partial<RememberedRoom>): void;
  /**
   * There is no engine, or it cannot be reached. Counts from the first call, or from the last tap, until `engineFound`.
   */
  engineLost(): void;
  engineFound(): void;
  /** Whether the wait was so long that the devices turned on before no longer open automatically. */
  isTooLate(): boolean;
}

/** What this tab remembers of the room, and for how long the devices that were turned on wait for an engine. */
export function createMemory({ deps, set }: RoomScope): Memory {
  let memory = deps.remembered();
  let engineLostAt: number | null = null;
  const remember: Memory['remember'] = (change) => {
    deps.remember((memory = { ...memory, ...change }));
    if (engineLostAt !== null && (change.camera || change.microphone)) engineLostAt = deps.now();
    set({ wanted: { camera: memory.camera, microphone: memory.microphone }, recorded: memory.recorded ?? null });
  };
  return {
    now: () => memory,
    remember,
    engineLost: () => void (engineLostAt ??= deps.now()),
    engineFound: () => void (engineLostAt = null),
    isTooLate: () => engineLostAt !== null && deps.now() - engineLostAt > devicesKeptMsMax,
  };
}
