import { readRefusalReason } from '@frontrow/core/accounts/influencer-request.ts';
import { refuse } from '@frontrow/core/refuse.ts';
import type { BackofficeDeps } from './routes.ts';

/**
 * Cancels an event, anyone who hosts it; one that is live ends at once for everyone. The fact sends every buyer the
 * money back and closes the room. A second time says so.
 */
export async function cancelForHost(
  { accounts, db, events }: BackofficeDeps,
  { adminId, eventUuid, reason: typed }: { adminId: number; eventUuid: string; reason: string },
): Promise<void> {
  const reason = readRefusalReason(typed);
  await db.tx(async (tx) => {
    const event = await events.lockPublished(tx, eventUuid);
    if (!event) throw refuse('event_not_found');
    if (!(await events.move(tx, eventUuid, event.state === 1 ? 'takeDown' : 'cancel', 'admin')))
      throw refuse(event.cancelledAt === undefined ? 'event_over' : 'event_cancelled');
    await accounts.recordAudit(tx, {
      actorId: adminId,
      action: 'event_cancelled',
      subjectId: event.hostId,
      details: { event: event.title, event_uuid: eventUuid, reason },
    });
  });
}
