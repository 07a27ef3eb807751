import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { seconds } from '@frontrow/core/kernel/instant.ts';
import { runner } from 'node-pg-migrate';
import pg from 'pg';
import type { Logger } from '../ports/log.ts';
import { grantToApp, roleOf } from './app-role.ts';
import { isLockTimeout } from './database-errors.ts';
import { changedFunctions } from './stored-functions.ts';

const startLockId = 815_001;
/** A waiting lock request blocks every later one, so it waits no longer than this. */
const tableWaitMs = seconds(2);
const triesMax = 30;
const pauseMs = seconds(1);
/** A migration from before the baseline, which every database of that time has recorded. */
const beforeBaseline = '0002_accounts';

export interface MigrateOptions {
  readonly dir?: string;
  readonly functions?: string;
  readonly waitMs?: number;
  /** The database as the app opens it: where that is another role, it gets its rights. */
  readonly appUrl?: string | undefined;
}

/** Next to this file, and next to the built one. */
export const migrationsFolder = fileURLToPath(new URL('./migrations', import.meta.url));

/** The database was made before the migrations became one baseline, and nothing leads from there to here. */
export class DatabaseBeforeBaseline extends Error {
  constructor() {
    super('The database was made by an early version of Frontrow, before its first release, and cannot be migrated');
  }
}

/** Text of every language needs UTF-8, and the encoding of a database is chosen when it is created. */
export class DatabaseNotUtf8 extends Error {
  constructor(encoding: string) {
    super(
      `The database stores text as ${encoding}, and Frontrow needs UTF8. Create a new one with ` +
        "CREATE DATABASE frontrow ENCODING 'UTF8' TEMPLATE template0",
    );
  }
}

/**
 * Brings the schema forward: forward-only SQL files, and after them the stored functions whose text changed
 * (docs/decisions/0033-stored-functions-in-files.md). Applied at start under an advisory lock that waits, so that
 * several processes starting at once do it once. A table that the running server is busy with is asked for again.
 * Throws when a file fails; nothing of it is then applied.
 */
export async function migrate(
  url: string,
  log: Logger,
  {
    dir = migrationsFolder,
    functions = fileURLToPath(new URL('./functions', import.meta.url)),
    waitMs = tableWaitMs,
    appUrl = url,
  }: MigrateOptions = {},
): Promise<void> {
  const appRole = roleOf(appUrl);
  const client = new pg.Client({ connectionString: url });
  // A database that stops fails the statement, which is enough.
  client.on('error', () => undefined);
  await client.connect();
  try {
    await client.query('SELECT pg_advisory_lock($1)', [startLockId]);
    await client.query(`SET lock_timeout = ${waitMs}`);
    await refuseOtherEncoding(client);
    if (await isBeforeBaseline(client)) throw new DatabaseBeforeBaseline();
    for (let left = triesMax; left > 0; left--)
      try {
        await applyTo(client, { dir, functions }, log);
        if (appRole !== undefined && appRole !== roleOf(url)) await grantToApp(client, appRole);
        return;
      } catch (error) {
        if (!isLockTimeout(error) || left === 1) throw error;
        log.info({ error: String(error) }, 'a table is in use, the schema is migrated in a moment');
        await client.query('ROLLBACK');
        await pause(pauseMs);
      }
  } finally {
    await client.end();
  }
}

async function refuseOtherEncoding(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ server_encoding: string }>('SHOW server_encoding');
  const encoding = rows[0]!.server_encoding;
  if (encoding !== 'UTF8') throw new DatabaseNotUtf8(encoding);
}

async function isBeforeBaseline(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query("SELECT to_regclass('schema_migration') AS known");
  if (rows[0].known === null) return false;
  const { rowCount } = await client.query('SELECT 1 FROM schema_migration WHERE name = $1', [beforeBaseline]);
  return rowCount !== 0;
}

async function applyTo(
  dbClient: pg.Client,
  { dir, functions }: { readonly dir: string; readonly functions: string },
  log: Logger,
): Promise<void> {
  const stored = await changedFunctions(dbClient, functions);
  await stored.makeFirst();
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
  const made = await stored.makeAll();
  if (made.length > 0) log.info({ made }, 'stored functions made');
}
