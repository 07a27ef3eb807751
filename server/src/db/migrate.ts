import { fileURLToPath } from 'node:url';
import { runner } from 'node-pg-migrate';
import pg from 'pg';
import type { Logger } from '../ports/log.ts';

const startLockId = 815_001;

/**
 * Brings the schema forward. Forward-only SQL files, applied at start under an advisory lock that waits, so that several
 * processes starting at once migrate once. Throws when a file fails; nothing of it is then applied.
 */
export async function migrate(url: string, log: Logger): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  // A database that stops meanwhile fails the statement: that is enough.
  client.on('error', () => undefined);
  await client.connect();
  try {
    await client.query('SELECT pg_advisory_lock($1)', [startLockId]);
    const applied = await runner({
      dbClient: client,
      dir: fileURLToPath(new URL('./migrations', import.meta.url)),
      direction: 'up',
      migrationsTable: 'schema_migration',
      checkOrder: false,
      noLock: true,
      log: () => undefined,
    });
    if (applied.length > 0) log.info({ applied: applied.map((file) => file.name) }, 'schema migrated');
  } finally {
    await client.end();
  }
}
