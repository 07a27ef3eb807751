import { fromDecimal } from '@frontrow/core/kernel/money.ts';
import type { Db, Sql, Tx } from '../../db/db.ts';
import { Conditions } from './conditions.ts';
import type { EventFilters } from './event-filters.ts';
import { cursorOf, type Keyset, type KeysetPlace, readCursor } from './keyset.ts';
import { marksOf } from './marks.ts';

/** One part of a list: which events, in which order. */
export interface ListPart extends Keyset {
  /** Literal SQL: the index of this part has the same condition. */
  readonly where: 'state < 2' | 'state = 0' | 'state = 1' | 'state = 2';
  /** Where the words must stand; `description`: somewhere, but not all of them in the head. Marks are everywhere. */
  readonly in: 'anywhere' | 'head' | 'description';
}

export interface ListedQuestion {
  /** Shown one after the other. */
  readonly parts: readonly ListPart[];
  /** A tsquery of words; nothing: any. */
  readonly words?: string | undefined;
  readonly filters: EventFilters;
  readonly cursor: string | undefined;
  readonly limit: number;
}

export interface ListedPage {
  readonly ids: string[];
  readonly nextCursor: string | null;
}

interface Row {
  id: string;
  at: string;
}

/** Up to so many matches are read and sorted; with more of them a walk along the order soon has a page. */
const sortedMax = 3_000;
const statementMs = 2_000;
/** All prices are in one currency with two digits. */
const digits = 2;

/** What is matched comes from the inverted indexes, what is walked from the ordered ones, however the planner estimates. */
const ways = {
  byWords: 'SET LOCAL enable_indexscan = off; SET LOCAL enable_bitmapscan = on',
  byOrder: 'SET LOCAL enable_indexscan = on; SET LOCAL enable_bitmapscan = off',
  any: 'SET LOCAL enable_indexscan = on; SET LOCAL enable_bitmapscan = on',
} as const;
type Way = keyof typeof ways;

/** Every statement that reads lists is short, and none of them reads a whole table. */
export const readingBounds = `SET LOCAL statement_timeout = ${statementMs}; SET LOCAL enable_seqscan = off`;

/** One transaction's reading; it turns to another way of reading only when it has to. */
class Reading {
  readonly tx: Tx;
  #way: Way = 'any';

  constructor(tx: Tx) {
    this.tx = tx;
  }

  async go(way: Way): Promise<void> {
    if (this.#way === way) return;
    this.#way = way;
    await this.tx.query(ways[way]);
  }
}

/** A page of listed events. What it costs is bounded by the page, not by how many events there are or match. */
export const findListed = (db: Db, question: ListedQuestion): Promise<ListedPage> =>
  db.tx(async (tx) => {
    await tx.query(readingBounds);
    return findListedIn(tx, question);
  });

/** The same within a transaction that has `readingBounds`. */
export async function findListedIn(tx: Tx, question: ListedQuestion): Promise<ListedPage> {
  const { parts, limit } = question;
  const after = question.cursor === undefined ? undefined : readCursor(question.cursor);
  const wanted = await wantedOf(tx, question);
  if (!wanted) return { ids: [], nextCursor: null };
  const reading = new Reading(tx);
  const found: (Row & { part: number })[] = [];
  for (const [part, each] of parts.entries()) {
    if (after && part < after.part) continue;
    const rows = await rowsOf(reading, each, wanted, {
      after: after?.part === part ? after : undefined,
      limit: limit + 1 - found.length,
    });
    found.push(...rows.map((row) => ({ ...row, part })));
    if (found.length > limit) break;
  }
  await reading.go('any');
  const shown = found.slice(0, limit);
  const last = found.length > limit ? shown.at(-1) : undefined;
  return { ids: shown.map((row) => row.id), nextCursor: last ? cursorOf(last) : null };
}

interface Wanted {
  /** A tsquery of words and marks. */
  readonly match: string | undefined;
  readonly filters: EventFilters;
}

/** Undefined when a filter names somebody who is not there. */
async function wantedOf(sql: Sql, { words, filters }: ListedQuestion): Promise<Wanted | undefined> {
  const marks = await marksOf(sql, filters);
  if (!marks) return undefined;
  const match = [...marks, ...(words === undefined ? [] : [`(${words})`])].join(' & ');
  return { match: match === '' ? undefined : match, filters };
}

interface Place {
  readonly after: KeysetPlace | undefined;
  readonly limit: number;
}

async function rowsOf(
  reading: Reading,
  part: ListPart,
  { match, filters }: Wanted,
  { after, limit }: Place,
): Promise<Row[]> {
  const where = new Conditions();
  where.add(part.where);
  if (filters.priceMax !== undefined)
    where.add('price_minor <= ?', fromDecimal(Math.min(filters.priceMax, 1e9), digits));
  if (filters.from !== undefined) where.add('starts_at >= ?', dateOf(filters.from));
  if (filters.to !== undefined) where.add('starts_at < ?', dateOf(filters.to));
  if (after) {
    const sign = part.direction === 'ASC' ? '>' : '<';
    where.params.push(after.at, after.id);
    where.add(
      `(${part.column}, event_id) ${sign} ($${where.params.length - 1}::timestamptz, $${where.params.length}::uuid)`,
    );
  }
  if (match !== undefined) {
    where.add(`${part.in === 'head' ? 'head' : 'words'} @@ ?::tsquery`, match);
    if (part.in === 'description') where.add('NOT head @@ ?::tsquery', match);
  }
  const order = `ORDER BY ${part.column} ${part.direction}, event_id ${part.direction} LIMIT ${limit}`;
  const columns = `event_id AS id, ${part.column}::text AS at`;

  // The few live ones are walked anyway.
  if (match !== undefined && part.where !== 'state = 1') {
    await reading.go('byWords');
    const rows = await reading.tx.query<Row & { matches: number }>(
      `WITH found AS MATERIALIZED (SELECT event_id, ${part.column} FROM listed_event WHERE ${where.sql} LIMIT ${sortedMax + 1})
       SELECT ${columns}, (SELECT count(*)::int FROM found) AS matches FROM found ${order}`,
      where.params,
    );
    if ((rows[0]?.matches ?? 0) <= sortedMax) return rows;
  }
  await reading.go('byOrder');
  return reading.tx.query<Row>(`SELECT ${columns} FROM listed_event WHERE ${where.sql} ${order}`, where.params);
}

/** The furthest moments a database keeps are nearer than JavaScript's. */
const dateOf = (ms: number): Date => new Date(Math.max(-1e14, Math.min(ms, 1e14)));
