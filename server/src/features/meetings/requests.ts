import type { WireRequest } from '@frontrow/contract/meetings/api.ts';
import type { Account } from '@frontrow/core/kernel/actor.ts';
import { type MeetingMinutes, openRequestsMax } from '@frontrow/core/meetings/limits.ts';
import {
  meetingMachine,
  type MeetingSide,
  type MeetingState,
  openMeetingStates,
} from '@frontrow/core/meetings/meeting-machine.ts';
import {
  meetingPrice,
  requestText,
  requireMeetingTime,
  requireModified,
} from '@frontrow/core/meetings/request-terms.ts';
import { decideCall, type MeetingCall, refundIsDue } from '@frontrow/core/meetings/request-rules.ts';
import { refuse } from '@frontrow/core/refuse.ts';
import type { Sql, Tx } from '../../db/db.ts';
import { isTimeTaken } from '../../db/database-errors.ts';
import { endRequest } from './ending.ts';
import type { MeetingsDeps } from './meetings-deps.ts';
import { findMeetingHost } from './offering.ts';
import { insertRequest, lockRequest, lockToDecide, type RequestRecord, takeStep, timeIsTaken } from './records.ts';
import { judgeRequestedTime } from './slots.ts';
import { readRequest } from './views.ts';

interface Question {
  readonly username: string;
  readonly startsAt: number;
  readonly minutes: MeetingMinutes;
  readonly message: string | undefined;
}

/**
 * Asks a host for a meeting, at a free slot or at any other time. Throws `user_not_found`, `own_meeting`,
 * `request_open`, `requests_full`, and what `judgeRequestedTime` throws.
 */
export async function createRequest(deps: MeetingsDeps, viewer: Account, question: Question): Promise<WireRequest> {
  const message = requestText(question.message ?? '', { required: false, field: 'message' });
  const id = deps.ids.uuid();
  return deps.db.tx(async (tx) => {
    const { startsAt, minutes } = question;
    const host = await findMeetingHost(tx, question.username);
    if (!host) throw refuse('user_not_found');
    if (host.id === viewer.id) throw refuse('own_meeting');
    await requireRoomForMore(tx, viewer.id, host.id);
    const asked = { hostId: host.id, viewerId: viewer.id, startsAt, minutes };
    const { priceMinor, currency } = await judgeRequestedTime(tx, asked);
    await insertRequest(tx, { id, ...asked, priceMinor, currency, message });
    const wire = await readRequest(tx, 'viewer', viewer.id, id);
    if (!wire) throw new Error('a new request cannot be read');
    return wire;
  });
}

/** One open request to a host, five in all. The viewer's row is locked, so that two at once are counted both. */
async function requireRoomForMore(tx: Tx, viewerId: number, hostId: number): Promise<void> {
  await tx.query('SELECT 1 FROM app_user WHERE id = $1 FOR NO KEY UPDATE', [viewerId]);
  const row = await tx.one<{ open: number; here: number }>(
    `SELECT count(*)::int AS open, (count(*) FILTER (WHERE host_id = $2))::int AS here FROM private_request
     WHERE viewer_id = $1 AND status = ANY ($3::meeting_state[])`,
    [viewerId, hostId, openMeetingStates],
  );
  if ((row?.here ?? 0) > 0) throw refuse('request_open');
  if ((row?.open ?? 0) >= openRequestsMax) throw refuse('requests_full', { maximum: openRequestsMax });
}

/**
 * The host accepts: the price is frozen, the time is taken, and the viewer may pay. A meeting that costs nothing is
 * confirmed at once. Throws what `moveRequest` throws, `time_taken` among it.
 */
export const acceptRequest = (deps: MeetingsDeps, host: Account, id: string): Promise<WireRequest> =>
  moveRequest(deps, host.id, id, 'accept', (move) => openRequest(deps, move));

/**
 * The viewer agrees to what the host proposed; `changedAt` is what the viewer saw of it. Throws what `moveRequest`
 * throws, and `request_moved` where the host has changed it since.
 */
export const agreeToRequest = (
  deps: MeetingsDeps,
  viewer: Account,
  id: string,
  changedAt: number | undefined,
): Promise<WireRequest> =>
  moveRequest(deps, viewer.id, id, 'agree', async (move) => {
    if (changedAt !== undefined && changedAt !== move.request.changedAt) throw refuse('request_moved');
    await openRequest(deps, move);
  });

/** Writes the event of the meeting and the step that agreed on it. Throws `meetings_not_offered`, `time_taken`. */
async function openRequest(deps: MeetingsDeps, { tx, request, side, next }: Move): Promise<void> {
  // A suspension that comes at the same moment either finds the event, to unpublish it, or is seen here.
  const host = await tx.one(
    'SELECT 1 FROM app_user WHERE id = $1 AND suspended_at IS NULL AND erased_at IS NULL FOR SHARE',
    [request.hostId],
  );
  if (!host) throw refuse('meetings_not_offered');
  const costless = request.priceMinor === 0;
  await deps.events.openMeeting(tx, {
    ...request,
    startsAt: new Date(request.startsAt),
    tz: await zoneOf(tx, request),
  });
  const paymentState = costless ? 'none' : 'pending_ticket_purchase';
  await takeStep(tx, request, { to: next, by: side, paymentState }, { silent: costless });
  if (!costless) return;
  await deps.ticketing.sellCostlessMeeting(tx, request.id);
  await lockToDecide(deps, tx, request.id, side);
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

interface Modification {
  readonly startsAt: number | undefined;
  readonly minutes: MeetingMinutes | undefined;
  /** In whole units of the currency, with its digits. */
  readonly price: number | undefined;
  readonly message: string;
}

/**
 * The host proposes another time, length or price, also one that the offer does not name; the viewer agrees or
 * cancels. Throws what `moveRequest` throws, `nothing_modified`, `request_message_required`, `time_past`,
 * `time_too_far` and `time_taken`.
 */
export async function modifyRequest(
  deps: MeetingsDeps,
  host: Account,
  id: string,
  input: Modification,
): Promise<WireRequest> {
  const message = requestText(input.message, { required: true, field: 'message' });
  return moveRequest(deps, host.id, id, 'modify', async ({ tx, request, side, next }) => {
    const terms = {
      startsAt: input.startsAt ?? request.startsAt,
      minutes: input.minutes ?? request.minutes,
      priceMinor: input.price === undefined ? request.priceMinor : meetingPrice(input.price, request.currency, 'price'),
    };
    requireModified(request, terms);
    requireMeetingTime(terms.startsAt, request.now);
    if (await timeIsTaken(tx, request.hostId, terms.startsAt, terms.minutes)) throw refuse('time_taken');
    await takeStep(tx, request, { to: next, by: side, message, ...terms });
  });
}

/** The host says no, with a reason. Throws what `moveRequest` throws, and `request_message_required`. */
export async function rejectRequest(
  deps: MeetingsDeps,
  host: Account,
  id: string,
  reason: string,
): Promise<WireRequest> {
  const message = requestText(reason, { required: true, field: 'reason' });
  return moveRequest(deps, host.id, id, 'reject', ({ tx, request, side, next }) =>
    takeStep(tx, request, { to: next, by: side, message }),
  );
}

/**
 * The caller cancels. If the host does, the payment is refunded in full; if the viewer does, core's `refundIsDue`
 * decides. Throws what `moveRequest` throws, and `request_moved` if the caller was promised a refund that is no longer
 * due.
 */
export async function cancelRequest(
  deps: MeetingsDeps,
  actor: Account,
  id: string,
  typed: { readonly message: string | undefined; readonly refundPromised: boolean },
): Promise<WireRequest> {
  const message = requestText(typed.message ?? '', { required: false, field: 'message' });
  return moveRequest(deps, actor.id, id, 'cancel', async ({ tx, request, side, next }) => {
    const refund = refundIsDue(request, side, request.now);
    if (typed.refundPromised && !refund) throw refuse('request_moved');
    await endRequest(deps, tx, request, { to: next, by: side, message, refund });
  });
}

/**
 * The host wants no requests from the viewer of this one any more, or again. Open requests of that viewer end; a
 * meeting that is paid stays. Throws `request_not_found`, `forbidden` to the viewer. Safe to run twice.
 */
export async function blockViewer(deps: MeetingsDeps, host: Account, id: string, blocked: boolean): Promise<void> {
  const about = await deps.db.one<{ host_id: number; viewer_id: number }>(
    'SELECT host_id, viewer_id FROM private_request WHERE id = $1 AND $2 IN (host_id, viewer_id)',
    [id, host.id],
  );
  if (!about) throw refuse('request_not_found');
  if (about.host_id !== host.id) throw refuse('forbidden');
  const viewerId = about.viewer_id;
  if (!blocked) {
    await deps.db.query('DELETE FROM host_block WHERE host_id = $1 AND user_id = $2', [host.id, viewerId]);
    return;
  }
  await deps.db.tx((tx) => keepBlock(tx, host.id, viewerId));
  // On its own: a request is locked before a person.
  await deps.db.tx((tx) => endOpenRequest(deps, tx, host.id, viewerId));
}

/** A viewer who is asking holds this lock: the question is there when the block is, or hears of it. */
async function keepBlock(tx: Tx, hostId: number, viewerId: number): Promise<void> {
  await tx.query('SELECT 1 FROM app_user WHERE id = $1 FOR NO KEY UPDATE', [viewerId]);
  await tx.query('INSERT INTO host_block (host_id, user_id) VALUES ($1, $2) ON CONFLICT DO NOTHING', [
    hostId,
    viewerId,
  ]);
}

/** There is at most one: a request to this host that waits for someone. */
async function endOpenRequest(deps: MeetingsDeps, tx: Tx, hostId: number, viewerId: number): Promise<void> {
  const open = await tx.one<{ id: string }>(
    `SELECT id FROM private_request
     WHERE host_id = $1 AND viewer_id = $2 AND status IN ('pending_confirmation', 'modified', 'accepted')`,
    [hostId, viewerId],
  );
  const request = open && (await lockToDecide(deps, tx, open.id));
  if (!request || !openMeetingStates.includes(request.state)) return;
  const to = meetingMachine.next(request.state, 'reject') ?? meetingMachine.next(request.state, 'cancel_by_host');
  if (to) await endRequest(deps, tx, request, { to, by: 'host', refund: true });
}

/**
 * After a ticket was sold: if it is that of a private meeting, the meeting is confirmed. Of other events nothing is
 * locked. Safe to run twice.
 */
export async function confirmPaidRequest(
  kit: Pick<MeetingsDeps, 'db' | 'events' | 'ticketing'>,
  id: string,
): Promise<void> {
  if (!(await kit.db.one("SELECT 1 FROM private_request WHERE id = $1 AND status = 'accepted'", [id]))) return;
  await kit.db.tx((tx) => lockToDecide(kit, tx, id));
}

type MoneyDeps = Pick<MeetingsDeps, 'db' | 'events' | 'ticketing'>;

/**
 * After money of a meeting moved: it says so once all of it is back, and a confirmed meeting whose ticket was taken
 * back (by an app admin, by the provider, by a dispute) does not take place. Of other events nothing is locked. Safe
 * to run twice.
 */
export async function followMoney(deps: MoneyDeps, id: string): Promise<void> {
  if (!(await deps.db.one('SELECT 1 FROM private_request WHERE id = $1 AND accepted_at IS NOT NULL', [id]))) return;
  await deps.db.tx(async (tx) => {
    const request = await lockRequest(deps, tx, id);
    if (!request) return;
    const paymentState = (await isBack(tx, id)) ? 'refunded' : request.paymentState;
    if (request.state === 'confirmed' && !(await deps.ticketing.liveTicket(tx, id, request.viewerId))) {
      await takeStep(tx, request, { to: 'cancelled_by_host', by: undefined, paymentState });
      const event = await deps.events.find(tx, id);
      if (event) await deps.events.move(tx, id, event.state === 1 ? 'takeDown' : 'cancel', 'admin');
    } else if (request.paymentState === 'paid' && paymentState === 'refunded')
      await takeStep(tx, request, { to: request.state, by: undefined, paymentState });
  });
}

/** Everything that was paid for the ticket has gone back. */
const isBack = async (sql: Sql, id: string): Promise<boolean> =>
  (await sql.one("SELECT 1 FROM orders WHERE event_id = $1 AND paid_at IS NOT NULL AND status = 'refunded'", [id])) !==
  undefined;

/** The event that a dispute or a refund is about. */
export const eventOfPayment = async (
  sql: Sql,
  { refundId, disputeId }: { readonly refundId?: string; readonly disputeId?: string },
): Promise<string | undefined> =>
  (
    await sql.one<{ event_id: string }>(
      `SELECT o.event_id FROM payment p JOIN orders o ON o.id = p.order_id
       WHERE p.id = coalesce(
         (SELECT payment_id FROM refund WHERE id = $1), (SELECT payment_id FROM dispute WHERE id = $2))`,
      [refundId ?? null, disputeId ?? null],
    )
  )?.event_id;

interface Move {
  readonly tx: Tx;
  readonly request: RequestRecord;
  readonly side: MeetingSide;
  /** The state after it. */
  readonly next: MeetingState;
}

/**
 * One call of the host or the viewer: request and event locked, core decides, `work` writes. Of two that are made at
 * once the second one is decided by what the first one left. A meeting that was paid in the meantime counts as
 * confirmed, also where no one has said so yet. Throws `request_not_found`, and what core's `decideCall` throws;
 * `time_taken` where `work` opens an event over another one.
 */
async function moveRequest(
  deps: MeetingsDeps,
  accountId: number,
  id: string,
  call: MeetingCall,
  work: (move: Move) => Promise<void>,
): Promise<WireRequest> {
  try {
    return await deps.db.tx(async (tx) => {
      const request = await lockToDecide(deps, tx, id);
      const side = request && sideOf(request, accountId);
      if (!request || !side) throw refuse('request_not_found');
      await work({ tx, request, side, next: decideCall(request, side, call, request.now) });
      const wire = await readRequest(tx, side, accountId, id);
      if (!wire) throw new Error('a moved request cannot be read');
      return wire;
    });
  } catch (error) {
    throw isTimeTaken(error) ? refuse('time_taken') : error;
  }
}

const sideOf = ({ hostId, viewerId }: RequestRecord, accountId: number): MeetingSide | undefined =>
  accountId === hostId ? 'host' : accountId === viewerId ? 'viewer' : undefined;
