import { requireReplayWatcher } from '@frontrow/core/broadcast/recording-rules.ts';
import { refuse } from '@frontrow/core/refuse.ts';
import { isTakenDown } from '@frontrow/core/rooms/room-rules.ts';
import type { EventRecord } from '../../events/index.ts';
import type { BroadcastKit } from '../broadcast-kit.ts';

/**
 * The event whose replay this person may watch now: asked anew each time, as a ticket may be given back or passed on.
 * Throws `event_not_found`, `broadcast_only` and what core's rule throws.
 */
export async function requireWatcher(
  { db, events }: Pick<BroadcastKit, 'db' | 'events'>,
  eventUuid: string,
  userId: number,
): Promise<EventRecord> {
  const event = await events.findPublished(db, eventUuid);
  if (!event) throw refuse('event_not_found');
  if (event.kind !== 1) throw refuse('broadcast_only');
  const person = await db.one<{ is_admin: boolean; has_ticket: boolean }>(
    `SELECT u.app_admin AS is_admin, EXISTS (SELECT 1 FROM ticket t WHERE t.event_id = $1
       AND t.holder_key = person_holder(u.id) AND t.voided_at IS NULL) AS has_ticket
     FROM app_user u WHERE u.id = $2`,
    [eventUuid, userId],
  );
  requireReplayWatcher(
    { state: event.state, takenDown: isTakenDown(event) },
    {
      isHost: event.hostId === userId,
      isAppAdmin: person?.is_admin ?? false,
      hasTicket: person?.has_ticket ?? false,
    },
  );
  return event;
}
