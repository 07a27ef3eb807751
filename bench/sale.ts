/**
 * A rush on one event over real HTTP: our purchase against a naive transaction per request on the same stack and
 * rows, and against a call that does nothing. `npm run bench sale`. Every sale must be exact; then ratios of the same
 * run.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { migrate } from '../server/src/db/migrate.ts';
import { startPostgres } from '../server/src/process/embedded/postgres.ts';
import { silentLog } from '../server/src/ports/log.ts';
import { brokenInvariants } from '../server/test/invariants.ts';
import { type RunningServer, startServer } from './read/product.ts';
import { print } from './report.ts';
import { measureProfile } from './sale/measure-profile.ts';
import { seedPeople, tokenFor } from './sale/people.ts';
import { type Kind, profiles } from './sale/profiles.ts';
import { rawCommits } from './sale/raw-commits.ts';

const secret = 'a-bench-secret-of-more-than-32-characters';
/** As `npm start` runs the product (scripts/launch/server-process.mjs). */
const nodeFlags = ['--max-semi-space-size=8', '--no-parallel-scavenge'];
const began = performance.now();
const dir = mkdtempSync(join(tmpdir(), 'frontrow-bench-'));
const postgres = await startPostgres({
  dir: join(dir, 'postgres'),
  port: 0,
  log: { info: () => {}, warn: (line) => void process.stderr.write(`${line}\n`) },
});
let server: RunningServer | undefined;
let failed = false;
try {
  await migrate(postgres.url, silentLog);
  const db = new pg.Client({ connectionString: postgres.url });
  db.on('error', () => {});
  await db.connect();
  const { hostId, buyerIds } = await seedPeople(db, Math.max(...profiles.map(({ buyers }) => buyers)));
  await db.query('ANALYZE');
  print('The machine', [
    ['processors', `${cpus().length}, load ${loadavg()[0]!.toFixed(1)}`],
    ['one-row commits', `${(await rawCommits(postgres.url)).toFixed(0)}/s`],
  ]);
  const env = {
    DATABASE_URL: postgres.url,
    FRONTROW_HOME: join(dir, 'home'),
    FRONTROW_DEMO: 'off',
    // The sale is measured, not what a room of this machine carries.
    BROADCAST_VIEWERS_MAX: '100000',
    FRONTROW_SECRET: secret,
    PORT: process.env['PORT'] ?? '4590',
    PUBLIC_URL: 'http://127.0.0.1:4590',
  };
  server = await startServer('../sale/server.ts', env, undefined, nodeFlags);
  for (const profile of profiles)
    for (const kind of ['free', 'paid'] satisfies Kind[]) {
      const market = { db, server, hostId, tokens: buyerIds.map((id) => tokenFor(secret, id)) };
      if (!(await measureProfile(market, profile, kind))) failed = true;
    }
  const broken = await brokenInvariants({ query: async (text) => (await db.query(text)).rows });
  print('All of it', [
    ['broken invariants', broken.length === 0 ? 'none' : broken.join('\n')],
    ['took', `${((performance.now() - began) / 1000).toFixed(0)} s`],
  ]);
  if (broken.length > 0) failed = true;
  await db.end();
} finally {
  server?.stop();
  await postgres.stop();
  rmSync(dir, { recursive: true, force: true });
}
process.exitCode = failed ? 1 : 0;
