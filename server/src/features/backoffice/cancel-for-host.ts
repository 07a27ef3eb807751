import { readRefusalReason } from '@frontrow/core/accounts/influencer-request.ts';
import { refuse } from '@frontrow/core/refuse.ts';
import type { BackofficeUses } from './routes.ts';

/** Cancels an event that is not live, whoever hosts it; the fact sends every buyer the money back. A second time says so. */
export async function cancelForHost(
  { accounts, db, events }: BackofficeUses,
  { adminId, eventUuid, reason: typed }: { adminId: number; eventUuid: string; reason: string },
): Promise<void> {
  const reason = readRefusalReason(typed);
  await db.tx(async (tx) => {
    const event = await events.lock(tx, eventUuid);
    if (!event) throw refuse('event_not_found');
    if (!(await events.move(tx, eventUuid, 'cancel', 'admin')))
      throw refuse(
        event.cancelledAt !== undefined ? 'event_cancelled' : event.state === 1 ? 'event_live' : 'event_over',
      );
    await accounts.recordAudit(tx, {
      actorId: adminId,
      action: 'event_cancelled',
      subjectId: event.hostId,
      details: { event: event.title, event_uuid: eventUuid, reason },
    });
  });
}
