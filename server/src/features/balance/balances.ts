import { titleToWire } from '@frontrow/contract/events/event-title.ts';
import type { EventTitle } from '@frontrow/core/events/title-in.ts';
import type { WireBalance, WireBalanceEvent } from '@frontrow/contract/balance/api.ts';
import { currencyToWire } from '@frontrow/contract/events/event-codec.ts';
import { balanceEventsPageSize } from '@frontrow/core/balance/limits.ts';
import { releaseAt } from '@frontrow/core/balance/movements.ts';
import { currencyOf, toDecimal } from '@frontrow/core/kernel/money.ts';
import type { Db, Sql } from '../../db/db.ts';
import { nextCursor, readTimeCursor } from '../../db/cursors.ts';

interface BalanceRow {
  currency: string;
  pending: number;
  available: number;
  paid_out: number;
  on_its_way: number;
  disputed: number;
}

/** What a host has, in each currency that it ever had something in. */
export async function balancesOf(sql: Sql, hostId: number): Promise<WireBalance[]> {
  const rows = await sql.query<BalanceRow>(
    `SELECT currency,
       coalesce(sum(amount_minor) FILTER (WHERE kind = 'host_escrow'), 0)::bigint AS pending,
       coalesce(sum(amount_minor) FILTER (WHERE kind = 'host_payable'), 0)::bigint AS available,
       sum(paid_out_minor)::bigint AS paid_out,
       coalesce(sum(amount_minor) FILTER (WHERE kind = 'payout_clearing'), 0)::bigint AS on_its_way,
       coalesce(sum(amount_minor) FILTER (WHERE kind = 'dispute_frozen'), 0)::bigint AS disputed
     FROM host_balance WHERE host_id = $1 GROUP BY currency ORDER BY currency`,
    [hostId],
  );
  return rows.map((row) => {
    const currency = currencyOf(row.currency);
    const amount = (minor: number): number => toDecimal(minor, currency.digits);
    return {
      currency_code: currency.code,
      currency: currencyToWire(currency),
      pending: amount(row.pending),
      available: amount(row.available),
      paid_out: amount(row.paid_out),
      on_its_way: amount(row.on_its_way),
      disputed: amount(row.disputed),
    };
  });
}

interface EventRow {
  at: string;
  id: string;
  title: EventTitle;
  starts_at: Date;
  cancelled_at: Date | null;
  finished_at: Date | null;
  released_at: Date | null;
  is_replay: boolean;
  amount_minor: number;
  currency: string;
}

/**
 * Events that earned a host money, latest first. `pendingOnly` lists only those whose money is still to be released,
 * earliest first.
 */
export async function balanceEvents(
  sql: Sql,
  { hostId, pendingOnly, cursor }: { hostId: number; pendingOnly: boolean; cursor: string | undefined },
): Promise<{ events: WireBalanceEvent[]; next: string | null }> {
  const place = readTimeCursor(cursor, 'uuid');
  const rows = await sql.query<EventRow>(
    `SELECT e.starts_at::text AS at, e.id, title_for_host(e) AS title, e.starts_at, e.cancelled_at, e.finished_at,
       e.released_at, e.replay_of IS NOT NULL AS is_replay,
       b.amount_minor, b.currency
     FROM host_balance b JOIN event e ON e.id = b.event_id
     WHERE b.host_id = $1 AND b.kind = 'host_escrow' AND (NOT $2 OR b.amount_minor <> 0)
       AND ($3::timestamptz IS NULL
         OR CASE WHEN $2 THEN (e.starts_at, e.id) > ($3, $4::uuid) ELSE (e.starts_at, e.id) < ($3, $4::uuid) END)
     ORDER BY CASE WHEN $2 THEN e.starts_at END, CASE WHEN $2 THEN e.id END, e.starts_at DESC, e.id DESC LIMIT $5`,
    [hostId, pendingOnly, place?.at ?? null, place?.id ?? null, balanceEventsPageSize + 1],
  );
  return {
    events: rows.slice(0, balanceEventsPageSize).map(viewOf),
    next: nextCursor(rows, balanceEventsPageSize, (row) => row),
  };
}

function viewOf(row: EventRow): WireBalanceEvent {
  const currency = currencyOf(row.currency);
  return {
    event_uuid: row.id,
    ...titleToWire(row.title),
    event_date: row.starts_at.getTime(),
    event_cancelled: row.cancelled_at !== null,
    pending: toDecimal(row.amount_minor, currency.digits),
    currency: currencyToWire(currency),
    ...(row.is_replay && { replay: true }),
    available_at: (row.cancelled_at === null && !row.is_replay && releaseAt(row.finished_at?.getTime())) || null,
    released_at: row.released_at?.getTime() ?? null,
  };
}

/**
 * Rebuilds the balances of all hosts from the ledger, in one transaction; anyone who posts to an account of a host
 * waits for it. Returns how many accounts there are.
 */
export const rebuildBalances = (db: Db): Promise<number> =>
  db.tx(async (tx) => {
    const row = await tx.one<{ accounts: number }>('SELECT rebuild_host_balances() AS accounts');
    return row?.accounts ?? 0;
  }, bounds);

/** It reads the whole ledger, and may wait for postings that have begun. */
const bounds = "SET LOCAL statement_timeout = 0; SET LOCAL lock_timeout = '1min'";
