import { brokenRules, firstOf } from '../src/db/check-books.ts';
import { catalogue } from '../src/facts/catalogue.ts';
import type { TestApp } from './harness.ts';

/** Each broken rule with its first rows; empty when everything adds up. */
export const brokenInvariants = async (sql: { query(text: string): Promise<readonly object[]> }): Promise<string[]> => [
  ...(await brokenRules(sql)),
  ...(await unknownFacts(sql)),
];

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
async function unknownFacts(sql: { query(text: string): Promise<readonly object[]> }): Promise<string[]> {
  const rows = (await sql.query('SELECT topic, payload FROM outbox')) as { topic: string; payload: unknown }[];
  const odd = rows.filter(({ topic, payload }) => {
    const schema = Object.hasOwn(catalogue, topic) ? catalogue[topic as keyof typeof catalogue] : undefined;
    return !schema?.safeParse(payload).success;
  });
  return odd.length > 0 ? [`F01 every fact is one of the catalogue: ${odd.length} rows, first ${firstOf(odd)}`] : [];
}
