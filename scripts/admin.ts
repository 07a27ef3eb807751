/** `npm run admin -- make-admin <e-mail>`: makes the first app admin, on the database of this home or of DATABASE_URL. */
import { join, resolve } from 'node:path';
import process from 'node:process';
import { configFromEnv } from '../server/src/config-from-env.ts';
import { openDb } from '../server/src/db/db.ts';
import { migrate } from '../server/src/db/migrate.ts';
import { startPostgres } from '../server/src/embedded/postgres.ts';
import { makeAdmin } from '../server/src/features/accounts/admin/make-admin.ts';
import { holdHome } from '../server/src/home/hold-home.ts';
import { silentLog } from '../server/src/ports/log.ts';

const [command, email, ...more] = process.argv.slice(2);

if (command !== 'make-admin' || email === undefined || more.length > 0) {
  process.stderr.write('Usage: npm run admin -- make-admin <e-mail>\n');
  process.exit(2);
}

const config = configFromEnv(process.env, resolve(import.meta.dirname, '..'));
const quiet = { info: () => undefined, warn: () => undefined };
// A product that runs on this home keeps its database; one we started ourselves is ended again.
const held = config.databaseUrl === undefined ? await holdHome(config.home) : undefined;
const postgres =
  config.databaseUrl === undefined
    ? await startPostgres({ dir: join(config.home, 'postgres'), log: quiet })
    : undefined;
const url = config.databaseUrl ?? postgres?.url ?? '';
await migrate(url, silentLog);
const db = openDb({ url, log: silentLog });
const username = await makeAdmin(db, email);
await db.close();
if (held && 'release' in held) {
  await postgres?.stop();
  held.release();
}
if (username === undefined)
  process.stderr.write(
    `Nobody has the address ${email}, or several signed up with it and none has confirmed it: sign up, confirm it, try again.\n`,
  );
else process.stdout.write(`${username} is an app admin now.\n`);
process.exit(username === undefined ? 1 : 0);
