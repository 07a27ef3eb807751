import { termsOf } from '@frontrow/core/catalog/selling-terms.ts';
import type { ReplayRefund } from '@frontrow/core/broadcast/replay-refund.ts';
import type { WireReplayRefund } from '@frontrow/contract/ticketing/api.ts';
import { replaySaleEndsBeforeMs } from '@frontrow/core/broadcast/replay-sale.ts';
import type { Minor } from '@frontrow/core/kernel/money.ts';
import { roomForgottenMs } from '@frontrow/core/rooms/limits.ts';
import type { Sql } from '../../db/db.ts';

/** The event of an event's replay while it is on sale. */
export interface ReplayOnSale {
  readonly id: string;
  readonly hostId: number;
  readonly priceMinor: Minor;
  readonly minFeeMinor: Minor;
  readonly feeBp: number;
  readonly currency: string;
}

interface Row {
  id: string;
  host_id: number;
  price_minor: number;
  min_fee_minor: number;
  fee_bp: number;
  currency: string;
}

/** More than a broadcast seats: nobody needs a place to watch a replay. */
const replayTicketsMax = 100_000;

/** The replay of an event that is on sale: not of a suspended host, and not in the last days before it is deleted. */
export async function replayOnSale(sql: Sql, eventUuid: string): Promise<ReplayOnSale | undefined> {
  const row = await sql.one<Row>(
    `SELECT e.id, e.host_id, e.price_minor, e.min_fee_minor, e.fee_bp, e.currency
     FROM event e JOIN app_user u ON u.id = e.host_id AND u.suspended_at IS NULL
       JOIN event shown ON shown.id = e.replay_of
     WHERE e.replay_of = $1 AND e.sale_ended_at IS NULL AND e.finished_at IS NULL
       AND shown.finished_at > app_now() - $2 * interval '1 ms'`,
    [eventUuid, roomForgottenMs - replaySaleEndsBeforeMs],
  );
  return (
    row && {
      id: row.id,
      hostId: row.host_id,
      priceMinor: row.price_minor,
      minFeeMinor: row.min_fee_minor,
      feeBp: row.fee_bp,
      currency: row.currency,
    }
  );
}

/**
 * Puts the replay of an event on sale at this price, on today's terms. Orders keep the price of their event, so another
 * price is another row. The caller holds the event's lock.
 */
export async function sellReplay(
  sql: Sql,
  eventUuid: string,
  { id, priceMinor, currency }: { readonly id: string; readonly priceMinor: Minor; readonly currency: string },
): Promise<void> {
  const now = await replayOnSale(sql, eventUuid);
  if (now?.priceMinor === priceMinor) return;
  await endReplaySale(sql, eventUuid);
  const { minFeeMinor, feeBp } = termsOf(currency);
  await sql.query(
    `INSERT INTO event (id, host_id, replay_of, kind, state, ticket_type_id, title, description, cover_key, is_public,
       starts_at, original_starts_at, local_start, tz, capacity, price_minor, currency, min_fee_minor, fee_bp)
     SELECT $2, e.host_id, e.id, 1, 2, e.ticket_type_id, left('Replay: ' || e.title, 120), e.description, e.cover_key,
       false, app_now(), app_now(), app_now() AT TIME ZONE e.tz, e.tz, $3, $4, $5, $6, $7
     FROM event e WHERE e.id = $1`,
    [eventUuid, id, replayTicketsMax, priceMinor, currency, minFeeMinor, feeBp],
  );
}

/** What a replay ticket's holder may return, as on the wire. */
export const replayRefundView = ({ watchedMs, limitMs, until, possible }: ReplayRefund): WireReplayRefund => ({
  watched_ms: watchedMs,
  limit_ms: limitMs,
  until,
  possible,
});

/** No more replay tickets are sold; those that were stay good. */
export async function endReplaySale(sql: Sql, eventUuid: string): Promise<void> {
  await sql.query(
    'UPDATE event SET sale_ended_at = app_now(), version = version + 1 WHERE replay_of = $1 AND sale_ended_at IS NULL',
    [eventUuid],
  );
}

/**
 * The recording is gone or taken down: its replays are over, and money that is still on its way is refunded when it
 * arrives.
 */
export async function closeReplays(sql: Sql, eventUuid: string): Promise<void> {
  await sql.query(
    `UPDATE event SET finished_at = app_now(), sale_ended_at = coalesce(sale_ended_at, app_now()), version = version + 1
     WHERE replay_of = $1 AND finished_at IS NULL`,
    [eventUuid],
  );
}

/** How people without a ticket get to the replay of an event. */
export async function offeredReplay(sql: Sql, eventUuid: string): Promise<'free' | 'sale' | undefined> {
  if (await replayOnSale(sql, eventUuid)) return 'sale';
  const free = await sql.one(
    `SELECT 1 FROM replay_access a WHERE a.event_id = $1 AND a.access = 'free'
       AND EXISTS (SELECT 1 FROM recording_part p WHERE p.event_id = $1 AND p.in_replay)
       AND NOT EXISTS (SELECT 1 FROM room r WHERE r.event_id = $1 AND r.replay_taken_down_at IS NOT NULL)`,
    [eventUuid],
  );
  return free && 'free';
}
