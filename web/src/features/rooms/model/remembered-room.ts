import { newId } from '#web/shared/new-id.ts';

/** What this tab remembers of a room, so that a reload enters it again. Other tabs do not share it. */
export interface RememberedRoom {
  readonly sessionId: string;
  readonly inside: boolean;
  /** Whether the owner's devices were on. A viewer's devices never open without a tap. */
  readonly camera: boolean;
  readonly microphone: boolean;
}

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
    // Storage is blocked: a reload shows the instructions again.
  }
}
