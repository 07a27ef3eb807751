import { EUR, minorOf } from '@frontrow/core/kernel/money.ts';
import { days, hours, minutes, seconds } from '@frontrow/core/kernel/instant.ts';
import type { MeetingPaymentState, MeetingState } from '@frontrow/core/meetings/meeting-machine.ts';
import { databaseNow, type Sql } from '../db/db.ts';
import { openMeeting } from '../features/events/meeting-events.ts';
import type { Ids } from '../ids.ts';
import { type DemoOffer, demoOffers, type DemoRequest, demoRequests } from './schedule/meetings.ts';
import { sellTo } from './seed-event.ts';

/** From one step to the next. */
const stepMs = minutes(95);
/** What was paid was agreed before the earliest moment at which an invented sale is made. */
const paidAskedMs = days(11);
const openAskedMs = hours(5);
/** A meeting that no one entered is moved on this long before its time, to a day within two weeks. */
const movedBeforeMs = minutes(30);
const movedDaysMax = 14;

/**
 * What a demo shows of private meetings, in the caller's transaction: hosts who offer them, and requests in the states
 * worth looking at. Safe to run again and again: what people did with them stays, a request whose time has gone is
 * asked again, and a meeting to which no one came yet is moved on. No one is emailed.
 */
export async function putUpMeetings(tx: Sql, ids: Ids, sandboxCards: boolean): Promise<void> {
  for (const offer of demoOffers) await putUpOffer(tx, offer);
  await moveUnattended(tx);
  const now = await databaseNow(tx);
  // A real card provider knows nothing of invented sales.
  const possible = demoRequests.filter((request) => sandboxCards || !isPaid(request));
  for (const request of possible) await ask(tx, ids, request, now);
}

const isPaid = ({ history }: DemoRequest): boolean => history.some(({ to }) => to === 'confirmed');
const stateOf = ({ history }: DemoRequest): MeetingState => history.at(-1)?.to ?? 'pending_confirmation';
const paymentOf = (state: MeetingState): MeetingPaymentState =>
  state === 'accepted' ? 'pending_ticket_purchase' : state === 'confirmed' || state === 'finished' ? 'paid' : 'none';

async function putUpOffer(tx: Sql, { host, tz, lengths, from, to }: DemoOffer): Promise<void> {
  const made = await tx.one<{ host_id: number }>(
    `INSERT INTO meeting_offer (host_id, enabled, tz, buffer_minutes, notice_hours)
     SELECT id, true, $2, 15, 1 FROM app_user WHERE username = $1 AND erased_at IS NULL
     ON CONFLICT DO NOTHING RETURNING host_id`,
    [host, tz],
  );
  if (!made) return;
  for (const length of lengths)
    await tx.query("INSERT INTO meeting_length (host_id, minutes, price_minor, currency) VALUES ($1, $2, $3, 'EUR')", [
      made.host_id,
      length.minutes,
      minorOf(length.price, EUR),
    ]);
  await tx.query(
    `INSERT INTO meeting_hours (host_id, weekday, from_minute, to_minute)
     SELECT $1, weekday, $2::int * 60, $3::int * 60 FROM generate_series(1, 7) weekday`,
    [made.host_id, from, to],
  );
}

async function ask(tx: Sql, ids: Ids, request: DemoRequest, now: number): Promise<void> {
  const [hour = 0, minute = 0] = request.at.split(':').map(Number);
  const day = Math.floor(now / days(1)) * days(1) + days(request.days);
  const startsAt = new Date(day + hours(hour) + minutes(minute));
  const pair = await freePair(tx, request, startsAt);
  if (!pair) return;
  const askedAt = Math.min(now, startsAt.getTime()) - (isPaid(request) ? paidAskedMs : openAskedMs);
  const id = ids.uuid();
  await writeRequest(tx, { id, ...pair }, request, startsAt, askedAt);
  if (!request.history.some(({ to }) => to === 'accepted')) return;
  const priceMinor = minorOf(request.price, EUR);
  const meeting = {
    id,
    hostId: pair.host_id,
    viewerId: pair.viewer_id,
    startsAt,
    minutes: request.minutes,
    priceMinor,
  };
  await openMeeting(tx, { ...meeting, currency: 'EUR', tz: pair.tz });
  await tx.query('UPDATE event SET created_at = $2 WHERE id = $1', [id, new Date(askedAt + stepMs)]);
  const sale = { slug: `meeting/${request.host}/${request.viewer}/${request.days}`, price: request.price };
  if (isPaid(request)) await sellTo(tx, ids, id, sale, startsAt, [pair.viewer_id]);
  if (stateOf(request) === 'finished') await letThemMeet(tx, id);
}

interface Pair {
  host_id: number;
  viewer_id: number;
  tz: string;
}

/**
 * The two, where there is room for this request: none like it, nothing open between them, and the host's time free.
 */
const freePair = (tx: Sql, request: DemoRequest, startsAt: Date): Promise<Pair | undefined> =>
  tx.one<Pair>(
    `SELECT o.host_id, v.id AS viewer_id, o.tz
     FROM app_user h JOIN meeting_offer o ON o.host_id = h.id, app_user v
     WHERE h.username = $1 AND v.username = $2 AND h.erased_at IS NULL AND v.erased_at IS NULL
       AND NOT EXISTS (
         SELECT 1 FROM private_request r WHERE r.host_id = h.id AND r.viewer_id = v.id AND (
           r.starts_at = $4 OR r.status = $3 AND (r.starts_at > app_now() OR $4 < app_now())
           OR r.status IN ('pending_confirmation', 'modified', 'accepted')
             AND $3 NOT IN ('confirmed', 'finished', 'rejected')))
       AND NOT EXISTS (
         SELECT 1 FROM host_time t WHERE t.host_id = h.id
           AND t.during && tstzrange($4, $4::timestamptz + $5 * interval '1 minute'))`,
    [request.host, request.viewer, stateOf(request), startsAt, request.minutes],
  );

async function writeRequest(
  tx: Sql,
  { id, host_id: hostId, viewer_id: viewerId }: Pair & { readonly id: string },
  request: DemoRequest,
  startsAt: Date,
  askedAt: number,
): Promise<void> {
  const steps = [{ by: 'viewer' as const, to: 'pending_confirmation' as const }, ...request.history];
  const state = stateOf(request);
  const at = (n: number): Date => new Date(askedAt + n * stepMs);
  const asked = new Date(startsAt.getTime() - hours(request.movedByHours ?? 0));
  const accepted = steps.findIndex(({ to }) => to === 'accepted');
  const last = steps.length - 1;
  await tx.query(
    `INSERT INTO private_request (id, host_id, viewer_id, status, payment_state, starts_at, minutes, price_minor,
       currency, message, created_at, accepted_at, changed_at, changed_by)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, 'EUR', $9, $10, $11, $12, $13)`,
    [
      id,
      hostId,
      viewerId,
      state,
      paymentOf(state),
      startsAt,
      request.minutes,
      minorOf(request.price, EUR),
      request.question,
      at(0),
      accepted > 0 ? at(accepted) : null,
      at(last),
      steps[last]?.by ?? null,
    ],
  );
  const rows = steps.map((step, n) => ({
    n: n + 1,
    by_side: step.by,
    status: step.to,
    payment_state: paymentOf(step.to),
    starts_at: n === 0 ? asked : startsAt,
    message: n === 0 ? request.question : (('message' in step ? step.message : undefined) ?? ''),
    at: at(n),
  }));
  await tx.query(
    `INSERT INTO private_request_step (
       request_id, n, by_side, status, payment_state, starts_at, minutes, price_minor, message, at)
     SELECT $1, n, by_side, status, payment_state, starts_at, $3, $4, message, at
     FROM json_to_recordset($2) AS step (n int, by_side meeting_side, status meeting_state,
       payment_state meeting_payment_state, starts_at timestamptz, message text, at timestamptz)`,
    [id, JSON.stringify(rows), request.minutes, minorOf(request.price, EUR)],
  );
}

/** No one stands behind the two: their confirmed meeting is always still to come, at the same hour of a later day. */
async function moveUnattended(tx: Sql): Promise<void> {
  const confirmed = demoRequests.find((request) => stateOf(request) === 'confirmed')!;
  const late = await tx.one<{ id: string; host_id: number; starts_at: Date; now: Date }>(
    `SELECT r.id, r.host_id, r.starts_at, app_now() AS now
     FROM private_request r JOIN app_user h ON h.id = r.host_id JOIN app_user v ON v.id = r.viewer_id
     WHERE h.username = $1 AND v.username = $2 AND r.message = $3 AND r.status = 'confirmed'
       AND r.starts_at < app_now() + $4 * interval '1 s'
       AND NOT EXISTS (SELECT 1 FROM room_member m WHERE m.event_id = r.id)
     FOR NO KEY UPDATE OF r`,
    [confirmed.host, confirmed.viewer, confirmed.question, movedBeforeMs / seconds(1)],
  );
  if (!late) return;
  const behind = Math.max(0, Math.ceil((late.now.getTime() - late.starts_at.getTime()) / days(1)));
  for (let by = behind + 1; by <= behind + movedDaysMax; by += 1) {
    const startsAt = new Date(late.starts_at.getTime() + days(by));
    if (await isTaken(tx, late.host_id, startsAt, confirmed.minutes)) continue;
    return moveByDays(tx, late.id, by);
  }
}

/** With all that says when it is. */
async function moveByDays(tx: Sql, id: string, by: number): Promise<void> {
  await tx.query("UPDATE private_request SET starts_at = starts_at + $2 * interval '1 day' WHERE id = $1", [id, by]);
  await tx.query(
    "UPDATE private_request_step SET starts_at = starts_at + $2 * interval '1 day' WHERE request_id = $1",
    [id, by],
  );
  await tx.query(
    `UPDATE event SET starts_at = starts_at + $2 * interval '1 day', ends_at = ends_at + $2 * interval '1 day',
       original_starts_at = original_starts_at + $2 * interval '1 day',
       local_start = local_start + $2 * interval '1 day', version = version + 1
     WHERE id = $1`,
    [id, by],
  );
}

async function isTaken(tx: Sql, hostId: number, startsAt: Date, length: number): Promise<boolean> {
  const taken = await tx.one(
    `SELECT 1 FROM host_time WHERE host_id = $1
       AND during && tstzrange($2, $2::timestamptz + $3 * interval '1 minute') LIMIT 1`,
    [hostId, startsAt, length],
  );
  return taken !== undefined;
}

/** A meeting of the past, with both in its room. */
async function letThemMeet(tx: Sql, id: string): Promise<void> {
  await tx.query(
    'UPDATE event SET state = 1, started_at = starts_at, version = version + 1 WHERE id = $1 AND state = 0',
    [id],
  );
  await tx.query('UPDATE event SET state = 2, finished_at = ends_at, version = version + 1 WHERE id = $1', [id]);
  await tx.query(
    `INSERT INTO room (event_id, closed_at, raise_hand_enabled)
     SELECT id, finished_at, false FROM event WHERE id = $1`,
    [id],
  );
  await tx.query(
    `INSERT INTO room_member (event_id, user_id, joined_at, met_at, desired_grants)
     SELECT e.id, who.id, e.started_at, e.started_at, 'none'
     FROM event e, LATERAL (VALUES (e.host_id), (e.private_for)) who (id)
     WHERE e.id = $1`,
    [id],
  );
}
