import type { WireStats, WireStatsEvent } from '@frontrow/contract/stats/api.ts';
import { currencyOf, toDecimal } from '@frontrow/core/kernel/money.ts';
import { refuse } from '@frontrow/core/refuse.ts';
import { statsEventsPage } from '@frontrow/core/stats/limits.ts';
import { statsRange, type StatsRange } from '@frontrow/core/stats/stats-range.ts';
import type { Sql } from '../../db/db.ts';
import { nextCursor, readTimeCursor } from '../../db/cursors.ts';
import type { Events } from '../events/index.ts';

/** Whose numbers are read, of which days, and of which event where it is one. */
export interface Scope {
  readonly hostId: number;
  readonly zone: string;
  readonly range: StatsRange;
  readonly event: { readonly uuid: string; readonly title: string } | undefined;
}

export interface RangeInput {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly days?: number | undefined;
  readonly event_uuid?: string | undefined;
}

/** Throws `event_not_found`, `forbidden` for an event of another host, and the refusals of the range. */
export async function readScope(sql: Sql, hostId: number, asked: RangeInput): Promise<Scope> {
  const row = await sql.one<{ zone: string; now_ms: number }>(
    `SELECT coalesce(h.zone_name, u.zone_name) AS zone, (extract(epoch FROM app_now()) * 1000)::bigint AS now_ms
     FROM app_user u LEFT JOIN stats_host h ON h.host_id = u.id WHERE u.id = $1`,
    [hostId],
  );
  const zone = row?.zone ?? 'UTC';
  const range = statsRange(asked, zone, row?.now_ms ?? 0);
  if (asked.event_uuid === undefined) return { hostId, zone, range, event: undefined };
  const event = await sql.one<{ host_id: number; title: string }>(
    'SELECT host_id, title FROM event WHERE id = $1 AND private_for IS NULL AND replay_of IS NULL',
    [asked.event_uuid],
  );
  if (!event) throw refuse('event_not_found');
  if (event.host_id !== hostId) throw refuse('forbidden');
  return { hostId, zone, range, event: { uuid: asked.event_uuid, title: event.title } };
}

/** What private meetings brought within the range, in one line: none of them is named. */
export async function readMeetings(sql: Sql, { hostId, event, range }: Scope): Promise<WireStats['private_meetings']> {
  if (event) return [];
  const rows = await sql.query<{ currency: string; sold: number; revenue: number; fee: number; refunded: number }>(
    `SELECT e.currency, sum(n.sold)::int AS sold, sum(n.price_minor - n.refunded_price_minor)::bigint AS revenue,
       sum(n.fee_minor - n.refunded_fee_minor)::bigint AS fee, sum(n.refunded_price_minor)::bigint AS refunded
     FROM event e JOIN event_day n ON n.event_id = e.id AND n.day BETWEEN $2::date AND $3::date
     WHERE e.host_id = $1 AND e.private_for IS NOT NULL GROUP BY e.currency ORDER BY e.currency`,
    [hostId, range.from, range.to],
  );
  return rows.map(({ currency, sold, revenue, fee, refunded }) => {
    const { digits } = currencyOf(currency);
    return {
      sold,
      money: {
        currency_code: currency,
        revenue: toDecimal(revenue, digits),
        fee: toDecimal(fee, digits),
        refunded: toDecimal(refunded, digits),
      },
    };
  });
}

interface Row {
  id: string;
  at: string;
  currency: string;
  price_minor: number;
  capacity: number;
  sold: number;
  waiting: number;
  revenue: number | null;
  fee: number | null;
  refunded: number | null;
  views: number | null;
  visitors: number | null;
  expected: number | null;
  came: number | null;
  peak: number | null;
  reviews: number | null;
  stars: number | null;
}

/**
 * The host's events that begin before the end of the range, newest start first, with what was counted of each within
 * the range. Upcoming ones come first.
 */
export async function statsEvents(
  { db, events }: { readonly db: Sql; readonly events: Pick<Events, 'cards'> },
  { hostId, event, range }: Scope,
  cursor: string | undefined,
  max = statsEventsPage,
): Promise<Pick<WireStats, 'events' | 'next_cursor'>> {
  const after = readTimeCursor(cursor, 'uuid');
  const rows = await db.query<Row>(
    `SELECT e.id, e.starts_at::text AS at, e.currency, e.price_minor, e.capacity, e.sold, e.waiting,
       n.revenue, n.fee, n.refunded, v.views, v.visitors, n.expected, n.came, n.peak, n.reviews, n.stars
     FROM event e
     CROSS JOIN LATERAL (
       SELECT sum(price_minor - refunded_price_minor) AS revenue, sum(fee_minor - refunded_fee_minor) AS fee,
         sum(refunded_price_minor) AS refunded, sum(expected) AS expected, sum(came) AS came,
         max(viewers_peak) AS peak, sum(reviews) AS reviews, sum(stars) AS stars
       FROM event_numbers WHERE event_id = e.id AND day BETWEEN $3::date AND $4::date) n
     CROSS JOIN LATERAL (
       SELECT sum(views) AS views, sum(visitors) AS visitors FROM view_day
       WHERE event_id = e.id AND day BETWEEN $3::date AND $4::date) v
     WHERE e.host_id = $1 AND e.private_for IS NULL AND e.replay_of IS NULL AND ($2::uuid IS NULL OR e.id = $2)
       AND ($5::timestamptz IS NULL OR (e.starts_at, e.id) < ($5, $6::uuid))
     ORDER BY e.starts_at DESC, e.id DESC LIMIT $7`,
    [hostId, event?.uuid ?? null, range.from, range.to, after?.at ?? null, after?.id ?? null, max + 1],
  );
  const shown = rows.slice(0, max);
  const cards = await events.cards(
    db,
    shown.map((row) => row.id),
  );
  const byId = new Map(cards.map((card) => [card.event.event_uuid, card.event]));
  return {
    events: shown.flatMap((row) => {
      const wire = byId.get(row.id);
      return wire ? [viewOf(row, wire)] : [];
    }),
    next_cursor: nextCursor(rows, max, ({ at, id }) => ({ at, id })),
  };
}

function viewOf(
  row: Row,
  event: { event_title: string; event_cover_image: string; event_date: number; event_cancelled: boolean },
): WireStatsEvent {
  const { digits } = currencyOf(row.currency);
  return {
    event_uuid: row.id,
    event_title: event.event_title,
    event_cover_image: event.event_cover_image,
    event_date: event.event_date,
    event_cancelled: event.event_cancelled,
    event_free: row.price_minor === 0,
    seats: row.capacity,
    seats_sold: row.sold,
    waiting: row.waiting,
    views: row.views ?? 0,
    visitors: row.visitors ?? 0,
    tickets_expected: row.expected ?? 0,
    attended: row.came ?? 0,
    peak_viewers: row.peak ?? 0,
    reviews: row.reviews ?? 0,
    average_stars: row.reviews ? Math.round((100 * (row.stars ?? 0)) / row.reviews) / 100 : null,
    money: {
      currency_code: row.currency,
      revenue: toDecimal(row.revenue ?? 0, digits),
      fee: toDecimal(row.fee ?? 0, digits),
      refunded: toDecimal(row.refunded ?? 0, digits),
    },
  };
}
