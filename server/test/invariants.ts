import type pg from 'pg';
import { brokenRules, firstOf, readRules, saidOf } from '../src/db/check-books.ts';
import { catalogue } from '../src/facts/catalogue.ts';
import type { TestApp } from './harness.ts';

interface Queried {
  query(text: string): Promise<readonly object[]>;
  /** None inside a transaction. */
  readonly pool?: pg.Pool;
}

const rules = readRules();
const inOneRequest = rules.map(({ query }) => query.trim().replace(/;$/, '')).join(';\n');

/** Each broken rule with its first rows; empty when everything adds up. */
export const brokenInvariants = async (sql: Queried): Promise<string[]> => [
  ...(sql.pool ? await brokenInOneRequest(sql.pool) : await brokenRules(sql)),
  ...(await unknownFacts(sql)),
];

/** Asking each rule separately takes twice the processor time, and suites ask a thousand times. */
async function brokenInOneRequest(pool: pg.Pool): Promise<string[]> {
  // The driver answers several statements with a list, which its types do not know.
  const answers = (await pool.query(inOneRequest)) as unknown as pg.QueryResult<object>[];
  if (answers.length !== rules.length) throw new Error(`${rules.length} rules had ${answers.length} answers`);
  return rules.flatMap((rule, index) => saidOf(rule, answers[index]!.rows));
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

/** The same for the outbox: anyone who recorded a fact, also in SQL, kept to the catalogue. */
async function unknownFacts(sql: Queried): Promise<string[]> {
  const rows = (await sql.query('SELECT topic, payload FROM outbox')) as { topic: string; payload: unknown }[];
  const odd = rows.filter(({ topic, payload }) => {
    const schema = Object.hasOwn(catalogue, topic) ? catalogue[topic as keyof typeof catalogue] : undefined;
    return !schema?.safeParse(payload).success;
  });
  return odd.length > 0 ? [`F01 every fact is one of the catalogue: ${odd.length} rows, first ${firstOf(odd)}`] : [];
}
