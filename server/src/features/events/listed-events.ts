import type { Db, Sql, Tx } from '../../db/db.ts';
import type { EventFilters } from './event-filters.ts';
import { cursorOf, readCursor } from './keyset.ts';
import { type ListPart, type Row, rowsOf, type Wanted } from './listed-rows.ts';
import { marksOf } from './marks.ts';
import { type Reach, Reading, walkingBounds } from './reading.ts';

export interface ListedQuestion {
  /** Listed one after the other. */
  readonly parts: readonly ListPart[];
  /** A tsquery of words; without it all events match. */
  readonly words?: string | undefined;
  readonly filters: EventFilters;
  readonly cursor: string | undefined;
  readonly limit: number;
}

export interface ListedPage {
  readonly ids: string[];
  readonly nextCursor: string | null;
}

/** A page of listed events. Its cost is bounded by the page, however many events there are or match. */
export const findListed = (db: Db, question: ListedQuestion): Promise<ListedPage> =>
  db.tx((tx) => readPage(new Reading(tx, 'byOrder'), question), walkingBounds);

/** The same within a transaction that has `readingBounds`. */
export async function findListedIn(tx: Tx, question: ListedQuestion, reach?: Reach): Promise<ListedPage> {
  const reading = new Reading(tx, 'any', reach);
  const page = await readPage(reading, question);
  await reading.go('any');
  return page;
}

async function readPage(reading: Reading, question: ListedQuestion): Promise<ListedPage> {
  const { parts, limit } = question;
  const after = question.cursor === undefined ? undefined : readCursor(question.cursor);
  const wanted = await wantedOf(reading.tx, question);
  if (!wanted) return { ids: [], nextCursor: null };
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
  const shown = found.slice(0, limit);
  const last = found.length > limit ? shown.at(-1) : undefined;
  return { ids: shown.map((row) => row.id), nextCursor: last ? cursorOf(last) : null };
}

/** Undefined when a filter names a host who does not exist. */
async function wantedOf(sql: Sql, { words, filters }: ListedQuestion): Promise<Wanted | undefined> {
  const marks = await marksOf(sql, filters);
  if (!marks) return undefined;
  const match = [...marks, ...(words === undefined ? [] : [`(${words})`])].join(' & ');
  return { match: match === '' ? undefined : match, filters };
}
