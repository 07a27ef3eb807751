import { seconds } from '@frontrow/core/kernel/instant.ts';
import { exactAcksMax } from '@frontrow/core/rooms/limits.ts';
import { LRUCache } from 'lru-cache';
import type { Clock } from '../../../ports/clock.ts';
import type { RoomSnapshot } from './views.ts';

/** How old the room may be that somebody sees who enters a large one; their socket brings it up to date. */
const oldMsMax = seconds(1);
const roomsMax = 200;

/** The room for people who enter. A large one is read once a second, however many enter. */
export function createNewcomersSnapshot(
  read: (eventUuid: string) => Promise<RoomSnapshot>,
  clock: Clock,
): (eventUuid: string) => Promise<RoomSnapshot> {
  const kept = new LRUCache<string, { readonly at: number; readonly snapshot: RoomSnapshot }>({ max: roomsMax });
  return async (eventUuid) => {
    const known = kept.get(eventUuid);
    if (known && clock.now() - known.at < oldMsMax) return known.snapshot;
    // Before the read: what the snapshot shows is at least of this moment.
    const at = clock.now();
    const snapshot = await read(eventUuid);
    if (snapshot.current_state.viewers_count > exactAcksMax) kept.set(eventUuid, { at, snapshot });
    else kept.delete(eventUuid);
    return snapshot;
  };
}
