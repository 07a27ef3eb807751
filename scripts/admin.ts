/**
 * `npm run admin -- make-admin <e-mail>`: makes the first app admin, on the database of this home or of DATABASE_URL.
 */
import { join, resolve } from 'node:path';
import process from 'node:process';
import { configFromEnv } from '../server/src/process/config-from-env.ts';
import { openDb } from '../server/src/db/db.ts';
import { DatabaseBeforeBaseline, migrate } from '../server/src/db/migrate.ts';
import { runningPostgres, startPostgres } from '../server/src/process/embedded/postgres.ts';
import { makeAdmin } from '../server/src/features/accounts/admin/make-admin.ts';
import { holdHome } from '../server/src/process/home/hold-home.ts';
import { silentLog } from '../server/src/ports/log.ts';

const [command, email, ...more] = process.argv.slice(2);

if (command !== 'make-admin' || email === undefined || more.length > 0) {
  process.stderr.write('Usage: npm run admin -- make-admin <e-mail>\n');
  process.exit(2);
}

const config = configFromEnv(process.env, resolve(import.meta.dirname, '..'));
const postgresDir = join(config.home, 'postgres');
const quiet = { info: () => undefined, warn: () => undefined };

/**
 * The database of a product that runs keeps running, and is only asked; where none runs, it is started and ended
 * again.
 */
async function onDatabase(work: (url: string) => Promise<number>): Promise<number> {
  if (config.databaseUrl !== undefined) return work(config.databaseUrl);
  const held = await holdHome(config.home);
  if ('taken' in held) {
    const url = runningPostgres(postgresDir);
    if (url === undefined) throw new Error('its database is just starting or stopping');
    return work(url);
  }
  try {
    const postgres = await startPostgres({ dir: postgresDir, log: quiet });
    try {
      return await work(postgres.url);
    } finally {
      await postgres.stop();
    }
  } finally {
    held.release();
  }
}

async function makeFirstAdmin(address: string, url: string): Promise<number> {
  await migrate(url, silentLog);
  const db = openDb({ url, log: silentLog });
  try {
    const username = await makeAdmin(db, address);
    if (username !== undefined) process.stdout.write(`${username} is an app admin now.\n`);
    else
      process.stderr.write(
        `Nobody has the address ${address}, or several signed up with it and none has confirmed it: sign up, ` +
          'confirm it, try again.\n',
      );
    return username === undefined ? 1 : 0;
  } finally {
    await db.close();
  }
}

process.exit(
  await onDatabase((url) => makeFirstAdmin(email, url)).catch((error: Error) => {
    const advice = error instanceof DatabaseBeforeBaseline ? '' : ' Try again in a moment.';
    process.stderr.write(`Nobody was made an app admin: ${error.message}.${advice}\n`);
    return 1;
  }),
);
