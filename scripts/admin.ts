/**
 * Maintenance of the database in FRONTROW_HOME or at DATABASE_URL. `npm run admin -- make-admin <email>` makes the
 * first app admin; `rebuild-stats` recalculates the statistics of all hosts, `rebuild-balances` recalculates their
 * balances from the ledger; `migrate` brings the schema forward and nothing else; `check-books` verifies that seats and
 * money add up and prints the ledger's checksum; `rotate-sealing-key` encrypts all stored secrets with the current
 * sealing secret (`seal-anew` is its old name).
 */
import { join, resolve } from 'node:path';
import process from 'node:process';
import { checkBooks } from '../server/src/db/check-books.ts';
import { type Db, openDb } from '../server/src/db/db.ts';
import { DatabaseBeforeBaseline, DatabaseNotUtf8, migrate } from '../server/src/db/migrate.ts';
import { makeAdmin } from '../server/src/features/accounts/admin/people.ts';
import { rebuildBalances } from '../server/src/features/balance/balances.ts';
import { rebuildStats } from '../server/src/features/stats/index.ts';
import { randomIds } from '../server/src/ids.ts';
import { silentLog } from '../server/src/ports/log.ts';
import { configFromEnv } from '../server/src/process/config-from-env.ts';
import { runningPostgres, startPostgres } from '../server/src/process/embedded/postgres.ts';
import { lockDataDir } from '../server/src/process/data-dir/lock-data-dir.ts';
import { dataDirSecret } from '../server/src/process/data-dir/data-dir.ts';
import { rotateSealingKey, SecretsUnreadable } from '../server/src/rotate-sealing-key.ts';

const [command, email, ...more] = process.argv.slice(2);

const config = configFromEnv(process.env, resolve(import.meta.dirname, '..'));

/** Tasks that need only the database and the settings. Each resolves to the line to print. */
const tasks: Readonly<Record<string, (db: Db) => Promise<string>>> = {
  'check-books': checkBooks,
  // Every task brings the schema forward first.
  migrate: () => Promise.resolve('The schema is the one of this release.'),
  async 'rebuild-stats'(db) {
    const { hosts, events } = await rebuildStats(db);
    return `Recalculated the statistics of ${hosts} hosts and ${events} events.`;
  },
  async 'rotate-sealing-key'(db) {
    // FRONTROW_HOME may supply its secret only for the database that is kept in the same home.
    const { sealing } = config;
    const secret = config.secret ?? sealing.secret ?? (given === undefined ? dataDirSecret(config.home) : undefined);
    if (secret === undefined)
      throw new SecretsUnreadable('set FRONTROW_SEALING_SECRET or FRONTROW_SECRET to the value the product runs with');
    const rotated = await rotateSealingKey(db, { secret, sealing }, randomIds);
    return `Re-encrypted ${rotated} stored secrets. All others already used the current sealing secret.`;
  },
  async 'rebuild-balances'(db) {
    return `Recalculated the balances of ${await rebuildBalances(db)} accounts from the ledger.`;
  },
};
/** Names from earlier releases, which scripts of operators may still use. */
const formerNames: Readonly<Record<string, string>> = { 'seal-anew': 'rotate-sealing-key' };
const task = email === undefined && command !== undefined ? tasks[formerNames[command] ?? command] : undefined;
if (!task && (command !== 'make-admin' || email === undefined || more.length > 0)) {
  const uses = ['make-admin <email>', ...Object.keys(tasks)].map((use) => `npm run admin -- ${use}`);
  process.stderr.write(`Usage: ${uses.join('\n       ')}\n`);
  process.exit(2);
}

const postgresDir = join(config.home, 'postgres');
const given = config.databaseMigrationUrl ?? config.databaseDirectUrl ?? config.databaseUrl;
const quiet = { info: () => undefined, warn: () => undefined };

/**
 * Connects as the schema's owner, because the schema may be older than this checkout. The embedded database of a
 * running product is shared; otherwise it is started for the task and stopped afterwards.
 */
async function withDatabase(workOn: (url: string) => Promise<number>): Promise<number> {
  if (given !== undefined) return workOn(given);
  const held = await lockDataDir(config.home);
  if ('taken' in held) {
    const url = runningPostgres(postgresDir);
    if (url === undefined) throw new Error('its database is starting or stopping');
    return workOn(url);
  }
  try {
    const postgres = await startPostgres({ dir: postgresDir, log: quiet });
    try {
      return await workOn(postgres.url);
    } finally {
      await postgres.stop();
    }
  } finally {
    held.release();
  }
}

/**
 * Names the database in errors, because without DATABASE_URL it is the embedded one, which may not be the one meant.
 */
function whichDatabase(): string {
  if (given === undefined) return `the built-in database of ${config.home}`;
  const { host, pathname } = new URL(given);
  return `the database ${pathname.slice(1)} at ${host}`;
}

async function makeFirstAdmin(db: Db, address: string): Promise<number> {
  const username = await makeAdmin(db, address);
  if (username !== undefined) process.stdout.write(`${username} is now an app admin.\n`);
  else
    process.stderr.write(
      `No account in ${whichDatabase()} has the email address ${address}, or several have it and none has verified it. ` +
        'Sign up, verify the email address and try again.\n',
    );
  return username === undefined ? 1 : 0;
}

async function work(url: string): Promise<number> {
  await migrate(url, silentLog, { appUrl: config.databaseUrl });
  const db = openDb({ url, log: silentLog });
  try {
    if (email !== undefined) return await makeFirstAdmin(db, email);
    process.stdout.write(`${await task?.(db)}\n`);
    return 0;
  } finally {
    await db.close();
  }
}

process.exit(
  await withDatabase(work).catch((error: Error) => {
    const isFinal = [DatabaseBeforeBaseline, DatabaseNotUtf8, SecretsUnreadable].some((kind) => error instanceof kind);
    const advice = isFinal ? '' : ' Try again in a moment.';
    process.stderr.write(
      `${task ? 'The task did not finish' : 'No one was made an app admin'}: ${error.message}.${advice}\n`,
    );
    return 1;
  }),
);
