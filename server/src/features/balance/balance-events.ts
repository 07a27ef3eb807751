import { currencyToWire } from '@frontrow/contract/events/event-codec.ts';
import type { WireBalanceEvent } from '@frontrow/contract/balance/api.ts';
import { balanceEventsPageSize } from '@frontrow/core/balance/limits.ts';
import { releaseAt } from '@frontrow/core/balance/release.ts';
import { currencyOf, toDecimal } from '@frontrow/core/kernel/money.ts';
import type { Sql } from '../../db/db.ts';
import { nextCursor, readTimeCursor } from '../../db/time-cursor.ts';

interface Row {
  at: string;
  id: string;
  title: string;
  starts_at: Date;
  cancelled_at: Date | null;
  finished_at: Date | null;
  released_at: Date | null;
  amount_minor: number;
  currency: string;
}

/** Events that brought a host money, the latest first; `pendingOnly` leaves out what is released or given back. */
export async function balanceEvents(
  sql: Sql,
  { hostId, pendingOnly, cursor }: { hostId: number; pendingOnly: boolean; cursor: string | undefined },
): Promise<{ events: WireBalanceEvent[]; next: string | null }> {
  const place = readTimeCursor(cursor, 'uuid');
  const rows = await sql.query<Row>(
    `SELECT e.starts_at::text AS at, e.id, host_title(e) AS title, e.starts_at, e.cancelled_at, e.finished_at,
       e.released_at,
       b.amount_minor, b.currency
     FROM host_balance b JOIN event e ON e.id = b.event_id
     WHERE b.host_id = $1 AND b.kind = 'host_escrow' AND (NOT $2 OR b.amount_minor <> 0)
       AND ($3::timestamptz IS NULL OR (e.starts_at, e.id) < ($3, $4::uuid))
     ORDER BY e.starts_at DESC, e.id DESC LIMIT $5`,
    [hostId, pendingOnly, place?.at ?? null, place?.id ?? null, balanceEventsPageSize + 1],
  );
  return {
    events: rows.slice(0, balanceEventsPageSize).map(viewOf),
    next: nextCursor(rows, balanceEventsPageSize, (row) => row),
  };
}

function viewOf(row: Row): WireBalanceEvent {
  const currency = currencyOf(row.currency);
  return {
    event_uuid: row.id,
    event_title: row.title,
    event_date: row.starts_at.getTime(),
    event_cancelled: row.cancelled_at !== null,
    pending: toDecimal(row.amount_minor, currency.digits),
    currency: currencyToWire(currency),
    available_at: (row.cancelled_at === null && releaseAt(row.finished_at?.getTime())) || null,
    released_at: row.released_at?.getTime() ?? null,
  };
}
