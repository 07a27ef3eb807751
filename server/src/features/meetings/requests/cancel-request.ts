import type { WireRequest } from '@frontrow/contract/meetings/requests-api.ts';
import type { Account } from '@frontrow/core/kernel/actor.ts';
import { refundIsDue } from '@frontrow/core/meetings/request-rules.ts';
import { requestText } from '@frontrow/core/meetings/request-terms.ts';
import type { Tx } from '../../../db/db.ts';
import type { MeetingsKit } from '../meetings-kit.ts';
import { moveRequest } from './move-request.ts';
import { type RequestRecord, takeStep } from './store.ts';

/**
 * The caller cancels. By the host everything that was paid goes back; by the viewer by core's `refundIsDue`. Throws
 * what `moveRequest` throws.
 */
export async function cancelRequest(
  kit: MeetingsKit,
  actor: Account,
  id: string,
  typed: string | undefined,
): Promise<WireRequest> {
  const message = requestText(typed ?? '', { required: false, field: 'message' });
  return moveRequest(kit, actor.id, id, 'cancel', async ({ tx, request, side, next }) => {
    await takeStep(tx, request, { to: next, by: side, message, paymentState: paymentStateAfter(request) });
    if (request.acceptedAt !== undefined) await endMeeting(kit, tx, request, refundIsDue(request, side, request.now));
  });
}

/** Nobody pays any more. What was paid stays so until it has gone back, or for good. */
export const paymentStateAfter = ({ paymentState }: RequestRecord): RequestRecord['paymentState'] =>
  paymentState === 'pending_ticket_purchase' ? 'none' : paymentState;

/**
 * Ends the event of a meeting that does not take place. Where money goes back, or none was paid, the event is
 * cancelled, and its fact refunds; where the host keeps it, the event is over, so that the money is released in time.
 */
export async function endMeeting(
  { events }: Pick<MeetingsKit, 'events'>,
  tx: Tx,
  { id, paymentState }: RequestRecord,
  refund: boolean,
): Promise<void> {
  const event = await events.find(tx, id);
  if (!event || event.state === 2) return;
  if (refund || paymentState !== 'paid') {
    await events.move(tx, id, event.state === 1 ? 'takeDown' : 'cancel', 'host');
    return;
  }
  if (event.state === 0) await events.move(tx, id, 'start');
  await events.move(tx, id, 'finish');
}
