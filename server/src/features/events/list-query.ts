import type { eventFilters } from '@frontrow/contract/events/api.ts';
import type { z } from 'zod';
import { cursorParts, decodeCursor, encodeCursor } from '../../db/cursors.ts';
import type { Sql, Tx } from '../../db/db.ts';

/** What a list of public events is limited to; a filter that is missing limits nothing. */
export interface EventFilters {
  readonly liveNow?: boolean | undefined;
  readonly past?: boolean | undefined;
  readonly free?: boolean | undefined;
  /** Highest price, fee included, in whole units of the currency. */
  readonly priceMax?: number | undefined;
  /** Of `priceMax`; what is sold in another one cannot be compared with it. */
  readonly currency?: string | undefined;
  readonly from?: number | undefined;
  readonly to?: number | undefined;
  readonly lang?: number | undefined;
  readonly category?: number | undefined;
  readonly tag?: string | undefined;
  /** Username. */
  readonly host?: string | undefined;
}

export type ListSection = 'coming' | 'live' | 'past';

/** Live and upcoming events together, live ones only, or past ones. */
export function sectionOf({ liveNow, past }: EventFilters): ListSection {
  if (liveNow) return 'live';
  return past ? 'past' : 'coming';
}

export const filtersOf = ({ live_now, price_max, ...rest }: z.output<typeof eventFilters>): EventFilters => ({
  liveNow: live_now,
  priceMax: price_max,
  currency: rest.currency,
  past: rest.past,
  free: rest.free,
  from: rest.from,
  to: rest.to,
  lang: rest.lang,
  category: rest.category,
  tag: rest.tag,
  host: rest.host,
});

/** Conditions joined by AND; parameters are numbered in the order they are added. */
export class Conditions {
  readonly texts: string[] = [];
  readonly params: unknown[];

  /** Several sets of conditions in one statement share the numbering of their parameters. */
  constructor(params: unknown[] = []) {
    this.params = params;
  }

  /** `?` is the place of the value. */
  add(text: string, value?: unknown): void {
    if (value === undefined) return void this.texts.push(text);
    this.params.push(value);
    this.texts.push(text.replaceAll('?', `$${this.params.length}`));
  }

  get sql(): string {
    return this.texts.join(' AND ');
  }
}

/** The order of a list; equal rows are ordered by the event's id. */
export interface Keyset {
  readonly column: 'starts_at' | 'started_at';
  readonly direction: 'ASC' | 'DESC';
}

/** The last row of a page; `at` is the database's text, exact to the microsecond. */
export interface KeysetPlace {
  /** Number of the part, in a list of several. */
  readonly part: number;
  readonly at: string;
  readonly id: string;
}

export const cursorOf = ({ part, at, id }: KeysetPlace): string => encodeCursor(part, at, id);

/** Throws `bad_input` on a cursor that we did not make. */
export function readCursor(cursor: string): KeysetPlace {
  const [part = '', at = '', id = ''] = decodeCursor(cursor, /^\d$/, cursorParts.at, cursorParts.uuid);
  return { part: Number(part), at, id };
}

const statementMs = 2_000;

/**
 * Words are matched by the inverted indexes and lists read in order by the ordered ones, whatever the planner
 * estimates.
 */
const scanModes = {
  byWords: 'SET LOCAL enable_indexscan = off; SET LOCAL enable_bitmapscan = on',
  byOrder: 'SET LOCAL enable_indexscan = on; SET LOCAL enable_bitmapscan = off',
  any: 'SET LOCAL enable_indexscan = on; SET LOCAL enable_bitmapscan = on',
} as const;
type ScanMode = keyof typeof scanModes;

/** Every statement that reads lists has a time limit, and none reads a whole table. */
export const readingBounds = `SET LOCAL statement_timeout = ${statementMs}; SET LOCAL enable_seqscan = off`;
/** The same, and `byOrder` from the start. */
export const walkingBounds = `${readingBounds}; ${scanModes.byOrder}`;

/** How much is read in one way before the next is tried. */
export interface Reach {
  /** The nearest events are looked through first: all requests read them, and frequent words are among them. */
  readonly near: number;
  /** Matches that are read and sorted at most. Each is on its own disk page, which is most of the cost. */
  readonly sorted: number;
  /** Where more match: those of the next week, then of more weeks, until there is a full page. */
  readonly weeksTogether: readonly number[];
  /** Where those weeks do not fill a page: sorted up to this many; with more, reading in order soon fills one. */
  readonly sortedAtWorst: number;
}

const usual: Reach = { near: 500, sorted: 300, weeksTogether: [1, 4], sortedAtWorst: 3_000 };

/** The reading of one transaction; planner settings are changed only when the way of reading changes. */
export class Reading {
  readonly tx: Tx;
  readonly reach: Reach;
  #mode: ScanMode;

  constructor(tx: Tx, mode: ScanMode, reach: Reach = usual) {
    this.tx = tx;
    this.#mode = mode;
    this.reach = reach;
  }

  async use(mode: ScanMode): Promise<void> {
    if (this.#mode === mode) return;
    this.#mode = mode;
    await this.tx.query(scanModes[mode]);
  }
}

/** A lexeme in the quotes of a tsquery; it may hold any character. */
export const quoted = (lexeme: string): string => `'${lexeme.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`;

/** Listed events carry marks for these filters: the marks as parts of a tsquery. Undefined: no such host. */
export async function marksOf(sql: Sql, filters: EventFilters): Promise<string[] | undefined> {
  const marks: string[] = [];
  if (filters.free) marks.push('=f');
  if (filters.lang !== undefined) marks.push(`=l${filters.lang}`);
  if (filters.category !== undefined) marks.push(`=c${filters.category}`);
  if (filters.tag !== undefined) {
    const { tag } = (await sql.one<{ tag: string }>('SELECT tag_key($1) AS tag', [filters.tag]))!;
    marks.push(`=t${tag}`);
  }
  if (filters.host !== undefined) {
    const host = await sql.one<{ id: number }>('SELECT id FROM app_user WHERE username = $1', [filters.host]);
    if (!host) return undefined;
    marks.push(`=h${host.id}`);
  }
  return marks.map(quoted);
}

/** A tsquery for events that start in `first` or the weeks after it; with negative `weeks`, before it. */
export const weekMarks = (first: number, weeks: number): string =>
  Array.from({ length: Math.abs(weeks) }, (_, n) => quoted(`=w${first + Math.sign(weeks) * n}`)).join(' | ');
