import type { Sql } from '../../db/db.ts';
import type { EventFilters } from './event-filters.ts';

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
