import { termsOf } from '@frontrow/core/catalog/selling-terms.ts';
import type { MeetingMinutes } from '@frontrow/core/meetings/limits.ts';
import type {
  MeetingPaymentState,
  MeetingSide,
  MeetingState,
  MissedBy,
} from '@frontrow/core/meetings/meeting-machine.ts';
import type { MeetingFacts } from '@frontrow/core/meetings/request-rules.ts';
import { refuse } from '@frontrow/core/refuse.ts';
import type { FeeTerms } from '@frontrow/core/ticketing/ticket-price.ts';
import type { Sql, Tx } from '../../db/db.ts';
import { type Fact, recordFact } from '../../facts/fact-handler.ts';
import type { MeetingsDeps } from './meetings-deps.ts';

/** The fee of a request: that of its event once the host accepted, and before that today's in its currency. */
export function feeTermsOf(row: { currency: string; min_fee_minor: number | null; fee_bp: number | null }): FeeTerms {
  const today = termsOf(row.currency);
  return { minFeeMinor: row.min_fee_minor ?? today.minFeeMinor, feeBp: row.fee_bp ?? today.feeBp };
}

/** A private request as its row says; times are epoch milliseconds by the database's clock. */
export interface RequestRecord extends MeetingFacts {
  readonly id: string;
  readonly hostId: number;
  readonly viewerId: number;
  readonly minutes: MeetingMinutes;
  readonly priceMinor: number;
  readonly currency: string;
  readonly changedAt: number;
  /** The database's clock when the row was read. */
  readonly now: number;
}

interface Row {
  id: string;
  host_id: number;
  viewer_id: number;
  status: MeetingState;
  payment_state: MeetingPaymentState;
  starts_at: Date;
  ends_at: Date;
  minutes: MeetingMinutes;
  price_minor: number;
  currency: string;
  accepted_at: Date | null;
  changed_at: Date;
  host_came: boolean;
  host_suspended: boolean;
  now: Date;
}

/** Reads a request and locks its row: before its event, in the order of docs/locking.md. */
async function lockRequestRow(tx: Sql, id: string): Promise<RequestRecord | undefined> {
  // The lock comes first: what stands in other tables is read once no one moves the request any more.
  await tx.query('SELECT 1 FROM private_request WHERE id = $1 FOR NO KEY UPDATE', [id]);
  return findRequest(tx, id);
}

export async function findRequest(sql: Sql, id: string): Promise<RequestRecord | undefined> {
  const row = await sql.one<Row>(
    `SELECT r.id, r.host_id, r.viewer_id, r.status, r.payment_state, r.starts_at,
       coalesce(e.ends_at, r.starts_at + r.minutes * interval '1 minute') AS ends_at,
       r.minutes, r.price_minor, r.currency, r.accepted_at, r.changed_at,
       EXISTS (SELECT 1 FROM room_member m
         WHERE m.event_id = r.id AND m.user_id = r.host_id AND m.met_at IS NOT NULL) AS host_came,
       h.suspended_at IS NOT NULL AS host_suspended, app_now() AS now
     FROM private_request r JOIN app_user h ON h.id = r.host_id LEFT JOIN event e ON e.id = r.id WHERE r.id = $1`,
    [id],
  );
  return (
    row && {
      id: row.id,
      hostId: row.host_id,
      viewerId: row.viewer_id,
      state: row.status,
      paymentState: row.payment_state,
      startsAt: row.starts_at.getTime(),
      endsAt: row.ends_at.getTime(),
      minutes: row.minutes,
      priceMinor: row.price_minor,
      currency: row.currency,
      acceptedAt: row.accepted_at?.getTime(),
      changedAt: row.changed_at.getTime(),
      hostCame: row.host_came,
      hostSuspended: row.host_suspended,
      now: row.now.getTime(),
    }
  );
}

/** What a step changes; everything else stays as it was. */
interface Step {
  readonly to: MeetingState;
  /** Undefined if time brought it. */
  readonly by: MeetingSide | undefined;
  readonly paymentState?: MeetingPaymentState;
  readonly startsAt?: number;
  readonly minutes?: number;
  readonly priceMinor?: number;
  readonly message?: string;
  readonly missedBy?: MissedBy;
}

const meetingChanged = (requestId: string, n: number): Fact => ({
  topic: 'MeetingChanged',
  dedupeKey: `meeting:${requestId}:${n}`,
  payload: { requestId, n },
});

/**
 * Writes a step of a request by compare-and-set, and its line of the history. `silent`: another step follows in the
 * same transaction, and both are told as one. Throws `request_moved`.
 */
export async function takeStep(
  tx: Sql,
  request: Pick<RequestRecord, 'id' | 'state'>,
  step: Step,
  { silent = false }: { readonly silent?: boolean } = {},
): Promise<void> {
  const row = await tx.one<{ n: number }>(
    `WITH moved AS (
       UPDATE private_request SET status = $3::meeting_state, payment_state = coalesce($5, payment_state),
         starts_at = coalesce($6, starts_at), minutes = coalesce($7, minutes), price_minor = coalesce($8, price_minor),
         missed_by = coalesce($10, missed_by), changed_at = app_now(), changed_by = $4::meeting_side,
         accepted_at = CASE WHEN $3::meeting_state = 'accepted' THEN app_now() ELSE accepted_at END
       WHERE id = $1 AND status = $2 RETURNING *)
     INSERT INTO private_request_step (request_id, n, by_side, status, payment_state, starts_at, minutes, price_minor,
       message, at)
     SELECT id, (SELECT coalesce(max(s.n), 0) + 1 FROM private_request_step s WHERE s.request_id = $1), changed_by,
       status, payment_state, starts_at, minutes, price_minor, $9, changed_at
     FROM moved RETURNING n`,
    [
      request.id,
      request.state,
      step.to,
      step.by ?? null,
      step.paymentState ?? null,
      step.startsAt === undefined ? null : new Date(step.startsAt),
      step.minutes ?? null,
      step.priceMinor ?? null,
      step.message ?? '',
      step.missedBy ?? null,
    ],
  );
  if (!row) throw refuse('request_moved');
  if (!silent) await recordFact(tx, meetingChanged(request.id, row.n));
}

interface NewRequest {
  readonly id: string;
  readonly hostId: number;
  readonly viewerId: number;
  readonly startsAt: number;
  readonly minutes: number;
  readonly priceMinor: number;
  readonly currency: string;
  readonly message: string;
}

/** Writes a new request with the first line of its history. */
export async function insertRequest(tx: Sql, request: NewRequest): Promise<void> {
  await tx.query(
    `WITH made AS (
       INSERT INTO private_request (id, host_id, viewer_id, starts_at, minutes, price_minor, currency, message,
         changed_by, viewer_seen_at)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, 'viewer', app_now()) RETURNING *)
     INSERT INTO private_request_step (request_id, n, by_side, status, payment_state, starts_at, minutes, price_minor,
       message, at)
     SELECT id, 1, changed_by, status, payment_state, starts_at, minutes, price_minor, message, changed_at FROM made`,
    [
      request.id,
      request.hostId,
      request.viewerId,
      new Date(request.startsAt),
      request.minutes,
      request.priceMinor,
      request.currency,
      request.message,
    ],
  );
  await recordFact(tx, meetingChanged(request.id, 1));
}

/** Whether the host's time is taken anywhere between. */
export async function timeIsTaken(sql: Sql, hostId: number, startsAt: number, minutes: number): Promise<boolean> {
  const taken = await sql.one(
    `SELECT 1 FROM host_time WHERE host_id = $1
       AND during && tstzrange($2, $2::timestamptz + $3 * interval '1 minute') LIMIT 1`,
    [hostId, new Date(startsAt), minutes],
  );
  return taken !== undefined;
}

/**
 * Confirms an accepted meeting whose viewer has a ticket: it was paid, or it costs nothing. Safe to run again. Call it
 * with request and event locked. `by`: who made it so.
 */
async function confirmPaid(
  { ticketing }: Pick<MeetingsDeps, 'ticketing'>,
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

/** A request under its lock, and that of its event where there is one. */
export async function lockRequest(
  { events }: Pick<MeetingsDeps, 'events'>,
  tx: Tx,
  id: string,
): Promise<RequestRecord | undefined> {
  const request = await lockRequestRow(tx, id);
  if (request?.acceptedAt !== undefined) await events.lock(tx, id);
  return request;
}

/**
 * The same, for a step that is decided by it: a meeting that was paid counts as confirmed, also where no one has said
 * so yet. `by`: who made it so.
 */
export async function lockToDecide(
  kit: Pick<MeetingsDeps, 'events' | 'ticketing'>,
  tx: Tx,
  id: string,
  by: MeetingSide = 'viewer',
): Promise<RequestRecord | undefined> {
  const request = await lockRequest(kit, tx, id);
  return request && confirmPaid(kit, tx, request, by);
}

interface Unread {
  readonly viewer: number;
  readonly host: number;
}

/** How many requests someone else, or time, changed since this account has looked at them, by side. */
export async function unreadRequests(sql: Sql, accountId: number): Promise<Unread> {
  const row = await sql.one<Unread>(
    `SELECT
       (SELECT count(*)::int FROM private_request WHERE viewer_id = $1 AND changed_by IS DISTINCT FROM 'viewer'
          AND changed_at > coalesce(viewer_seen_at, '-infinity')) AS viewer,
       (SELECT count(*)::int FROM private_request WHERE host_id = $1 AND changed_by IS DISTINCT FROM 'host'
          AND changed_at > coalesce(host_seen_at, '-infinity')) AS host`,
    [accountId],
  );
  return row ?? { viewer: 0, host: 0 };
}

interface Seen {
  readonly side: MeetingSide;
  /** Only this one. */
  readonly id?: string | undefined;
  /** The newest change that was read; what changed later stays unread. */
  readonly changedAt?: number | undefined;
}

/** The account has seen the requests of this side. */
export async function seeRequests(sql: Sql, accountId: number, { side, id, changedAt }: Seen): Promise<Unread> {
  // An instant has milliseconds, a change microseconds.
  const before = changedAt === undefined ? null : new Date(changedAt + 1);
  const which = [accountId, id ?? null, before];
  await sql.query(
    side === 'viewer'
      ? `UPDATE private_request SET viewer_seen_at = app_now()
         WHERE viewer_id = $1 AND changed_at > coalesce(viewer_seen_at, '-infinity')
           AND ($2::uuid IS NULL OR id = $2) AND ($3::timestamptz IS NULL OR changed_at < $3)`
      : `UPDATE private_request SET host_seen_at = app_now()
         WHERE host_id = $1 AND changed_at > coalesce(host_seen_at, '-infinity')
           AND ($2::uuid IS NULL OR id = $2) AND ($3::timestamptz IS NULL OR changed_at < $3)`,
    which,
  );
  return unreadRequests(sql, accountId);
}
