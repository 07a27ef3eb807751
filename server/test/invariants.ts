import { readdirSync, readFileSync } from 'node:fs';
import { catalogue } from '../src/facts/catalogue.ts';
import type { TestApp } from './harness.ts';

interface Invariant {
  readonly name: string;
  readonly query: string;
}

const rowsShownMax = 5;

/** The named queries of `invariants*.sql` in `server/src/db`: each returns the rows that break it. */
function readInvariants(): readonly Invariant[] {
  const db = new URL('../src/db/', import.meta.url);
  const files = readdirSync(db).filter((name) => /^invariants.*\.sql$/.test(name));
  return files.flatMap((file) =>
    readFileSync(new URL(file, db), 'utf8')
      .split(/^-- name: /m)
      .slice(1)
      .map((part) => {
        const [name = '', ...lines] = part.split('\n');
        return { name: name.trim(), query: lines.filter((line) => !line.startsWith('--')).join('\n') };
      }),
  );
}

/** Each broken rule with its first rows; empty when everything adds up. */
export async function brokenInvariants(sql: { query(text: string): Promise<readonly object[]> }): Promise<string[]> {
  const broken: string[] = [];
  for (const { name, query } of readInvariants()) {
    const rows = await sql.query(query);
    if (rows.length > 0)
      broken.push(`${name}: ${rows.length} rows, first ${JSON.stringify(rows.slice(0, rowsShownMax))}`);
  }
  broken.push(...(await unknownFacts(sql)));
  return broken;
}

/**
 * Money, seats, rooms and accounts add up: every query returns nothing. Delivers the facts and runs the jobs first.
 * Throws with the name of each broken rule and its first rows.
 */
export async function expectInvariants(app: Pick<TestApp, 'db' | 'quiesce'>): Promise<void> {
  await app.quiesce();
  const broken = await brokenInvariants(app.db);
  if (broken.length > 0) throw new Error(`invariants broken\n${broken.join('\n')}`);
}

/** The same for the outbox: whoever recorded a fact, also in SQL, kept to the catalogue. */
async function unknownFacts(sql: { query(text: string): Promise<readonly object[]> }): Promise<string[]> {
  const rows = (await sql.query('SELECT topic, payload FROM outbox')) as { topic: string; payload: unknown }[];
  const odd = rows.filter(({ topic, payload }) => {
    const schema = Object.hasOwn(catalogue, topic) ? catalogue[topic as keyof typeof catalogue] : undefined;
    return !schema?.safeParse(payload).success;
  });
  const first = JSON.stringify(odd.slice(0, rowsShownMax));
  return odd.length > 0 ? [`F01 every fact is one of the catalogue: ${odd.length} rows, first ${first}`] : [];
}
