import type { FactHandler } from '../../facts/fact-handler.ts';
import { finishEvent } from './ending/finish-streaming.ts';
import type { RoomKit } from './room-kit.ts';

/** However an event came to its end, its room is closed: here, and at the engine. */
export function roomsFacts(kit: RoomKit): FactHandler[] {
  const close = (topic: string): FactHandler => ({
    topic,
    name: 'close-room',
    handle: ({ payload }) => finishEvent(kit, String(payload['eventUuid']), undefined, () => true),
  });
  return [close('EventFinished'), close('EventCancelled')];
}
