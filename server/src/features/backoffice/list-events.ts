import { currencyToWire } from '@frontrow/contract/events/event-codec.ts';
import type { WireAdminEvent } from '@frontrow/contract/backoffice/api.ts';
import { currencyOf, toDecimal } from '@frontrow/core/kernel/money.ts';
import type { Sql } from '../../db/db.ts';
import { likePatterns } from '../../db/like-patterns.ts';
import { pageRows } from './cursor.ts';

interface Row {
  ide: number;
  id: string;
  title: string;
  starts_ms: number;
  state: 0 | 1 | 2;
  cancelled: boolean;
  unpublished: boolean;
  price_minor: number;
  currency: string;
  sold: number;
  held: number;
  capacity: number;
  username: string;
  name: string;
}

const states = {
  upcoming: 'e.state = 0',
  live: 'e.state = 1',
  finished: 'e.state = 2 AND e.cancelled_at IS NULL',
  cancelled: 'e.cancelled_at IS NOT NULL',
  unpublished: 'e.unpublished_at IS NOT NULL AND e.state < 2',
} as const;

/** Newest first, below number `before`; unlisted ones, too, but no private meetings. */
export async function listAdminEvents(
  sql: Sql,
  {
    q,
    state,
    before,
    id,
  }: {
    q?: string | undefined;
    state?: keyof typeof states | undefined;
    before?: number | undefined;
    /** That event alone. */
    id?: string;
  },
): Promise<{ events: WireAdminEvent[]; next: string | null }> {
  const rows = await sql.query<Row>(
    `SELECT e.ide, e.id, e.title, (extract(epoch FROM e.starts_at) * 1000)::bigint AS starts_ms, e.state,
            e.cancelled_at IS NOT NULL AS cancelled, e.unpublished_at IS NOT NULL AS unpublished, e.price_minor, e.currency, e.sold, e.held, e.capacity, u.username,
            trim(u.name || ' ' || u.surname) AS name
     FROM event e JOIN app_user u ON u.id = e.host_id
     WHERE e.private_for IS NULL AND ($1::bigint IS NULL OR e.ide < $1) AND ${state ? states[state] : 'true'}
       AND ($2::text[] IS NULL OR e.title ILIKE ANY ($2) OR u.username ILIKE ANY ($2)
         OR u.name || ' ' || u.surname ILIKE ANY ($2))
       AND ($4::uuid IS NULL OR e.id = $4)
     ORDER BY e.ide DESC LIMIT $3`,
    [before ?? null, likePatterns(q), pageRows, id ?? null],
  );
  return { events: rows.map(viewOf), next: rows.length < pageRows ? null : String(rows.at(-1)!.ide) };
}

function viewOf(row: Row): WireAdminEvent {
  const currency = currencyOf(row.currency);
  return {
    event_uuid: row.id,
    event_title: row.title,
    event_date: row.starts_ms,
    event_state: row.state,
    event_cancelled: row.cancelled,
    event_unpublished: row.unpublished,
    event_price: toDecimal(row.price_minor, currency.digits),
    currency: currencyToWire(currency),
    tickets_sold: row.sold,
    tickets_held: row.held,
    tickets_total: row.capacity,
    user_username: row.username,
    user_name: row.name,
  };
}
