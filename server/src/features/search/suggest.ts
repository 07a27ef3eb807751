import { suggestionsMax } from '@frontrow/core/search/limits.ts';
import type { Sql } from '../../db/db.ts';
import { popularTags } from './find-tags.ts';
import type { Meant } from './meant-words.ts';

/**
 * What to search for instead: the words of this search that find something by themselves, then tags of what starts
 * soonest.
 */
export async function suggest(sql: Sql, meant: readonly Meant[]): Promise<string[]> {
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
