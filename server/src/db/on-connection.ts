import pg from 'pg';
import type { Sql } from './db.ts';

const connectWithinMs = 5_000;

/** Runs `work` on a dedicated connection, then closes it. Throws the error of the driver when connecting fails. */
export async function onConnection<T>(url: string, work: (sql: Pick<Sql, 'query'>) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: connectWithinMs });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return await work({
      async query<Row extends object>(text: string, params: readonly unknown[] = []) {
        return (await client.query(text, params as unknown[])).rows as Row[];
      },
    });
  } finally {
    await client.end().catch(() => undefined);
  }
}
