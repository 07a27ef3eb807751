import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { seconds } from '@frontrow/core/kernel/instant.ts';
import { runner } from 'node-pg-migrate';
import pg from 'pg';
import type { Logger } from '../ports/log.ts';

const startLockId = 815_001;
/** Whoever waits for a table keeps everybody behind it waiting, too: no longer than this (reliability F22). */
const tableWaitMs = seconds(2);
const triesMax = 30;
const pauseMs = seconds(1);
/** PostgreSQL's code for a table that was not free in time. */
export const lockNotAvailable = '55P03';

export interface MigrateOptions {
  readonly dir?: string;
  readonly waitMs?: number;
}

/**
 * Brings the schema forward. Forward-only SQL files, applied at start under an advisory lock that waits, so that several
 * processes starting at once migrate once. A table that the running server is busy with is asked for again. Throws when a file
 * fails; nothing of it is then applied.
 */
export async function migrate(
  url: string,
  log: Logger,
  { dir = fileURLToPath(new URL('./migrations', import.meta.url)), waitMs = tableWaitMs }: MigrateOptions = {},
): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  // A database that stops meanwhile fails the statement: that is enough.
  client.on('error', () => undefined);
  await client.connect();
  try {
    await client.query('SELECT pg_advisory_lock($1)', [startLockId]);
    await client.query(`SET lock_timeout = ${waitMs}`);
    for (let left = triesMax; left > 0; left--)
      try {
        return await applyTo(client, dir, log);
      } catch (error) {
        if ((error as { code?: string }).code !== lockNotAvailable || left === 1) throw error;
        log.info({ error: String(error) }, 'a table is in use, the schema is migrated in a moment');
        await client.query('ROLLBACK');
        await pause(pauseMs);
      }
  } finally {
    await client.end();
  }
}

async function applyTo(dbClient: pg.Client, dir: string, log: Logger): Promise<void> {
  const applied = await runner({
    dbClient,
    dir,
    direction: 'up',
    migrationsTable: 'schema_migration',
    checkOrder: false,
    noLock: true,
    log: () => undefined,
  });
  if (applied.length > 0) log.info({ applied: applied.map((file) => file.name) }, 'schema migrated');
}
