import type { WireRequest } from '@frontrow/contract/meetings/api.ts';
import { currencyOf, toDecimal } from '@frontrow/core/kernel/money.ts';
import { roomOpensMs } from '@frontrow/core/meetings/limits.ts';
import type {
  MeetingPaymentState,
  MeetingSide,
  MeetingState,
  MissedBy,
} from '@frontrow/core/meetings/meeting-machine.ts';
import { type MeetingFacts, payBy, requestActions } from '@frontrow/core/meetings/request-rules.ts';
import { ticketPrice } from '@frontrow/core/ticketing/ticket-price.ts';
import type { Sql } from '../../db/db.ts';
import { feeTermsOf } from './records.ts';

interface Row {
  id: string;
  status: MeetingState;
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
  message: string;
  created_at: Date;
  accepted_at: Date | null;
  changed_at: Date;
  /** For the cursor: exact to the microsecond. */
  changed_us: number;
  host_username: string;
  host_name: string;
  host_avatar: string | null;
  viewer_username: string;
  viewer_name: string;
  viewer_avatar: string | null;
  host_came: boolean;
  host_suspended: boolean;
  viewer_blocked: boolean;
  ticket_id: string | null;
  unread: boolean;
  now: Date;
}

interface StepRow {
  request_id: string;
  by_side: MeetingSide | null;
  status: MeetingState;
  payment_state: MeetingPaymentState;
  starts_at: Date;
  minutes: number;
  price_minor: number;
  message: string;
  at: Date;
}

/** Where a page ended, in the words of its cursor. */
interface Place {
  readonly us: number;
  readonly id: string;
}

interface RequestsPage {
  readonly requests: WireRequest[];
  readonly next: Place | undefined;
}

/** Requests of someone on one side, changed last first. `id`: only this one. */
export async function readRequests(
  sql: Sql,
  { side, accountId, after, id }: { side: MeetingSide; accountId: number; after?: Place; id?: string },
  max: number,
): Promise<RequestsPage> {
  const rows = await sql.query<Row>(
    `SELECT r.id, r.status, r.payment_state, r.missed_by, r.starts_at,
       coalesce(e.ends_at, r.starts_at + r.minutes * interval '1 minute') AS ends_at, r.minutes, r.price_minor,
       r.currency, e.min_fee_minor, e.fee_bp,
       r.message, r.created_at, r.accepted_at, r.changed_at,
       (extract(epoch FROM r.changed_at) * 1000000)::bigint AS changed_us,
       h.username AS host_username, shown_name_of(h) AS host_name, h.avatar_url AS host_avatar,
       v.username AS viewer_username, shown_name_of(v) AS viewer_name, v.avatar_url AS viewer_avatar,
       EXISTS (SELECT 1 FROM room_member m
         WHERE m.event_id = r.id AND m.user_id = r.host_id AND m.met_at IS NOT NULL) AS host_came,
       h.suspended_at IS NOT NULL AS host_suspended,
       $1 = 'host' AND EXISTS (SELECT 1 FROM host_block b WHERE b.host_id = r.host_id AND b.user_id = r.viewer_id)
         AS viewer_blocked,
       (SELECT k.id FROM ticket k WHERE k.event_id = r.id AND k.voided_at IS NULL) AS ticket_id,
       r.changed_by::text IS DISTINCT FROM $1
         AND r.changed_at > coalesce(CASE $1 WHEN 'host' THEN r.host_seen_at ELSE r.viewer_seen_at END, '-infinity')
         AS unread,
       app_now() AS now
     FROM private_request r JOIN app_user h ON h.id = r.host_id JOIN app_user v ON v.id = r.viewer_id
       LEFT JOIN event e ON e.id = r.id
     WHERE (($1 = 'host' AND r.host_id = $2) OR ($1 = 'viewer' AND r.viewer_id = $2))
       AND ($3::uuid IS NULL OR r.id = $3)
       AND ($4::bigint IS NULL OR (r.changed_at, r.id) < ('epoch'::timestamptz + $4 * interval '1 us', $5::uuid))
     ORDER BY r.changed_at DESC, r.id DESC LIMIT $6`,
    [side, accountId, id ?? null, after?.us ?? null, after?.id ?? null, max + 1],
  );
  const shown = rows.slice(0, max);
  const steps = await sql.query<StepRow>(
    `SELECT request_id, by_side, status, payment_state, starts_at, minutes, price_minor, message, at
     FROM private_request_step WHERE request_id = ANY ($1) ORDER BY request_id, n`,
    [shown.map((row) => row.id)],
  );
  const last = rows.length > max ? shown.at(-1) : undefined;
  return {
    requests: shown.map((row) =>
      wireOf(
        row,
        steps.filter((step) => step.request_id === row.id),
        side,
      ),
    ),
    next: last && { us: last.changed_us, id: last.id },
  };
}

/** One request as this side sees it. */
export async function readRequest(
  sql: Sql,
  side: MeetingSide,
  accountId: number,
  id: string,
): Promise<WireRequest | undefined> {
  return (await readRequests(sql, { side, accountId, id }, 1)).requests[0];
}

function wireOf(row: Row, steps: readonly StepRow[], side: MeetingSide): WireRequest {
  const { digits } = currencyOf(row.currency);
  const decimal = (minor: number): number => toDecimal(minor, digits);
  const price = ticketPrice(row.price_minor, feeTermsOf(row));
  const facts: MeetingFacts = {
    state: row.status,
    paymentState: row.payment_state,
    startsAt: row.starts_at.getTime(),
    endsAt: row.ends_at.getTime(),
    acceptedAt: row.accepted_at?.getTime(),
    hostCame: row.host_came,
    hostSuspended: row.host_suspended,
  };
  return {
    request_uuid: row.id,
    state: row.status,
    payment_state: row.payment_state,
    missed_by: row.missed_by,
    side,
    host: { username: row.host_username, name: row.host_name, avatar: row.host_avatar ?? '' },
    viewer: { username: row.viewer_username, name: row.viewer_name, avatar: row.viewer_avatar ?? '' },
    starts_at: facts.startsAt,
    ends_at: facts.endsAt,
    minutes: row.minutes,
    price: decimal(price.listed),
    fee: decimal(price.fee),
    total: decimal(price.total),
    currency_code: row.currency,
    message: row.message,
    created_at: row.created_at.getTime(),
    changed_at: row.changed_at.getTime(),
    pay_by: payBy(facts) ?? null,
    opens_at: row.status === 'confirmed' ? facts.startsAt - roomOpensMs : null,
    ticket_uuid: side === 'viewer' ? row.ticket_id : null,
    actions: requestActions(facts, side, row.now.getTime()),
    unread: row.unread,
    viewer_blocked: row.viewer_blocked,
    history: steps.map((step) => ({
      by: step.by_side,
      state: step.status,
      payment_state: step.payment_state,
      starts_at: step.starts_at.getTime(),
      minutes: step.minutes,
      price: decimal(step.price_minor),
      message: step.message,
      at: step.at.getTime(),
    })),
  };
}
