import type { WireCounts, WireMoney, WireStats, WireStatsDay } from '@frontrow/contract/stats/api.ts';
import { currencyOf, toDecimal } from '@frontrow/core/kernel/money.ts';
import { exportedEventsMax } from '@frontrow/core/stats/limits.ts';
import { daysOf } from '@frontrow/core/stats/stats-range.ts';
import { type DayNumbers, type DayViews, moneyOf, totalsOf } from '@frontrow/core/stats/totals.ts';
import type { Sql } from '../../db/db.ts';
import { csvHead, csvRows } from '../../http/csv.ts';
import type { Events } from '../events/index.ts';
import { type RangeInput, readMeetings, readScope, type Scope, statsEvents } from './event-stats.ts';

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
const readSources = (
  sql: Sql,
  { hostId, event, range }: Scope,
): Promise<{ source: string; views: number; visitors: number }[]> =>
  sql.query<{ source: string; views: number; visitors: number }>(
    `SELECT source, sum(views) AS views, sum(visitors) AS visitors
     FROM view_day WHERE host_id = $1 AND event_id IS NOT DISTINCT FROM $2 AND day BETWEEN $3::date AND $4::date
     GROUP BY source ORDER BY visitors DESC, views DESC, source LIMIT 50`,
    [hostId, event?.uuid ?? null, range.from, range.to],
  );

/** People who began to follow the host, by day; of an event no one does. */
export async function readFollows(sql: Sql, { hostId, event, range }: Scope): Promise<ReadonlyMap<string, number>> {
  if (event) return new Map();
  const rows = await sql.query<{ day: string; follows: number }>(
    `SELECT day::text AS day, follows FROM follow_day WHERE host_id = $1 AND day BETWEEN $2::date AND $3::date`,
    [hostId, range.previousFrom, range.to],
  );
  return new Map(rows.map(({ day, follows }) => [day, follows]));
}

async function countFollowers(sql: Sql, hostId: number): Promise<number> {
  const row = await sql.one<{ followers: number | null }>(
    'SELECT sum(follows) AS followers FROM follow_day WHERE host_id = $1',
    [hostId],
  );
  return row?.followers ?? 0;
}

export interface StatsDeps {
  readonly db: Sql;
  readonly events: Pick<Events, 'cards'>;
}

/** What a host is shown of a range of days, of all events or of one. All of it was counted before. */
export async function readStats(deps: StatsDeps, hostId: number, asked: RangeInput): Promise<WireStats> {
  const { db } = deps;
  const scope = await readScope(db, hostId, asked);
  const { range, zone, event } = scope;
  const numbers = await readNumbers(db, scope);
  const views = await readViews(db, scope);
  const follows = await readFollows(db, scope);
  const sources = await readSources(db, scope);
  const now = <T extends { readonly day: string }>(days: readonly T[]): T[] =>
    days.filter(({ day }) => day >= range.from);
  const before = <T extends { readonly day: string }>(days: readonly T[]): T[] =>
    days.filter(({ day }) => day < range.from);
  const followed = (isNow: boolean): number =>
    [...follows].reduce((sum, [day, count]) => (day >= range.from === isNow ? sum + count : sum), 0);
  return {
    from: range.from,
    to: range.to,
    time_zone: zone,
    event: event ? { event_uuid: event.uuid, event_title: event.title } : null,
    totals: countsToWire(now(numbers), now(views), followed(true)),
    previous: countsToWire(before(numbers), before(views), followed(false)),
    money: moneyToWire(now(numbers)),
    previous_money: moneyToWire(before(numbers)),
    seats: await readSeats(db, scope),
    followers: await countFollowers(db, hostId),
    days: dayRows(scope, now(numbers), now(views), follows),
    sources: sources.map(({ source, ...counts }) => ({ ...nameOf(source), ...counts })),
    who_stayed: await whoStayed(db, scope),
    private_meetings: await readMeetings(db, scope),
    ...(await statsEvents(deps, scope, undefined)),
  };
}

/** Every day of the range, also those on which nothing happened. */
export function dayRows(
  { range }: Pick<Scope, 'range'>,
  numbers: readonly DayNumbers[],
  views: readonly DayViews[],
  follows: ReadonlyMap<string, number>,
): WireStatsDay[] {
  const byDay = Map.groupBy(numbers, ({ day }) => day);
  const viewsByDay = new Map(views.map((one) => [one.day, one]));
  return daysOf(range).map((day) => {
    const counted = byDay.get(day) ?? [];
    return {
      day,
      views: viewsByDay.get(day)?.views ?? 0,
      visitors: viewsByDay.get(day)?.visitors ?? 0,
      tickets_sold: counted.reduce((sum, { sold }) => sum + sold, 0),
      tickets_returned: counted.reduce((sum, { returned }) => sum + returned, 0),
      new_followers: follows.get(day) ?? 0,
      money: moneyToWire(counted),
    };
  });
}

function countsToWire(numbers: readonly DayNumbers[], views: readonly DayViews[], newFollowers: number): WireCounts {
  const totals = totalsOf(numbers, views);
  return {
    views: totals.views,
    visitors: totals.visitors,
    checkouts: totals.checkouts,
    tickets_sold: totals.sold,
    tickets_returned: totals.returned,
    conversion: totals.conversion,
    shows: totals.shows,
    tickets_expected: totals.expected,
    attended: totals.came,
    no_shows: totals.noShows,
    peak_viewers: totals.viewersPeak,
    average_viewers: totals.viewersAverage,
    average_watch_minutes: totals.watchMinutesAverage,
    turns: totals.turns,
    chat_messages: totals.messages,
    reviews: totals.reviews,
    average_stars: totals.starsAverage,
    new_followers: newFollowers,
  };
}

const moneyToWire = (numbers: readonly DayNumbers[]): WireMoney[] =>
  moneyOf(numbers).map(({ currency, revenueMinor, feeMinor, refundedMinor }) => {
    const { digits } = currencyOf(currency);
    return {
      currency_code: currency,
      revenue: toDecimal(revenueMinor, digits),
      fee: toDecimal(feeMinor, digits),
      refunded: toDecimal(refundedMinor, digits),
    };
  });

function nameOf(source: string): { kind: WireStats['sources'][number]['kind']; name: string } {
  const [kind = '', name = ''] = source.split(/:(.*)/s);
  return { kind: kind as WireStats['sources'][number]['kind'], name };
}

/** Seats of the events that begin within the range, and how many wait for one right now, whenever the event is. */
async function readSeats(sql: Sql, { hostId, event, range, zone }: Scope): Promise<WireStats['seats']> {
  const row = await sql.one<{ seats: number | null; sold: number | null; waiting: number | null }>(
    `SELECT sum(capacity) FILTER (WHERE is_asked) AS seats, sum(sold) FILTER (WHERE is_asked) AS sold,
       sum(waiting) AS waiting
     FROM event CROSS JOIN LATERAL (SELECT $2::uuid IS NOT NULL OR
       starts_at >= $3::date::timestamp AT TIME ZONE $5 AND starts_at < ($4::date + 1)::timestamp AT TIME ZONE $5 AS is_asked) r
     WHERE host_id = $1 AND private_for IS NULL AND replay_of IS NULL AND cancelled_at IS NULL
       AND ($2::uuid IS NULL OR id = $2)`,
    [hostId, event?.uuid ?? null, range.from, range.to, zone],
  );
  return { seats: row?.seats ?? 0, seats_sold: row?.sold ?? 0, waiting: row?.waiting ?? 0 };
}

/** The viewers in each minute of the event, or of the latest one of the range that took place. */
async function whoStayed(sql: Sql, { hostId, event, range }: Scope): Promise<WireStats['who_stayed']> {
  const show = await sql.one<{ event_id: string; title: string; started_ms: number | null }>(
    `SELECT s.event_id, e.title, (extract(epoch FROM e.started_at) * 1000)::bigint AS started_ms
     FROM event_show s JOIN event e ON e.id = s.event_id
     WHERE s.host_id = $1 AND s.minutes > 0
       AND CASE WHEN $2::uuid IS NULL THEN s.day BETWEEN $3::date AND $4::date ELSE s.event_id = $2 END
     ORDER BY s.day DESC, e.started_at DESC LIMIT 1`,
    [hostId, event?.uuid ?? null, range.from, range.to],
  );
  if (!show) return null;
  const viewers = await sql.query<{ minute: number; viewers: number }>(
    'SELECT minute, viewers FROM viewer_sample WHERE event_id = $1 ORDER BY minute LIMIT 2000',
    [show.event_id],
  );
  return { event_uuid: show.event_id, event_title: show.title, started: show.started_ms ?? 0, viewers };
}

/** The days or the events of a range as a CSV file. */
export async function exportStats(
  deps: StatsDeps,
  hostId: number,
  asked: RangeInput & { readonly table: 'days' | 'events' },
): Promise<{ file_name: string; csv: string }> {
  const scope = await readScope(deps.db, hostId, asked);
  const rows = asked.table === 'days' ? await exportedDays(deps, scope) : await exportedEvents(deps, scope);
  return {
    file_name: `frontrow-${asked.table}-${scope.range.from}-${scope.range.to}.csv`,
    csv: csvHead(Object.keys(rows[0] ?? {})) + csvRows(rows.map((row) => Object.values(row))),
  };
}

async function exportedDays({ db }: StatsDeps, scope: Scope): Promise<object[]> {
  const inRange = ({ day }: { readonly day: string }): boolean => day >= scope.range.from;
  const numbers = (await readNumbers(db, scope)).filter(inRange);
  const views = (await readViews(db, scope)).filter(inRange);
  return dayRows(scope, numbers, views, await readFollows(db, scope)).flatMap(({ money, ...day }) =>
    (money.length > 0 ? money : [{ currency_code: '', revenue: 0, fee: 0, refunded: 0 }]).map((one, index) => ({
      // Of several currencies a day has several lines; what is no money stands in the first.
      ...(index === 0
        ? day
        : { ...day, views: 0, visitors: 0, tickets_sold: 0, tickets_returned: 0, new_followers: 0 }),
      ...one,
    })),
  );
}

async function exportedEvents(deps: StatsDeps, scope: Scope): Promise<object[]> {
  const { events } = await statsEvents(deps, scope, undefined, exportedEventsMax);
  return events.map(({ event_cover_image: _cover, money, event_date: starts, ...event }) => ({
    ...event,
    event_starts: new Date(starts).toISOString(),
    ...money,
  }));
}
