import { type FactHandler, onFact } from '../../facts/fact-handler.ts';
import { finishEvent } from './ending.ts';
import type { RoomsDeps } from './rooms-deps.ts';

/** However an event ended, its room is closed: here, and at the engine. */
export function roomsFacts(deps: RoomsDeps): FactHandler[] {
  const close = ({ payload }: { payload: { eventUuid: string } }) =>
    finishEvent(deps, payload.eventUuid, undefined, () => true);
  return [onFact('EventFinished', 'close-room', close), onFact('EventCancelled', 'close-room', close)];
}
