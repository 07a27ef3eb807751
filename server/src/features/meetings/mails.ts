import { requestLinkPath } from '@frontrow/contract/meetings/links.ts';
import { seconds } from '@frontrow/core/kernel/instant.ts';
import { currencyOf } from '@frontrow/core/kernel/money.ts';
import { goesBackAfter, meetingReminderNow, meetingRemindersFromMs } from '@frontrow/core/meetings/meeting-times.ts';
import type {
  MeetingPaymentState,
  MeetingSide,
  MeetingState,
  MissedBy,
} from '@frontrow/core/meetings/meeting-machine.ts';
import { payBy } from '@frontrow/core/meetings/request-rules.ts';
import { ticketPrice } from '@frontrow/core/ticketing/ticket-price.ts';
import type { Db, Sql } from '../../db/db.ts';
import { recordFact, type RecordedFact, type Fact } from '../../facts/fact-handler.ts';
import type { Job } from '../../jobs/runner.ts';
import { organizerOf } from '../../mail/calendar-file.ts';
import { hostAwayMail } from '../../mail/host-away-mail.ts';
import { meetingMail } from '../../mail/meeting-mail.ts';
import { meetingReminderMail } from '../../mail/reminder-mails.ts';
import type { MeetingsDeps } from './meetings-deps.ts';
import { feeTermsOf } from './records.ts';

/** Windows of both sides read the request again. */
export async function tellWindows({ db, onRequests }: MeetingsDeps, requestId: string): Promise<void> {
  const row = await db.one<{ host_id: number; viewer_id: number }>(
    'SELECT host_id, viewer_id FROM private_request WHERE id = $1',
    [requestId],
  );
  if (!row) return;
  onRequests(row.host_id);
  onRequests(row.viewer_id);
}

interface StepRow {
  host_id: number;
  viewer_id: number;
  host: string;
  viewer: string;
  host_tz: string;
  viewer_tz: string;
  by_side: MeetingSide | null;
  status: MeetingState;
  before: MeetingState | null;
  payment_state: MeetingPaymentState;
  missed_by: MissedBy | null;
  starts_at: Date;
  ends_at: Date;
  minutes: number;
  price_minor: number;
  currency: string;
  /** Null before the host accepts: today's terms then. */
  min_fee_minor: number | null;
  fee_bp: number | null;
  accepted_at: Date | null;
  message: string;
  at: Date;
  called_off: boolean;
}

/** Tells both sides of a step, in the words of that step, however late the email is; each side once. */
export async function mailStep(
  { db, accounts, config, mail }: Pick<MeetingsDeps, 'db' | 'accounts' | 'config' | 'mail'>,
  side: MeetingSide,
  { dedupeKey, payload }: RecordedFact<'MeetingChanged'>,
): Promise<void> {
  const { requestId, n } = payload;
  const row = await stepOf(db, requestId, n);
  // A step that only concerns money has its own emails.
  if (!row || (row.status === row.before && row.status !== 'modified')) return;
  const to = await accounts.addressOf(side === 'host' ? row.host_id : row.viewer_id);
  if (!to) return;
  const { publicUrl } = config;
  await mail.send(
    meetingMail({
      dedupeKey: `${dedupeKey}:${side}`,
      to,
      requestUuid: requestId,
      step: n,
      steppedAt: row.at.getTime(),
      organizer: organizerOf(config),
      side,
      host: row.host,
      viewer: row.viewer,
      by: row.by_side ?? undefined,
      state: row.status,
      before: row.before ?? undefined,
      missedBy: row.missed_by ?? undefined,
      money: moneyAfter(row),
      startsAt: row.starts_at.getTime(),
      endsAt: row.ends_at.getTime(),
      tz: side === 'host' ? row.host_tz : row.viewer_tz,
      minutes: row.minutes,
      price: ticketPrice(row.price_minor, feeTermsOf(row)),
      currency: currencyOf(row.currency),
      payBy: payBy({
        state: row.status,
        paymentState: row.payment_state,
        startsAt: row.starts_at.getTime(),
        endsAt: row.ends_at.getTime(),
        acceptedAt: row.accepted_at?.getTime(),
        hostCame: false,
        hostSuspended: false,
      }),
      message: row.message,
      requestUrl: `${publicUrl}${requestLinkPath(side, requestId)}`,
      roomUrl: `${publicUrl}/streaming/${requestId}`,
    }),
  );
}

function moneyAfter({ payment_state, called_off, missed_by }: StepRow): 'none' | 'goes_back' | 'is_kept' {
  if (payment_state !== 'paid' && payment_state !== 'refunded') return 'none';
  // A meeting that is judged at its end has an event that is over, not cancelled.
  const missed = missed_by !== null && goesBackAfter(missed_by);
  return called_off || missed || payment_state === 'refunded' ? 'goes_back' : 'is_kept';
}

const stepOf = (sql: Sql, requestId: string, n: number): Promise<StepRow | undefined> =>
  sql.one<StepRow>(
    `SELECT r.host_id, r.viewer_id, shown_name_of(h) AS host, shown_name_of(v) AS viewer,
       coalesce(e.tz, o.tz, h.zone_name) AS host_tz, v.zone_name AS viewer_tz,
       s.by_side, s.status, b.status AS before, s.payment_state, r.missed_by, s.starts_at,
       coalesce(e.ends_at, s.starts_at + s.minutes * interval '1 minute') AS ends_at, s.minutes, s.price_minor,
       r.currency, e.min_fee_minor, e.fee_bp,
       r.accepted_at, s.message, s.at, e.cancelled_at IS NOT NULL AS called_off
     FROM private_request_step s JOIN private_request r ON r.id = s.request_id
       JOIN app_user h ON h.id = r.host_id JOIN app_user v ON v.id = r.viewer_id
       LEFT JOIN event e ON e.id = r.id
       LEFT JOIN meeting_offer o ON o.host_id = r.host_id
       LEFT JOIN private_request_step b ON b.request_id = s.request_id AND b.n = s.n - 1
     WHERE s.request_id = $1 AND s.n = $2`,
    [requestId, n],
  );

interface AwayRow {
  viewer_id: number;
  host: string;
  starts_at: Date;
  ends_at: Date;
  tz: string;
  costs: boolean;
  has_ticket: boolean;
}

/** Emails the viewer of an agreed meeting that its host was suspended, unless it was cancelled or restored since. */
export async function mailHostAway(
  { accounts, config, db, mail }: Pick<MeetingsDeps, 'accounts' | 'config' | 'db' | 'mail'>,
  { dedupeKey, payload: { eventUuid } }: RecordedFact<'EventUnpublished'>,
): Promise<void> {
  const row = await db.one<AwayRow>(
    `SELECT r.viewer_id, shown_name_of(h) AS host, r.starts_at,
       coalesce(e.ends_at, r.starts_at + r.minutes * interval '1 minute') AS ends_at, v.zone_name AS tz,
       e.price_minor > 0 AS costs,
       EXISTS (SELECT 1 FROM ticket t WHERE t.event_id = e.id AND t.voided_at IS NULL) AS has_ticket
     FROM private_request r JOIN event e ON e.id = r.id JOIN app_user h ON h.id = r.host_id
       JOIN app_user v ON v.id = r.viewer_id
     WHERE r.id = $1 AND r.status IN ('accepted', 'confirmed') AND h.suspended_at IS NOT NULL AND e.state < 2`,
    [eventUuid],
  );
  const to = row && (await accounts.addressOf(row.viewer_id));
  if (!to) return;
  await mail.send(
    hostAwayMail({
      dedupeKey: `${dedupeKey}:viewer`,
      to,
      host: row.host,
      startsAt: row.starts_at.getTime(),
      endsAt: row.ends_at.getTime(),
      tz: row.tz,
      meeting: row.costs ? (row.has_ticket ? 'paid' : 'unpaid') : 'free',
      requestUrl: `${config.publicUrl}${requestLinkPath('viewer', eventUuid)}`,
    }),
  );
}

const readAtOnce = 500;

interface DueRow {
  id: string;
  status: MeetingState;
  starts_at: Date;
  /** To the microsecond, as the next page begins after it. */
  at: string;
  since: Date;
  now: Date;
}

/** Records once for each meeting and kind that its two are to be reminded; the fact's key makes it safe to repeat. */
export const findDueReminders = (db: Db, pageSize = readAtOnce): Job => ({
  name: 'meeting_reminders',
  everyMs: seconds(30),
  async run() {
    let last: DueRow | undefined;
    do {
      const rows: DueRow[] = await db.query<DueRow>(
        `SELECT r.id, r.status, r.starts_at, r.starts_at::text AS at, s.since, app_now() AS now
         FROM private_request r CROSS JOIN LATERAL (
           SELECT min(at) AS since FROM private_request_step WHERE request_id = r.id AND status = r.status) s
         WHERE r.status IN ('accepted', 'confirmed') AND r.starts_at > app_now()
           AND r.starts_at <= app_now() + $1 * interval '1 ms'
           AND ($3::timestamptz IS NULL OR (r.starts_at, r.id) > ($3, $4::uuid))
         ORDER BY r.starts_at, r.id LIMIT $2`,
        [meetingRemindersFromMs, pageSize, last?.at ?? null, last?.id ?? null],
      );
      await remind(db, rows);
      last = rows.length === pageSize ? rows.at(-1) : undefined;
    } while (last);
  },
});

async function remind(db: Db, rows: readonly DueRow[]): Promise<void> {
  const due = rows.flatMap((row) => {
    const meeting = { state: row.status, startsAt: row.starts_at.getTime(), since: row.since.getTime() };
    const kind = meetingReminderNow(meeting, row.now.getTime());
    return kind ? [meetingReminded(row.id, kind)] : [];
  });
  const told = await db.query<{ dedupe_key: string }>('SELECT dedupe_key FROM outbox WHERE dedupe_key = ANY ($1)', [
    due.map((fact) => fact.dedupeKey),
  ]);
  const known = new Set(told.map((row) => row.dedupe_key));
  for (const fact of due) if (!known.has(fact.dedupeKey)) await recordFact(db, fact);
}

const meetingReminded = (requestId: string, kind: NonNullable<ReturnType<typeof meetingReminderNow>>): Fact => ({
  topic: 'MeetingReminded',
  dedupeKey: `meeting-reminder:${requestId}:${kind}`,
  payload: { requestId, kind },
});

interface ReminderRow {
  status: MeetingState;
  starts_at: Date;
  since: Date;
  host_id: number;
  viewer_id: number;
  host: string;
  viewer: string;
  tz: string;
  wants: boolean;
  host_suspended: boolean;
  price_minor: number;
  currency: string;
  min_fee_minor: number;
  fee_bp: number;
  now: Date;
}

/**
 * Emails one of the two a reminder, unless it stopped being true since: paid, cancelled, begun. Anyone who declined
 * reminders still hears that a meeting is not paid: the host may cancel it then.
 */
export async function mailReminder(
  { accounts, config, db, mail }: Pick<MeetingsDeps, 'accounts' | 'config' | 'db' | 'mail'>,
  side: MeetingSide,
  { dedupeKey, payload: { requestId, kind } }: RecordedFact<'MeetingReminded'>,
): Promise<void> {
  const row = await db.one<ReminderRow>(
    `SELECT r.status, r.starts_at, s.since, r.host_id, r.viewer_id, shown_name_of(h) AS host,
       shown_name_of(v) AS viewer,
       CASE $2 WHEN 'host' THEN e.tz ELSE v.zone_name END AS tz, u.reminders AS wants,
       h.suspended_at IS NOT NULL AS host_suspended,
       e.price_minor, e.currency, e.min_fee_minor, e.fee_bp, app_now() AS now
     FROM private_request r JOIN event e ON e.id = r.id JOIN app_user h ON h.id = r.host_id
       JOIN app_user v ON v.id = r.viewer_id
       JOIN app_user u ON u.id = CASE $2 WHEN 'host' THEN r.host_id ELSE r.viewer_id END
       CROSS JOIN LATERAL (
         SELECT min(at) AS since FROM private_request_step WHERE request_id = r.id AND status = r.status) s
     WHERE r.id = $1`,
    [requestId, side],
  );
  if (!row) return;
  const meeting = { state: row.status, startsAt: row.starts_at.getTime(), since: row.since.getTime() };
  const isUnpaid = row.status === 'accepted';
  if (meetingReminderNow(meeting, row.now.getTime()) !== kind || !(isUnpaid || row.wants)) return;
  // While the host is suspended, it can neither be paid nor take place; the viewer has an email that says so.
  if (row.host_suspended) return;
  const userId = side === 'host' ? row.host_id : row.viewer_id;
  const to = await accounts.addressOf(userId);
  if (!to) return;
  await mail.send(
    meetingReminderMail({
      dedupeKey: `${dedupeKey}:${side}`,
      to,
      kind,
      side,
      other: side === 'host' ? row.viewer : row.host,
      startsAt: meeting.startsAt,
      tz: row.tz,
      price: ticketPrice(row.price_minor, { minFeeMinor: row.min_fee_minor, feeBp: row.fee_bp }),
      currency: currencyOf(row.currency),
      requestUrl: `${config.publicUrl}${requestLinkPath(side, requestId)}`,
      roomUrl: `${config.publicUrl}/streaming/${requestId}`,
      ...(!isUnpaid && accounts.reminderLinks(userId)),
    }),
  );
}
