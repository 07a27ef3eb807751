import { seconds } from '@frontrow/core/kernel/instant.ts';
import { hostMissingMs, shortNoticeMs, shortNoticePayMs } from '@frontrow/core/meetings/limits.ts';
import { goesBackAfter, meetingOutcome } from '@frontrow/core/meetings/meeting-times.ts';
import {
  meetingMachine,
  type MeetingSide,
  type MeetingState,
  type MissedBy,
} from '@frontrow/core/meetings/meeting-machine.ts';
import { expiresAt, refundIsDue } from '@frontrow/core/meetings/request-rules.ts';
import type { Tx } from '../../db/db.ts';
import { isolateErrors, type Job } from '../../jobs/runner.ts';
import type { EventRecord } from '../events/index.ts';
import type { MeetingsDeps } from './meetings-deps.ts';
import { lockToDecide, type RequestRecord, takeStep } from './records.ts';

interface End {
  readonly to: MeetingState;
  /** Undefined if time brought it. */
  readonly by: MeetingSide | undefined;
  readonly message?: string;
  /** Whether the payment is refunded. */
  readonly refund: boolean;
}

/**
 * A request is over without a meeting, and its event with it, where it was accepted. No one pays any more; what was
 * paid stays so until it has gone back, or for good. Call it with request and event locked.
 */
export async function endRequest(
  kit: Pick<MeetingsDeps, 'events'>,
  tx: Tx,
  request: RequestRecord,
  { refund, ...step }: End,
): Promise<void> {
  const paymentState = request.paymentState === 'pending_ticket_purchase' ? 'none' : request.paymentState;
  await takeStep(tx, request, { ...step, paymentState });
  if (request.acceptedAt !== undefined) await endMeeting(kit, tx, request, refund);
}

/**
 * If the payment is refunded, or nothing was paid, the event is cancelled, and its fact refunds; if the host keeps it,
 * the event finishes, so that the money is released in time.
 */
async function endMeeting(
  { events }: Pick<MeetingsDeps, 'events'>,
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

/**
 * Cancels what waits for someone who is gone, as if they had cancelled it, and forgets what they wrote. What was agreed
 * on and paid stays, as the books do. Safe to run again.
 */
export async function endRequestsOf(deps: MeetingsDeps, accountId: number): Promise<void> {
  const open = await deps.db.query<{ id: string }>(
    `SELECT id FROM private_request
     WHERE $1 IN (viewer_id, host_id) AND status IN ('pending_confirmation', 'modified', 'accepted', 'confirmed')`,
    [accountId],
  );
  for (const { id } of open)
    await deps.db.tx(async (tx) => {
      const request = await lockToDecide(deps, tx, id);
      if (!request) return;
      const side = request.hostId === accountId ? 'host' : 'viewer';
      const to = meetingMachine.next(request.state, `cancel_by_${side}`);
      if (to === undefined) return;
      await endRequest(deps, tx, request, { to, by: side, refund: refundIsDue(request, side, request.now) });
    });
  // Not in the transaction that erases: a request is locked before a person.
  await deps.db.query("UPDATE private_request SET message = '' WHERE viewer_id = $1 AND message <> ''", [accountId]);
  await deps.db.query(
    `UPDATE private_request_step s SET message = '' FROM private_request r
     WHERE r.id = s.request_id AND s.message <> ''
       AND ((s.by_side = 'viewer' AND r.viewer_id = $1) OR (s.by_side = 'host' AND r.host_id = $1))`,
    [accountId],
  );
}

const expiredPerRunMax = 100;

/** Ends requests that no one answered before their time, and meetings that no one paid in time. */
export function expireRequests(deps: MeetingsDeps): Job {
  return {
    name: 'expire_requests',
    everyMs: seconds(15),
    async run() {
      const due = await deps.db.query<{ id: string }>(
        `SELECT id FROM private_request
         WHERE status IN ('pending_confirmation', 'modified', 'accepted') AND (starts_at <= app_now()
           OR (status = 'accepted' AND starts_at - accepted_at < $1 * interval '1 ms'
             AND accepted_at <= app_now() - $2 * interval '1 ms'))
         ORDER BY starts_at LIMIT $3`,
        [shortNoticeMs, shortNoticePayMs, expiredPerRunMax],
      );
      for (const { id } of due) await isolateErrors(deps.log, { request: id }, () => expireRequest(deps, id));
    },
  };
}

/** Core says whether its time is over; one that was paid in the last moment is confirmed instead. */
async function expireRequest(deps: MeetingsDeps, id: string): Promise<void> {
  await deps.db.tx(async (tx) => {
    const request = await lockToDecide(deps, tx, id);
    if (!request || request.now < (expiresAt(request) ?? Infinity)) return;
    await endRequest(deps, tx, request, { to: 'expired', by: undefined, refund: true });
  });
}

type CloseDeps = Pick<MeetingsDeps, 'db' | 'events' | 'rooms' | 'ticketing'>;

/**
 * Says of a confirmed meeting whether both met or who missed it, once its room is closed or its host is missing for too
 * long; see core's `meetingOutcome`. Safe to run again.
 */
export async function closeMeeting(deps: CloseDeps, id: string): Promise<void> {
  await deps.db.tx(async (tx) => {
    const request = await lockToDecide(deps, tx, id);
    if (request?.state !== 'confirmed') return;
    const event = await deps.events.find(tx, id);
    if (!event) return;
    const { host: hostMet, viewer: viewerMet } = await deps.rooms.whoMet(tx, id);
    const { startsAt, now } = request;
    const outcome = meetingOutcome({ startsAt, hostMet, viewerMet, over: event.state === 2 }, now);
    if (outcome === 'met') await takeStep(tx, request, { to: 'finished', by: undefined });
    else if (outcome) await miss(deps, tx, { request, event, missedBy: outcome });
  });
}

interface Missed {
  readonly request: RequestRecord;
  readonly event: EventRecord;
  readonly missedBy: MissedBy;
}

/** An event that still runs is cancelled, and its fact refunds; of one that is over the ticket is taken back. */
async function miss({ events, ticketing }: CloseDeps, tx: Tx, { request, event, missedBy }: Missed): Promise<void> {
  await takeStep(tx, request, { to: 'missed', by: undefined, missedBy });
  if (event.state < 2) {
    await events.move(tx, event.id, event.state === 1 ? 'takeDown' : 'cancel', 'no_show');
    return;
  }
  if (event.cancelledAt !== undefined || !goesBackAfter(missedBy) || request.priceMinor === 0) return;
  const ticket = await ticketing.liveTicket(tx, event.id, request.viewerId);
  if (ticket) await ticketing.refundOrder(tx, event.id, ticket.orderId, 'host_missed');
}

const closedPerRunMax = 100;

/** Ends confirmed meetings whose host has not come half an hour after the start, and what a lost fact left open. */
export const closeMissed = (kit: CloseDeps & Pick<MeetingsDeps, 'log'>): Job => ({
  name: 'close_missed_meetings',
  everyMs: seconds(15),
  async run(stopping) {
    const due = await kit.db.query<{ id: string }>(
      `SELECT r.id FROM private_request r JOIN event e ON e.id = r.id
       WHERE r.status = 'confirmed' AND r.starts_at <= app_now() AND (e.state = 2
         OR (r.starts_at <= app_now() - $1 * interval '1 ms' AND NOT EXISTS (
           SELECT 1 FROM room_member m WHERE m.event_id = r.id AND m.user_id = r.host_id AND m.met_at IS NOT NULL)))
       ORDER BY r.starts_at LIMIT $2`,
      [hostMissingMs, closedPerRunMax],
    );
    for (const { id } of due) {
      if (stopping()) return;
      await isolateErrors(kit.log, { request: id }, () => closeMeeting(kit, id));
    }
  },
});
