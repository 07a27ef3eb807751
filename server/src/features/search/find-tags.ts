import { searchTagsMax } from '@frontrow/core/search/limits.ts';
import type { Sql } from '../../db/db.ts';
import { anyOf, type Meant } from './meant-words.ts';

/** Matching tags of which the best are chosen. */
const lookedAtMax = 500;

/**
 * Tags of public events with any of the words: those with more of the words first, then the shorter ones; of the
 * spellings of one tag the best. The `OFFSET` keeps the planner from reading all events of a tag where one is enough.
 */
export async function findTags(sql: Sql, meant: readonly Meant[]): Promise<string[]> {
  const any = anyOf(meant);
  if (any === undefined) return [];
  const rows = await sql.query<{ shown: string }>(
    `WITH found AS MATERIALIZED (
       SELECT tag, shown, words FROM listed_tag WHERE words @@ $1::tsquery LIMIT ${lookedAtMax}
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
export async function popularTags(sql: Sql, limit: number): Promise<string[]> {
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
