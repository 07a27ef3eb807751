import { readdirSync, readFileSync } from 'node:fs';

interface Rule {
  readonly name: string;
  readonly query: string;
}

const rowsShownMax = 5;

/** The named queries of `invariants*.sql` in this folder: each returns the rows that break it. */
function readRules(): readonly Rule[] {
  const files = readdirSync(import.meta.dirname).filter((name) => /^invariants.*\.sql$/.test(name));
  return files.flatMap((file) =>
    readFileSync(`${import.meta.dirname}/${file}`, 'utf8')
      .split(/^-- name: /m)
      .slice(1)
      .map((part) => {
        const [name = '', ...lines] = part.split('\n');
        return { name: name.trim(), query: lines.filter((line) => !line.startsWith('--')).join('\n') };
      }),
  );
}

/** Each broken rule with its first rows; empty when money, seats, rooms and accounts add up. */
export async function brokenRules(sql: { query(text: string): Promise<readonly object[]> }): Promise<string[]> {
  const broken: string[] = [];
  for (const { name, query } of readRules()) {
    const rows = await sql.query(query);
    if (rows.length > 0) broken.push(`${name}: ${rows.length} rows, first ${firstOf(rows)}`);
  }
  return broken;
}

/** The first rows in one line, for a person to look at. */
export const firstOf = (rows: readonly object[]): string => JSON.stringify(rows.slice(0, rowsShownMax));
