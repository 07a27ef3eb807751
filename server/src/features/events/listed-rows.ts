import { currencyOf, defaultCurrency, minorOf } from '@frontrow/core/kernel/money.ts';
import { Conditions, type EventFilters, type Keyset, type KeysetPlace, type Reading, weekMarks } from './list-query.ts';

/** One part of a list: its events and their order. */
export interface ListPart extends Keyset {
  /** Literal SQL, because the part's index has the same condition. */
  readonly where: 'state < 2' | 'state = 0' | 'state = 1' | 'state = 2';
  /** Where the words must be; `description`: not all of them in the head. Marks are in both. */
  readonly in: 'anywhere' | 'head' | 'description';
}

export interface Row {
  readonly id: string;
  readonly at: string;
}

export interface Wanted {
  /** A tsquery of words and marks. */
  readonly match: string | undefined;
  readonly filters: EventFilters;
}

interface Place {
  readonly after: KeysetPlace | undefined;
  readonly limit: number;
}

/** The next rows of a part. */
export async function rowsOf(reading: Reading, part: ListPart, wanted: Wanted, place: Place): Promise<Row[]> {
  // Live events are few and always read in order.
  if (wanted.match !== undefined && part.where !== 'state = 1') {
    const near = await nearRows(reading, part, wanted, place);
    if (near.rows.length === place.limit || near.isAll) return near.rows;
    const sorted = await sortedRows(reading, part, wanted, place, near.week);
    if (sorted) return sorted;
  }
  await reading.use('byOrder');
  const where = conditionsOf(part, place, wanted.filters);
  addMatch(where, part, wanted);
  return reading.tx.query<Row>(
    `SELECT event_id AS id, ${part.column}::text AS at FROM listed_event
      WHERE ${where.sql} ${orderOf(part, place.limit)}`,
    where.params,
  );
}

interface Near {
  readonly rows: Row[];
  /** No events follow them. */
  readonly isAll: boolean;
  /** Week in which the first of them starts. */
  readonly week: number;
}

/** Matches among the nearest events. */
async function nearRows(reading: Reading, part: ListPart, wanted: Wanted, place: Place): Promise<Near> {
  await reading.use('byOrder');
  const { column, direction } = part;
  const where = conditionsOf(part, place, wanted.filters);
  const hit = new Conditions(where.params);
  addMatch(hit, part, wanted);
  const rows = await reading.tx.query<{ id: string | null; at: string; looked: number; week: number | null }>(
    `WITH near AS MATERIALIZED (SELECT event_id, ${column}, ${hit.sql} AS hit FROM listed_event
      WHERE ${where.sql} ${orderOf(part, reading.reach.near)})
     SELECT event_id AS id, ${column}::text AS at, looked, week
     FROM (SELECT count(*)::int AS looked, week_of(${direction === 'ASC' ? 'min' : 'max'}(${column})) AS week
     FROM near) AS all_near
     LEFT JOIN (SELECT event_id, ${column} FROM near WHERE hit ${orderOf(part, place.limit)}) AS hits ON true
     ${orderOf(part, place.limit)}`,
    where.params,
  );
  const { looked, week } = rows[0]!;
  return {
    rows: rows.flatMap(({ id, at }) => (id === null ? [] : [{ id, at }])),
    isAll: looked < reading.reach.near,
    week: week ?? 0,
  };
}

/**
 * Matches, sorted: all of them where they are few, else those of some weeks. Undefined if so many match that reading in
 * order soon fills the page.
 */
async function sortedRows(
  reading: Reading,
  part: ListPart,
  wanted: Wanted,
  place: Place,
  firstWeek: number,
): Promise<Row[] | undefined> {
  await reading.use('byWords');
  const read = async (max: number, marks = ''): Promise<Row[] | undefined> => {
    const where = conditionsOf(part, place, wanted.filters);
    addMatch(where, part, { ...wanted, match: wanted.match + marks });
    const rows = await reading.tx.query<Row & { matches: number }>(
      `WITH found AS MATERIALIZED (SELECT event_id, ${part.column} FROM listed_event WHERE ${where.sql}
        LIMIT ${max + 1})
       SELECT event_id AS id, ${part.column}::text AS at, (SELECT count(*)::int FROM found) AS matches
       FROM found ${orderOf(part, place.limit)}`,
      where.params,
    );
    return (rows[0]?.matches ?? 0) > max ? undefined : rows;
  };
  const { sorted, weeksTogether, sortedAtWorst } = reading.reach;
  const all = await read(sorted);
  if (all) return all;
  for (const weeks of weeksTogether) {
    const rows = await read(sorted, ` & (${weekMarks(firstWeek, part.direction === 'ASC' ? weeks : -weeks)})`);
    if (!rows || rows.length === place.limit) return rows;
  }
  return read(sortedAtWorst);
}

/** Conditions that the part's ordered index answers. */
function conditionsOf(part: ListPart, { after }: Place, { from, to }: EventFilters): Conditions {
  const where = new Conditions();
  where.add(part.where);
  if (from !== undefined) where.add('starts_at >= ?', dateOf(from));
  if (to !== undefined) where.add('starts_at < ?', dateOf(to));
  if (after) {
    const sign = part.direction === 'ASC' ? '>' : '<';
    where.params.push(after.at, after.id);
    where.add(
      `(${part.column}, event_id) ${sign} ($${where.params.length - 1}::timestamptz, $${where.params.length}::uuid)`,
    );
  }
  return where;
}

/** Conditions that are checked in each event. */
function addMatch(where: Conditions, part: ListPart, { match, filters }: Wanted): void {
  if (filters.priceMax !== undefined) addPrice(where, filters.priceMax, filters.currency ?? defaultCurrency);
  if (match === undefined) return;
  where.add(`${part.in === 'head' ? 'head' : 'words'} @@ ?::tsquery`, match);
  if (part.in === 'description') where.add('NOT head @@ ?::tsquery', match);
}

/** What costs at most this much in this currency, and what is free: prices in other currencies are not compared. */
function addPrice(where: Conditions, priceMax: number, currency: string): void {
  where.add('price_minor <= ?', minorOf(Math.min(priceMax, 1e9), currencyOf(currency)));
  where.add('(price_minor = 0 OR (SELECT e.currency FROM event e WHERE e.id = event_id) = ?)', currency);
}

const orderOf = ({ column, direction }: ListPart, limit: number): string =>
  `ORDER BY ${column} ${direction}, event_id ${direction} LIMIT ${limit}`;

/** PostgreSQL's last timestamp is earlier than JavaScript's last date. */
const dateOf = (ms: number): Date => new Date(Math.max(-1e14, Math.min(ms, 1e14)));
