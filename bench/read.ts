/**
 * Reading: an event's page against the same bytes from bare `node:http`, ten thousand people who poll it, and lists
 * and search among a million events. `npm run bench read`. Correctness first; then processor time and ratios of the
 * same run, and latencies of requests that come one at a time.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { migrate } from '../server/src/db/migrate.ts';
import { startPostgres } from '../server/src/process/embedded/postgres.ts';
import { silentLog } from '../server/src/ports/log.ts';
import { Asker, Goals } from './read/ask.ts';
import { readSearch } from './read/find.ts';
import { readLists } from './read/lists.ts';
import { servePages } from './read/pages.ts';
import { type RunningServer, startServer } from './read/product.ts';
import { checkSeed, events, seedEvents } from './read/seed.ts';
import { print } from './report.ts';

const began = performance.now();
const sinceThen = (): string => `${((performance.now() - began) / 1000).toFixed(0)} s`;
const machine = (): string => `${cpus().length} processors, load ${loadavg()[0]!.toFixed(1)}`;

const goals = new Goals();
const dir = mkdtempSync(join(tmpdir(), 'frontrow-bench-'));
const postgres = await startPostgres({
  dir: join(dir, 'postgres'),
  port: 0,
  // What is measured only reads.
  fsync: false,
  log: { info: () => {}, warn: (line) => void process.stderr.write(`${line}\n`) },
});
let ours: RunningServer | undefined;
try {
  await migrate(postgres.url, silentLog);
  const db = new pg.Client({ connectionString: postgres.url });
  db.on('error', () => {});
  await db.connect();
  await seedEvents(postgres.url);
  await checkSeed(db);
  print('Seed', [
    [`${events} events`, `${sinceThen()}; what triggers would have written is there`],
    ['the machine', machine()],
  ]);
  ours = await startServer('../sale/server.ts', {
    DATABASE_URL: postgres.url,
    FRONTROW_HOME: join(dir, 'home'),
    FRONTROW_DEMO: 'off',
    FRONTROW_SECRET: 'a-bench-secret-of-more-than-32-characters',
    PORT: process.env['PORT'] ?? '4591',
    PUBLIC_URL: 'http://127.0.0.1:4591',
  });
  const asker = new Asker(ours, db);
  await servePages(db, ours, goals);
  await readLists(db, asker, goals);
  await readSearch(db, asker, goals);
  print('All of it', [
    ['took', sinceThen()],
    ['the machine', machine()],
    ['goals missed', String(goals.missed)],
  ]);
  await db.end();
} finally {
  ours?.stop();
  await postgres.stop();
  rmSync(dir, { recursive: true, force: true });
}
process.exitCode = goals.missed > 0 ? 1 : 0;
