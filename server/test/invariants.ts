import { brokenRules, firstOf, readRules, saidOf } from '../src/db/check-books.ts';
import { onConnection } from '../src/db/db.ts';
import { catalogue } from '../src/facts/catalogue.ts';
import type { TestApp } from './harness.ts';

interface Queried {
  query(text: string): Promise<readonly object[]>;
}

const askAll = 'SELECT rule, found FROM suites.broken_rules()';

/**
 * Keeps all rules as one function of the database that suites clone: a connection plans it once, and asking costs a
 * tenth of what the rules do as statements. Suites ask a thousand times.
 */
export async function keepInvariants(url: string): Promise<void> {
  const quoted = (name: string): string => `'${name.replaceAll("'", "''")}'`;
  const asks = readRules().map(
    ({ name, query }) =>
      `RETURN QUERY SELECT ${quoted(name)}::text, json_agg(row)
       FROM (${query.trim().replace(/;$/, '')}) row HAVING count(*) > 0;`,
  );
  await onConnection(url, async (sql) => {
    await sql.query('CREATE SCHEMA suites');
    await sql.query('GRANT USAGE ON SCHEMA suites TO PUBLIC');
    await sql.query(
      `CREATE FUNCTION suites.broken_rules() RETURNS TABLE (rule text, found json) LANGUAGE plpgsql STABLE
       AS $rules$ BEGIN ${asks.join('\n')} END $rules$`,
    );
  });
}

/** Each broken rule with its first rows; empty when everything adds up. For databases that were cloned, and others. */
export async function brokenInvariants(sql: Queried): Promise<string[]> {
  const [kept] = await sql.query("SELECT to_regproc('suites.broken_rules') IS NOT NULL AS kept");
  const broken = (kept as { kept: boolean }).kept
    ? ((await sql.query(askAll)) as { rule: string; found: object[] }[]).flatMap(({ rule, found }) =>
        saidOf(rule, found),
      )
    : await brokenRules(sql);
  return [...broken, ...(await unknownFacts(sql))];
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
