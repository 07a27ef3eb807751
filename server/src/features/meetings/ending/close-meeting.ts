import { goesBackAfter, meetingOutcome } from '@frontrow/core/meetings/meeting-end.ts';
import type { MissedBy } from '@frontrow/core/meetings/meeting-machine.ts';
import type { Tx } from '../../../db/db.ts';
import type { EventRecord } from '../../events/index.ts';
import type { MeetingsKit } from '../meetings-kit.ts';
import { lockToDecide } from '../requests/lock-request.ts';
import { type RequestRecord, takeStep } from '../requests/store.ts';

export type CloseKit = Pick<MeetingsKit, 'db' | 'events' | 'rooms' | 'ticketing'>;

/**
 * Says of a confirmed meeting whether both met or who missed it, once its room is closed or its host is missing for too
 * long; see core's `meetingOutcome`. Safe to run again.
 */
export async function closeMeeting(kit: CloseKit, id: string): Promise<void> {
  await kit.db.tx(async (tx) => {
    const request = await lockToDecide(kit, tx, id);
    if (request?.state !== 'confirmed') return;
    const event = await kit.events.find(tx, id);
    if (!event) return;
    const { host: hostMet, viewer: viewerMet } = await kit.rooms.whoMet(tx, id);
    const { startsAt, now } = request;
    const outcome = meetingOutcome({ startsAt, hostMet, viewerMet, over: event.state === 2 }, now);
    if (outcome === 'met') await takeStep(tx, request, { to: 'finished', by: undefined });
    else if (outcome) await miss(kit, tx, { request, event, missedBy: outcome });
  });
}

interface Missed {
  readonly request: RequestRecord;
  readonly event: EventRecord;
  readonly missedBy: MissedBy;
}

/** An event that still runs is cancelled, and its fact refunds; of one that is over the ticket is taken back. */
async function miss({ events, ticketing }: CloseKit, tx: Tx, { request, event, missedBy }: Missed): Promise<void> {
  await takeStep(tx, request, { to: 'missed', by: undefined, missedBy });
  if (event.state < 2) {
    await events.move(tx, event.id, event.state === 1 ? 'takeDown' : 'cancel', 'no_show');
    return;
  }
  if (event.cancelledAt !== undefined || !goesBackAfter(missedBy) || request.priceMinor === 0) return;
  const ticket = await ticketing.liveTicket(tx, event.id, request.viewerId);
  if (ticket) await ticketing.takeBack(tx, event.id, ticket.orderId, 'host_missed');
}
