import type { AnswerOf } from '@frontrow/contract/api.ts';
import { refuse } from '@frontrow/core/refuse.ts';
import {
  searchCharsMax,
  searchCharsMin,
  searchHostsMax,
  searchTagsMax,
  suggestionsMax,
} from '@frontrow/core/search/limits.ts';
import { isStatementTimeout } from '../../db/database-errors.ts';
import type { Sql } from '../../db/db.ts';
import type { Kit } from '../../kit.ts';
import {
  type EventFilters,
  type Events,
  type ListPart,
  type ListSection,
  readingBounds,
  sectionOf,
} from '../events/index.ts';
import { allOf, anyOf, likeness, type Meant, meantBy } from './spelling.ts';

export interface SearchDeps extends Pick<Kit, 'db'> {
  readonly events: Events;
}

interface Search {
  readonly text: string;
  readonly filters: EventFilters;
  readonly cursor: string | undefined;
  readonly limit: number | undefined;
}

const pageDefault = 20;
const bounds = `${readingBounds}; SET LOCAL pg_trgm.similarity_threshold = ${likeness}`;

const live: ListPart = { where: 'state = 1', in: 'anywhere', column: 'started_at', direction: 'DESC' };
/**
 * Live ones first, then those with all words in title, tags or host, then those with words in the description; past
 * ones apart.
 */
const parts: Record<ListSection, readonly ListPart[]> = {
  live: [live],
  coming: [
    live,
    { where: 'state = 0', in: 'head', column: 'starts_at', direction: 'ASC' },
    { where: 'state = 0', in: 'description', column: 'starts_at', direction: 'ASC' },
  ],
  past: [{ where: 'state = 2', in: 'anywhere', column: 'starts_at', direction: 'DESC' }],
};

const nothing: AnswerOf<'GET /search'> = {
  events: [],
  next_cursor: null,
  corrected: null,
  tags: [],
  hosts: [],
  suggestions: [],
};

export async function search(deps: SearchDeps, asked: Search): Promise<AnswerOf<'GET /search'>> {
  const text = asked.text.replaceAll(/\p{Cc}/gu, ' ').trim();
  checkLength(text);
  try {
    return await answer(deps, { ...asked, text });
  } catch (error) {
    if (isStatementTimeout(error)) throw refuse('search_too_slow', {}, { retryAfter: 5 });
    throw error;
  }
}

function checkLength(text: string): void {
  const length = [...text].length;
  if (length > searchCharsMax) throw refuse('search_too_long', {}, { field: 'q' });
  if (length > 0 && length < searchCharsMin) throw refuse('search_too_short', {}, { field: 'q' });
}

async function answer({ db, events }: SearchDeps, asked: Search): Promise<AnswerOf<'GET /search'>> {
  const { text, filters, cursor, limit = pageDefault } = asked;
  return db.tx(async (tx) => {
    const meant = text === '' ? [] : await meantBy(tx, text);
    const words = allOf(meant);
    // Without words and without a tag there is nothing to search for; only suggestions are answered.
    const findable = text === '' ? filters.tag !== undefined : words !== undefined;
    const page = findable
      ? await events.listed(tx, { parts: parts[sectionOf(filters)], words, filters, cursor, limit })
      : { ids: [], nextCursor: null };
    const found = {
      ...nothing,
      events: await events.cards(tx, page.ids),
      next_cursor: page.nextCursor,
      corrected: page.ids.length > 0 ? correctionOf(meant) : null,
    };
    if (cursor !== undefined) return found;
    return {
      ...found,
      tags: await findTags(tx, meant),
      hosts: await events.hostCards(tx, await findHosts(tx, meant)),
      suggestions: page.ids.length > 0 ? [] : await suggest(tx, meant),
    };
  }, bounds);
}

/** The search with its corrected words; null where nothing was corrected. */
const correctionOf = (meant: readonly Meant[]): string | null =>
  meant.some((word) => word.corrected) ? meant.map((word) => word.corrected ?? word.typed).join(' ') : null;

const hostCandidatesMax = 500;

/**
 * Hosts with any of the words in their names: those with more of the words first, then those with an upcoming event.
 */
async function findHosts(sql: Sql, meant: readonly Meant[]): Promise<number[]> {
  const any = anyOf(meant);
  if (any === undefined) return [];
  const rows = await sql.query<{ id: number }>(
    `WITH found AS MATERIALIZED (SELECT user_id, words FROM listed_host
       WHERE words @@ $1::tsquery LIMIT ${hostCandidatesMax})
     SELECT user_id AS id FROM found f
     ORDER BY (SELECT count(*) FROM unnest($2::text[]) AS each (term) WHERE f.words @@ term::tsquery) DESC,
       EXISTS (SELECT 1 FROM listed_event l WHERE l.host_id = f.user_id AND l.state < 2) DESC, user_id LIMIT $3`,
    [any, meant.filter(({ terms }) => terms.length > 0).map(({ terms }) => terms.join(' | ')), searchHostsMax],
  );
  return rows.map((row) => row.id);
}

/** Matching tags of which the best are chosen. */
const tagCandidatesMax = 500;

/**
 * Tags of public events with any of the words: those with more of the words first, then the shorter ones; of the
 * spellings of one tag the best. The `OFFSET` keeps the planner from reading all events of a tag where one is enough.
 */
async function findTags(sql: Sql, meant: readonly Meant[]): Promise<string[]> {
  const any = anyOf(meant);
  if (any === undefined) return [];
  const rows = await sql.query<{ shown: string }>(
    `WITH found AS MATERIALIZED (
       SELECT tag, shown, words FROM listed_tag WHERE words @@ $1::tsquery LIMIT ${tagCandidatesMax}
     ), counted AS (
       SELECT tag, shown,
         (SELECT count(*) FROM unnest($2::text[]) AS each (term) WHERE f.words @@ term::tsquery) AS hits
       FROM found f WHERE EXISTS (
         SELECT 1 FROM event_tag t JOIN listed_event l ON l.event_id = t.event_id
         WHERE lower(t.tag) = lower(f.shown) OFFSET 0)
     ), best AS (
       SELECT DISTINCT ON (tag_key(tag)) tag, shown, hits FROM counted ORDER BY tag_key(tag), hits DESC, tag
     )
     SELECT shown FROM best ORDER BY hits DESC, char_length(shown), tag LIMIT $3`,
    [any, meant.filter(({ terms }) => terms.length > 0).map(({ terms }) => terms.join(' | ')), searchTagsMax],
  );
  return rows.map((row) => row.shown);
}

/** Tags of the events that start soonest, the most frequent first. */
async function popularTags(sql: Sql, limit: number): Promise<string[]> {
  const rows = await sql.query<{ shown: string }>(
    `SELECT min(t.tag) AS shown FROM event_tag t
     JOIN (
       SELECT event_id FROM listed_event WHERE state < 2 ORDER BY starts_at, event_id LIMIT 300
     ) soon ON soon.event_id = t.event_id
     GROUP BY tag_key(t.tag) ORDER BY count(*) DESC, 1 LIMIT $1`,
    [limit],
  );
  return rows.map((row) => row.shown);
}

/**
 * What to search for instead: the words of this search that find something on their own, then tags of what starts
 * soonest.
 */
async function suggest(sql: Sql, meant: readonly Meant[]): Promise<string[]> {
  const words: string[] = [];
  for (const { typed, corrected, terms } of meant) {
    if (terms.length === 0 || (meant.length === 1 && corrected === undefined)) continue;
    const leads = await sql.one('SELECT 1 FROM listed_event WHERE state < 2 AND words @@ $1::tsquery LIMIT 1', [
      terms.join(' | '),
    ]);
    if (leads) words.push(corrected ?? typed);
  }
  return [...new Set([...words, ...(await popularTags(sql, suggestionsMax))])].slice(0, suggestionsMax);
}
