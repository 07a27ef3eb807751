/**
 * Reading: an event's page against the same bytes from bare `node:http`, ten thousand people who poll it, and lists
 * and search among a million events. `npm run bench read`. Correctness first; then processor time and ratios of the
 * same run, and latencies of requests that come one at a time.
 */
import { cpus, loadavg } from 'node:os';
import { onNewProduct } from './new-product.ts';
import { Asker, Goals } from './read/ask.ts';
import { readSearch } from './read/find.ts';
import { readLists } from './read/lists.ts';
import { servePages } from './read/pages.ts';
import { checkSeed, events, seedEvents } from './read/seed.ts';
import { print } from './report.ts';

const began = performance.now();
const sinceThen = (): string => `${((performance.now() - began) / 1000).toFixed(0)} s`;
const machine = (): string => `${cpus().length} processors, load ${loadavg()[0]!.toFixed(1)}`;

const goals = new Goals();
// What is measured only reads.
await onNewProduct({ port: '4591', fsync: false }, async ({ db, databaseUrl, startServer }) => {
  await seedEvents(databaseUrl);
  await checkSeed(db);
  print('Seed', [
    [`${events} events`, `${sinceThen()}; what triggers would have written is there`],
    ['the machine', machine()],
  ]);
  const ours = await startServer();
  const asker = new Asker(ours, db);
  await servePages(db, ours, goals);
  await readLists(db, asker, goals);
  await readSearch(db, asker, goals);
  print('All of it', [
    ['took', sinceThen()],
    ['the machine', machine()],
    ['goals missed', String(goals.missed)],
  ]);
});
process.exitCode = goals.missed > 0 ? 1 : 0;
