import { searchHostsMax } from '@frontrow/core/search/limits.ts';
import type { Sql } from '../../db/db.ts';
import { anyOf, type Meant } from './meant-words.ts';

const lookedAtMax = 500;

/**
 * Hosts with any of the words in their names: those with more of the words first, then those with an upcoming event.
 */
export async function findHosts(sql: Sql, meant: readonly Meant[]): Promise<number[]> {
  const any = anyOf(meant);
  if (any === undefined) return [];
  const rows = await sql.query<{ id: number }>(
    `WITH found AS MATERIALIZED (SELECT user_id, words FROM listed_host WHERE words @@ $1::tsquery LIMIT ${lookedAtMax})
     SELECT user_id AS id FROM found f
     ORDER BY (SELECT count(*) FROM unnest($2::text[]) AS each (term) WHERE f.words @@ term::tsquery) DESC,
       EXISTS (SELECT 1 FROM listed_event l WHERE l.host_id = f.user_id AND l.state < 2) DESC, user_id LIMIT $3`,
    [any, meant.filter(({ terms }) => terms.length > 0).map(({ terms }) => terms.join(' | ')), searchHostsMax],
  );
  return rows.map((row) => row.id);
}
