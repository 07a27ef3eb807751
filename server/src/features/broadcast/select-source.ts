import type { FeedSource } from '@frontrow/core/broadcast/ingest-rules.ts';
import type { Account } from '@frontrow/core/kernel/actor.ts';
import { refuse } from '@frontrow/core/refuse.ts';
import { requireOwner } from '@frontrow/core/rooms/room-rules.ts';
import type { BroadcastKit } from './broadcast-kit.ts';

/**
 * The host chooses whether the audience sees the encoder or the host's browser; the event goes on meanwhile. An
 * encoder that is not shown stays connected. Choosing the same again changes nothing.
 */
export async function selectSource(
  { rooms }: Pick<BroadcastKit, 'rooms'>,
  actor: Account,
  eventUuid: string,
  source: FeedSource,
): Promise<void> {
  await rooms.change(eventUuid, async ({ tx, room, log }) => {
    requireOwner(room, { isHost: room.hostId === actor.id });
    if (room.isInteractive) throw refuse('broadcast_only');
    const changed = await tx.one(
      'UPDATE room SET source = $2 WHERE event_id = $1 AND source <> $2 RETURNING event_id',
      [eventUuid, source],
    );
    if (changed) await log('updateEvent', { change: 'source', source }, actor.id);
  });
}
