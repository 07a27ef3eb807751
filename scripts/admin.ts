/**
 * Work on the database of this home or of DATABASE_URL. `npm run admin -- make-admin <e-mail>` makes the first app
 * admin; `rebuild-stats` counts the numbers of all hosts anew, `rebuild-balances` adds their balances up from the
 * ledger; `check-books` says whether seats and money add up, and names the ledger by a checksum; `seal-anew` encrypts
 * all stored secrets by the present sealing secret.
 */
import { join, resolve } from 'node:path';
import process from 'node:process';
import { checkBooks } from '../server/src/db/check-books.ts';
import { type Db, openDb } from '../server/src/db/db.ts';
import { DatabaseBeforeBaseline, migrate } from '../server/src/db/migrate.ts';
import { makeAdmin } from '../server/src/features/accounts/admin/people.ts';
import { rebuildBalances } from '../server/src/features/balance/balances.ts';
import { rebuildStats } from '../server/src/features/stats/index.ts';
import { randomIds } from '../server/src/ids.ts';
import { silentLog } from '../server/src/ports/log.ts';
import { configFromEnv } from '../server/src/process/config-from-env.ts';
import { runningPostgres, startPostgres } from '../server/src/process/embedded/postgres.ts';
import { holdHome } from '../server/src/process/home/hold-home.ts';
import { homeSecret } from '../server/src/process/home/home-secret.ts';
import { sealAnew, SecretsUnreadable } from '../server/src/seal-anew.ts';

const [command, email, ...more] = process.argv.slice(2);

const config = configFromEnv(process.env, resolve(import.meta.dirname, '..'));

/** Work that needs nothing but the database and the settings; answers what to say. */
const tasks: Readonly<Record<string, (db: Db) => Promise<string>>> = {
  'check-books': checkBooks,
  async 'rebuild-stats'(db) {
    const { hosts, events } = await rebuildStats(db);
    return `The numbers of ${hosts} hosts and ${events} events were counted anew.`;
  },
  async 'seal-anew'(db) {
    // Only the secret of a home that has the database, too, may be made or read there.
    const { sealing } = config;
    const secret = config.secret ?? sealing.secret ?? (given === undefined ? homeSecret(config.home) : undefined);
    if (secret === undefined)
      throw new SecretsUnreadable('set FRONTROW_SEALING_SECRET or FRONTROW_SECRET to what the product has');
    const renewed = await sealAnew(db, { secret, sealing }, randomIds);
    return `${renewed} stored secrets were encrypted anew; all others were under the present sealing secret already.`;
  },
  async 'rebuild-balances'(db) {
    return `The balances of hosts were made anew from the ledger: ${await rebuildBalances(db)} accounts.`;
  },
};
const task = email === undefined && command !== undefined ? tasks[command] : undefined;
if (!task && (command !== 'make-admin' || email === undefined || more.length > 0)) {
  const uses = ['make-admin <e-mail>', ...Object.keys(tasks)].map((use) => `npm run admin -- ${use}`);
  process.stderr.write(`Usage: ${uses.join('\n       ')}\n`);
  process.exit(2);
}

const postgresDir = join(config.home, 'postgres');
const given = config.databaseMigrationUrl ?? config.databaseDirectUrl ?? config.databaseUrl;
const quiet = { info: () => undefined, warn: () => undefined };

/**
 * As the owner of the schema, which may be older than this checkout. The database of a product that runs keeps running,
 * and is only asked; where none runs, it is started and ended again.
 */
async function onDatabase(workOn: (url: string) => Promise<number>): Promise<number> {
  if (given !== undefined) return workOn(given);
  const held = await holdHome(config.home);
  if ('taken' in held) {
    const url = runningPostgres(postgresDir);
    if (url === undefined) throw new Error('its database is just starting or stopping');
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

/** Where DATABASE_URL is not set that is one of our own, which may not be the one that is meant. */
function whichDatabase(): string {
  if (given === undefined) return `the built-in database of ${config.home}`;
  const { host, pathname } = new URL(given);
  return `the database ${pathname.slice(1)} at ${host}`;
}

async function makeFirstAdmin(db: Db, address: string): Promise<number> {
  const username = await makeAdmin(db, address);
  if (username !== undefined) process.stdout.write(`${username} is an app admin now.\n`);
  else
    process.stderr.write(
      `Nobody in ${whichDatabase()} has the address ${address}, or several signed up with it and none has confirmed ` +
        'it: sign up, confirm it, try again.\n',
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
  await onDatabase(work).catch((error: Error) => {
    const isFinal = error instanceof DatabaseBeforeBaseline || error instanceof SecretsUnreadable;
    const advice = isFinal ? '' : ' Try again in a moment.';
    process.stderr.write(`${task ? 'Not all was done' : 'Nobody was made an app admin'}: ${error.message}.${advice}\n`);
    return 1;
  }),
);
