import { titleToWire } from '@frontrow/contract/events/event-title.ts';
import type { EventTitle } from '@frontrow/core/events/title-in.ts';
import { currencyToWire } from '@frontrow/contract/events/event-codec.ts';
import type { WireFailedJob, WireOverview } from '@frontrow/contract/backoffice/overview-api.ts';
import { currencyOf, toDecimal } from '@frontrow/core/kernel/money.ts';
import type { Sql } from '../../db/db.ts';
import type { PartStates } from '../../http/health/health.ts';

/** What an app admin sees first: money today, what needs action, live rooms, and the health of each part. */
export async function readOverview(sql: Sql, parts: PartStates): Promise<WireOverview> {
  const [time, money, attention, rooms, health] = await Promise.all([
    sql.one<{ now_ms: number; day_ms: number }>(
      `SELECT (extract(epoch FROM app_now()) * 1000)::bigint AS now_ms,
         (extract(epoch FROM date_trunc('day', app_now(), 'UTC')) * 1000)::bigint AS day_ms`,
    ),
    moneyToday(sql),
    attentionNow(sql),
    liveRooms(sql),
    parts(),
  ]);
  return {
    now: time!.now_ms,
    day_start: time!.day_ms,
    money,
    attention,
    rooms: rooms.rooms,
    rooms_total: rooms.total,
    health: Object.entries(health).map(([part, state]) => ({
      part: part as WireOverview['health'][number]['part'],
      state,
    })),
  };
}

interface MoneyRow {
  currency: string;
  charged: number;
  charges: number;
  refunded: number;
  refunds: number;
  fees: number;
  paid_out: number;
  payouts: number;
}

/** Charges, refunds and fees as the ledger has them; payouts as they were sent. Largest amount first. */
async function moneyToday(sql: Sql): Promise<WireOverview['money']> {
  const rows = await sql.query<MoneyRow>(
    `WITH today AS (SELECT date_trunc('day', app_now(), 'UTC') AS since),
     posted AS (
       SELECT a.currency::text AS currency,
         coalesce(sum(e.amount_minor) FILTER (WHERE x.kind = 'capture' AND a.kind = 'psp_clearing'), 0) AS charged,
         count(*) FILTER (WHERE x.kind = 'capture' AND a.kind = 'psp_clearing') AS charges,
         coalesce(sum(e.amount_minor) FILTER (WHERE x.kind = 'refund' AND a.kind = 'refund_clearing'), 0) AS refunded,
         count(*) FILTER (WHERE x.kind = 'refund' AND a.kind = 'refund_clearing') AS refunds,
         coalesce(-sum(e.amount_minor) FILTER (WHERE x.kind = 'capture' AND a.kind = 'fee_deferred'), 0) AS fees
       FROM ledger_tx x JOIN ledger_entry e ON e.tx_id = x.id JOIN ledger_account a ON a.id = e.account_id, today
       WHERE x.created_at >= today.since AND x.kind IN ('capture', 'refund') GROUP BY a.currency),
     sent AS (
       SELECT p.currency::text AS currency, sum(p.amount_minor) AS paid_out, count(*) AS payouts
       FROM payout p, today WHERE p.sent_at >= today.since AND p.status IN ('sent', 'paid') GROUP BY p.currency)
     SELECT coalesce(posted.currency, sent.currency) AS currency, coalesce(charged, 0)::bigint AS charged,
       coalesce(charges, 0)::int AS charges, coalesce(refunded, 0)::bigint AS refunded,
       coalesce(refunds, 0)::int AS refunds, coalesce(fees, 0)::bigint AS fees,
       coalesce(paid_out, 0)::bigint AS paid_out, coalesce(payouts, 0)::int AS payouts
     FROM posted FULL JOIN sent ON sent.currency = posted.currency
     ORDER BY coalesce(charged, 0) DESC, 1`,
  );
  return rows.map((row) => {
    const currency = currencyOf(row.currency);
    const decimal = (minor: number): number => toDecimal(minor, currency.digits);
    return {
      currency: currencyToWire(currency),
      charged: decimal(row.charged),
      charges: row.charges,
      refunded: decimal(row.refunded),
      refunds: row.refunds,
      fees: decimal(row.fees),
      paid_out: decimal(row.paid_out),
      payouts: row.payouts,
    };
  });
}

/** Each row stands for a list that an app admin can open with the same filter. */
async function attentionNow(sql: Sql): Promise<WireOverview['attention']> {
  const rows = await sql.query<{
    kind: WireOverview['attention'][number]['kind'];
    count: number;
    oldest_ms: number | null;
    due_ms: number | null;
  }>(
    `SELECT kind, count::int AS count, (extract(epoch FROM oldest) * 1000)::bigint AS oldest_ms,
       (extract(epoch FROM due) * 1000)::bigint AS due_ms
     FROM (
       SELECT 1 AS rank, 'disputes' AS kind, count(*) AS count, min(opened_at) AS oldest,
         min(evidence_due_at) AS due FROM dispute WHERE status = 'open'
       UNION ALL
       SELECT 2, 'refunds', count(*), min(created_at), NULL FROM refund
         WHERE next_at = 'infinity' AND status IN ('requested', 'pending')
       UNION ALL SELECT 3, 'payouts', count(*), min(created_at), NULL FROM stuck_payout
       UNION ALL
       SELECT 4, 'differences', count(*), min(found_at), NULL FROM reconciliation_difference WHERE resolved_at IS NULL
       UNION ALL SELECT 5, 'reports', count(*), min(created_at), NULL FROM report WHERE status = 'open'
       UNION ALL
       SELECT 6, 'webhooks', count(*), min(received_at), NULL FROM provider_event
         WHERE processed_at IS NULL AND next_at = 'infinity'
       UNION ALL
       SELECT 7, 'deliveries', count(*), min(given_up_at), NULL FROM fact_delivery WHERE given_up_at IS NOT NULL
       UNION ALL SELECT 8, 'jobs', count(*), min(first_failed_at), NULL FROM failed_job
       UNION ALL
       SELECT 9, 'requests', count(*), min(r.asked_at), NULL FROM influencer_request r JOIN app_user u ON u.id = r.user_id
         WHERE r.decided_at IS NULL AND u.erased_at IS NULL
     ) what WHERE count > 0 ORDER BY rank`,
  );
  return rows.map((row) => ({ kind: row.kind, count: row.count, oldest: row.oldest_ms ?? 0, due: row.due_ms }));
}

const roomsShown = 20;

/** Live events with the most people in them first; private meetings are no one's business. */
async function liveRooms(sql: Sql): Promise<{ rooms: WireOverview['rooms']; total: number }> {
  const rows = await sql.query<{
    id: string;
    title: EventTitle;
    username: string;
    host_name: string;
    viewers: number;
    started_ms: number;
    total: number;
  }>(
    `SELECT e.id, title_of(e) AS title, u.username, shown_name_of(u) AS host_name, viewers.count::int AS viewers,
       (extract(epoch FROM coalesce(e.started_at, e.starts_at)) * 1000)::bigint AS started_ms,
       (count(*) OVER ())::int AS total
     FROM event e JOIN app_user u ON u.id = e.host_id, LATERAL (
       SELECT count(*) AS count FROM room_member m
       WHERE m.event_id = e.id AND m.user_id <> e.host_id AND m.seat_until > app_now()) viewers
     WHERE e.state = 1 AND e.private_for IS NULL ORDER BY viewers.count DESC, e.started_at LIMIT $1`,
    [roomsShown],
  );
  return {
    rooms: rows.map((row) => ({
      event_uuid: row.id,
      ...titleToWire(row.title),
      host_username: row.username,
      host_name: row.host_name,
      viewers: row.viewers,
      started: row.started_ms,
    })),
    total: rows[0]?.total ?? 0,
  };
}

const jobsShown = 100;

/** Jobs whose last run failed, the longest failing first. */
export async function listFailedJobs(sql: Sql): Promise<WireFailedJob[]> {
  const rows = await sql.query<{ job: string; failures: number; first_ms: number; last_ms: number; error: string }>(
    `SELECT job, failures, (extract(epoch FROM first_failed_at) * 1000)::bigint AS first_ms,
       (extract(epoch FROM last_failed_at) * 1000)::bigint AS last_ms, error
     FROM failed_job ORDER BY first_failed_at, job LIMIT $1`,
    [jobsShown],
  );
  return rows.map((row) => ({
    job: row.job,
    failures: row.failures,
    first_failed: row.first_ms,
    last_failed: row.last_ms,
    error: row.error,
  }));
}
