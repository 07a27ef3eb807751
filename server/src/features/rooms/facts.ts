import { type FactHandler, onFact } from '../../facts/fact-handler.ts';
import { finishEvent } from './ending/finish-streaming.ts';
import type { RoomKit } from './room-kit.ts';

/** However an event came to its end, its room is closed: here, and at the engine. */
export function roomsFacts(kit: RoomKit): FactHandler[] {
  const close = ({ payload }: { payload: { eventUuid: string } }) =>
    finishEvent(kit, payload.eventUuid, undefined, () => true);
  return [onFact('EventFinished', 'close-room', close), onFact('EventCancelled', 'close-room', close)];
}
