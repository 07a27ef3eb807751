import { type FactHandler, onFact } from '../../facts/fact-handler.ts';
import type { BroadcastKit } from './broadcast-kit.ts';
import { endOpenSession } from './ingest/ingest-sessions.ts';

/** With the event its encoder's session ends; the engine's room is gone, and the key opens nothing. */
export function broadcastFacts({ db }: Pick<BroadcastKit, 'db'>): FactHandler[] {
  const end = async ({ payload }: { payload: { eventUuid: string } }): Promise<void> => {
    await endOpenSession(db, payload.eventUuid);
  };
  return [onFact('EventFinished', 'end-ingest', end), onFact('EventCancelled', 'end-ingest', end)];
}
