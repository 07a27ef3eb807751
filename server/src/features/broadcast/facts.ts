import { type FactHandler, onFact } from '../../facts/fact-handler.ts';
import type { BroadcastDeps } from './broadcast-deps.ts';
import { endOpenSession } from './ingest/ingest-sessions.ts';
import { dropReplaysOf } from './replay/delete-replays.ts';

/**
 * With the event its encoder's session ends; the engine's room is gone, and the key opens nothing. With their host's
 * account the replays go.
 */
export function broadcastFacts(kit: Pick<BroadcastDeps, 'db' | 'events' | 'storage' | 'log'>): FactHandler[] {
  const { db } = kit;
  const end = async ({ payload }: { payload: { eventUuid: string } }): Promise<void> => {
    await endOpenSession(db, payload.eventUuid);
  };
  return [
    onFact('EventFinished', 'end-ingest', end),
    onFact('EventCancelled', 'end-ingest', end),
    onFact('AccountErased', 'drop-replays', ({ payload }) => dropReplaysOf(kit, payload.accountId)),
  ];
}
