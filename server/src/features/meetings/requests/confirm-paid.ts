import type { MeetingSide } from '@frontrow/core/meetings/meeting-machine.ts';
import type { Tx } from '../../../db/db.ts';
import type { MeetingsKit } from '../meetings-kit.ts';
import { type RequestRecord, takeStep } from './store.ts';

/**
 * Confirms an accepted meeting whose viewer has a ticket: it was paid, or it costs nothing. Safe to run again. Call it
 * with request and event locked. `by`: who made it so.
 */
export async function confirmPaid(
  { ticketing }: Pick<MeetingsKit, 'ticketing'>,
  tx: Tx,
  request: RequestRecord,
  by: MeetingSide = 'viewer',
): Promise<RequestRecord> {
  if (request.state !== 'accepted') return request;
  if (!(await ticketing.liveTicket(tx, request.id, request.viewerId))) return request;
  const paymentState = request.priceMinor > 0 ? 'paid' : 'none';
  await takeStep(tx, request, { to: 'confirmed', by, paymentState });
  return { ...request, state: 'confirmed', paymentState };
}
