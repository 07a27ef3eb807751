import type { DayNumbers, DayViews } from '@frontrow/core/stats/totals.ts';
import type { Sql } from '../../../db/db.ts';
import type { Scope } from './scope.ts';

interface NumbersRow {
  day: string;
  currency: string;
  sold: number;
  returned: number;
  price_minor: number;
  fee_minor: number;
  refunded_price_minor: number;
  refunded_fee_minor: number;
  reviews: number;
  stars: number;
  shows: number;
  expected: number;
  came: number;
  viewers_peak: number;
  viewer_minutes: number;
  minutes: number;
  turns: number;
  messages: number;
}

/** Days from the beginning of the range before to the end of the range, first to last. */
export async function readNumbers(sql: Sql, { hostId, event, range }: Scope): Promise<DayNumbers[]> {
  const rows = await sql.query<NumbersRow>(
    `SELECT day::text AS day, currency, sold, returned, price_minor, fee_minor, refunded_price_minor,
       refunded_fee_minor, reviews, stars, shows, expected, came, viewers_peak, viewer_minutes, minutes, turns, messages
     FROM host_day WHERE host_id = $1 AND $2::uuid IS NULL AND day BETWEEN $3::date AND $4::date
     UNION ALL
     SELECT day::text, currency, sold, returned, price_minor, fee_minor, refunded_price_minor, refunded_fee_minor,
       reviews, stars, shows, expected, came, viewers_peak, viewer_minutes, minutes, turns, messages
     FROM event_numbers WHERE event_id = $2 AND host_id = $1 AND day BETWEEN $3::date AND $4::date
     ORDER BY day`,
    [hostId, event?.uuid ?? null, range.previousFrom, range.to],
  );
  return rows.map((row) => ({
    day: row.day,
    currency: row.currency,
    sold: row.sold,
    returned: row.returned,
    priceMinor: row.price_minor,
    feeMinor: row.fee_minor,
    refundedPriceMinor: row.refunded_price_minor,
    refundedFeeMinor: row.refunded_fee_minor,
    reviews: row.reviews,
    stars: row.stars,
    shows: row.shows,
    expected: row.expected,
    came: row.came,
    viewersPeak: row.viewers_peak,
    viewerMinutes: row.viewer_minutes,
    minutes: row.minutes,
    turns: row.turns,
    messages: row.messages,
  }));
}

export const readViews = (sql: Sql, { hostId, event, range }: Scope): Promise<DayViews[]> =>
  sql.query<{ day: string; views: number; visitors: number; checkouts: number }>(
    `SELECT day::text AS day, sum(views) AS views, sum(visitors) AS visitors, sum(checkouts) AS checkouts
     FROM view_day WHERE host_id = $1 AND event_id IS NOT DISTINCT FROM $2 AND day BETWEEN $3::date AND $4::date
     GROUP BY view_day.day ORDER BY view_day.day`,
    [hostId, event?.uuid ?? null, range.previousFrom, range.to],
  );

/** Where people of the range came from, most visitors first. */
export const readSources = (
  sql: Sql,
  { hostId, event, range }: Scope,
): Promise<{ source: string; views: number; visitors: number }[]> =>
  sql.query<{ source: string; views: number; visitors: number }>(
    `SELECT source, sum(views) AS views, sum(visitors) AS visitors
     FROM view_day WHERE host_id = $1 AND event_id IS NOT DISTINCT FROM $2 AND day BETWEEN $3::date AND $4::date
     GROUP BY source ORDER BY visitors DESC, views DESC, source LIMIT 50`,
    [hostId, event?.uuid ?? null, range.from, range.to],
  );

/** People who began to follow the host, by day; of an event nobody does. */
export async function readFollows(sql: Sql, { hostId, event, range }: Scope): Promise<ReadonlyMap<string, number>> {
  if (event) return new Map();
  const rows = await sql.query<{ day: string; follows: number }>(
    `SELECT day::text AS day, follows FROM follow_day WHERE host_id = $1 AND day BETWEEN $2::date AND $3::date`,
    [hostId, range.previousFrom, range.to],
  );
  return new Map(rows.map(({ day, follows }) => [day, follows]));
}

export async function countFollowers(sql: Sql, hostId: number): Promise<number> {
  const row = await sql.one<{ followers: number | null }>(
    'SELECT sum(follows) AS followers FROM follow_day WHERE host_id = $1',
    [hostId],
  );
  return row?.followers ?? 0;
}
