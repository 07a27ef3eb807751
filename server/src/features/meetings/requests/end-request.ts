import type { MeetingSide, MeetingState } from '@frontrow/core/meetings/meeting-machine.ts';
import type { Tx } from '../../../db/db.ts';
import type { MeetingsKit } from '../meetings-kit.ts';
import { type RequestRecord, takeStep } from './store.ts';

interface End {
  readonly to: MeetingState;
  /** Undefined where time brought it. */
  readonly by: MeetingSide | undefined;
  readonly message?: string;
  /** Whether what was paid goes back. */
  readonly refund: boolean;
}

/**
 * A request is over without a meeting, and its event with it, where it was accepted. Nobody pays any more; what was
 * paid stays so until it has gone back, or for good. Call it with request and event locked.
 */
export async function endRequest(
  kit: Pick<MeetingsKit, 'events'>,
  tx: Tx,
  request: RequestRecord,
  { refund, ...step }: End,
): Promise<void> {
  const paymentState = request.paymentState === 'pending_ticket_purchase' ? 'none' : request.paymentState;
  await takeStep(tx, request, { ...step, paymentState });
  if (request.acceptedAt !== undefined) await endMeeting(kit, tx, request, refund);
}

/**
 * Where money goes back, or none was paid, the event is cancelled, and its fact refunds; where the host keeps it, the
 * event is over, so that the money is released in time.
 */
async function endMeeting(
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
