import type { WireRequest } from '@frontrow/contract/meetings/requests-api.ts';
import type { Account } from '@frontrow/core/kernel/actor.ts';
import { refuse } from '@frontrow/core/refuse.ts';
import type { Tx } from '../../../db/db.ts';
import type { MeetingsKit } from '../meetings-kit.ts';
import { lockToDecide } from './lock-request.ts';
import { type Move, moveRequest } from './move-request.ts';
import { takeStep } from './store.ts';

/**
 * The host accepts: the price is frozen, the time is taken, and the viewer may pay. A meeting that costs nothing is
 * confirmed at once. Throws what `moveRequest` throws, `time_taken` among it.
 */
export const acceptRequest = (kit: MeetingsKit, host: Account, id: string): Promise<WireRequest> =>
  moveRequest(kit, host.id, id, 'accept', (move) => openAndTell(kit, move));

/**
 * The viewer agrees to what the host proposed; `changedAt` is what the viewer saw of it. Throws what `moveRequest`
 * throws, and `request_moved` where the host has changed it since.
 */
export const agreeToRequest = (
  kit: MeetingsKit,
  viewer: Account,
  id: string,
  changedAt: number | undefined,
): Promise<WireRequest> =>
  moveRequest(kit, viewer.id, id, 'agree', async (move) => {
    if (changedAt !== undefined && changedAt !== move.request.changedAt) throw refuse('request_moved');
    await openAndTell(kit, move);
  });

/** Writes the event of the meeting and the step that agreed on it. */
async function openAndTell(kit: MeetingsKit, { tx, request, side, next }: Move): Promise<void> {
  const costless = request.priceMinor === 0;
  await kit.events.openMeeting(tx, { ...request, startsAt: new Date(request.startsAt), tz: await zoneOf(tx, request) });
  const paymentState = costless ? 'none' : 'pending_ticket_purchase';
  await takeStep(tx, request, { to: next, by: side, paymentState }, { silent: costless });
  if (!costless) return;
  await kit.ticketing.sellCostlessMeeting(tx, request.id);
  await lockToDecide(kit, tx, request.id, side);
}

/** The zone of the host's hours; of a host who offers none any more, the host's own. */
async function zoneOf(tx: Tx, { hostId }: { readonly hostId: number }): Promise<string> {
  const row = await tx.one<{ tz: string }>(
    `SELECT coalesce(o.tz, u.zone_name) AS tz FROM app_user u LEFT JOIN meeting_offer o ON o.host_id = u.id
     WHERE u.id = $1`,
    [hostId],
  );
  return row?.tz ?? 'UTC';
}
