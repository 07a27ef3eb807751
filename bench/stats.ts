/**
 * The numbers of a host with a million tickets: what `/stats` and `/activity` answer, and how long it takes to
 * recount everything. `npm run bench stats`. Correctness first: the answers are compared with the orders.
 */
import { cpus, loadavg } from 'node:os';
import type { AnswerOf } from '@frontrow/contract/api.ts';
import { accessTokenHeader } from '@frontrow/contract/kernel/headers.ts';
import { openDb } from '../server/src/db/db.ts';
import { rebuildStats } from '../server/src/features/stats/index.ts';
import { silentLog } from '../server/src/ports/log.ts';
import { benchSecret, onNewProduct } from './new-product.ts';
import { Asker, Goals, linesOf, type Query } from './read/ask.ts';
import type { Took } from './read/waiting.ts';
import { print } from './report.ts';
import { tokenFor } from './sale/people.ts';
import { events, seedHost, tickets, type Truth } from './stats/seed.ts';

const asks = 40;
const warmUps = 5;
const goalMs = 100;
const countGoalMs = 1_000;

const goals = new Goals();

async function countAll(url: string, truth: Truth): Promise<void> {
  const db = openDb({ url, log: silentLog });
  const began = performance.now();
  await rebuildStats(db);
  const all = (performance.now() - began) / 1000;
  const largest = await db.one<{ id: string }>('SELECT id FROM event ORDER BY capacity DESC LIMIT 1');
  const start = performance.now();
  await db.query('SELECT recount_event($1)', [largest!.id]);
  const one = performance.now() - start;
  const sums = await db.one<Truth>(
    'SELECT sum(sold) AS sold, sum(price_minor - refunded_price_minor) AS revenue_minor FROM host_day',
  );
  if (sums?.sold !== truth.sold || sums.revenue_minor !== truth.revenue_minor)
    throw new Error(`counted ${JSON.stringify(sums)}, sold ${JSON.stringify(truth)}`);
  await db.query('VACUUM ANALYZE');
  await db.close();
  print('Counting', [
    ['correct', `${truth.sold} tickets and the money of ${events} events, as in the orders`],
    ['everything recounted', `${all.toFixed(1)} s`],
    [
      'an event of 100,000 tickets',
      goals.of(one <= countGoalMs, `${one.toFixed(0)} ms (goal ≤ ${countGoalMs} ms; at most every 10 s)`),
    ],
  ]);
}

async function askFor<T>(asker: Asker, path: string, query: Query): Promise<{ data: T; took: Took[] }> {
  const took: Took[] = [];
  let data: T | undefined;
  for (let n = -warmUps; n < asks; n++) {
    const answer = await asker.ask<T>(path, query);
    data = answer.data;
    if (n >= 0) took.push(answer.took);
  }
  return { data: data!, took };
}

// What is measured only reads.
await onNewProduct({ port: '4593', fsync: false }, async ({ db, databaseUrl, startServer }) => {
  const { hostId, truth } = await seedHost(databaseUrl);
  print('Seed', [
    ['one host', `${tickets} tickets of ${events} events`],
    ['the machine', `${cpus().length} processors, load ${loadavg()[0]!.toFixed(1)}`],
  ]);
  await countAll(databaseUrl, truth);
  const server = await startServer();
  const asker = new Asker(server, db, { [accessTokenHeader]: tokenFor(benchSecret, hostId) });
  const goal = { goals, percent: 95, ms: goalMs };
  type Stats = AnswerOf<'GET /stats'>;
  const month = await askFor<Stats>(asker, '/stats', { days: '30' });
  const years = await askFor<Stats>(asker, '/stats', { days: '731' });
  if (years.data.totals.tickets_sold !== truth.sold || years.data.money[0]?.revenue !== truth.revenue_minor / 100)
    throw new Error(`answered ${JSON.stringify(years.data.totals)}, sold ${JSON.stringify(truth)}`);
  const activity = await askFor(asker, '/activity', {});
  const unread = await askFor(asker, '/activity/unread', {});
  print('Answers', [
    ...linesOf('30 days', month.took, goal),
    ...linesOf('two years', years.took, goal),
    ...linesOf('activity', activity.took, goal),
    ...linesOf('unread mark', unread.took, goal),
    ['goals missed', String(goals.missed)],
  ]);
});
process.exitCode = goals.missed > 0 ? 1 : 0;
