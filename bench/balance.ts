/**
 * A host's balance among a million movements: the first page, pages far behind it, and each filter. `npm run bench
 * balance`. Correctness first: the sums are the ledger's, the pages have each movement once, in order.
 */
import { cpus, loadavg } from 'node:os';
import type { AnswerOf } from '@frontrow/contract/api.ts';
import { movements, seedBalance } from './balance/seed.ts';
import { benchSecret, onNewProduct } from './new-product.ts';
import { Asker, Goals, linesOf, type Query } from './read/ask.ts';
import { print } from './report.ts';
import { tokenFor } from './sale/people.ts';
import type { Took } from './read/waiting.ts';

/** All questions together are fewer than one account may ask in a minute. */
const pagesTurned = 70;
const askedTimes = 60;
const msMax = 100;

type Balance = AnswerOf<'GET /balance'>;

const goals = new Goals();
// What is measured only reads.
await onNewProduct({ port: '4593', fsync: false }, async ({ db, startServer }) => {
  const began = performance.now();
  const { hostId, eventUuid, rebuiltMs } = await seedBalance(db);
  print('Seed', [
    [`${movements} movements`, `${((performance.now() - began) / 1000).toFixed(0)} s`],
    ['balances rebuilt from the ledger', `${(rebuiltMs / 1000).toFixed(1)} s`],
    ['the machine', `${cpus().length} processors, load ${loadavg()[0]!.toFixed(1)}`],
  ]);
  const ours = await startServer();
  const asker = new Asker(ours, db, { 'access-token': tokenFor(benchSecret, hostId) });
  // The call asks the database twice at once, so waiting for a processor cannot be told apart: the clock counts.
  const ask = async (query: Query = {}) => {
    const { data, took } = await asker.ask<Balance>('/balance', query);
    return { data, took: { clocked: took.clocked, alone: took.clocked } };
  };

  const first = await ask();
  const { rows } = await db.query<{ pending: string; available: string }>(
    `SELECT -sum(x.amount_minor) FILTER (WHERE a.kind = 'host_escrow') AS pending,
       -sum(x.amount_minor) FILTER (WHERE a.kind = 'host_payable') AS available
     FROM ledger_entry x JOIN ledger_account a ON a.id = x.account_id`,
  );
  const [sums] = first.data.currencies;
  if (sums?.pending !== Number(rows[0]!.pending) / 100 || sums.available !== Number(rows[0]!.available) / 100)
    throw new Error(`the balance is ${JSON.stringify(sums)}, the ledger says ${JSON.stringify(rows[0])}`);

  const took: Took[] = [];
  const deep: Took[] = [];
  let last = Infinity;
  let cursor: string | undefined;
  for (let page = 0; page < pagesTurned; page++) {
    const { data, took: time } = await ask(cursor === undefined ? {} : { cursor });
    (page < 10 ? took : deep).push(time);
    for (const { movement_ide: id } of data.movements) {
      if (id >= last) throw new Error('pages overlap or jump');
      last = id;
    }
    cursor = data.next_cursor ?? undefined;
  }
  for (let n = took.length; n < askedTimes; n++) took.push((await ask()).took);

  const filtered: [string, Took[]][] = [];
  const filters: readonly Query[] = [
    ...['sales', 'refunds', 'releases', 'payouts', 'disputes'].map((group) => ({ group })),
    { event_uuid: eventUuid },
    { event_uuid: eventUuid, group: 'refunds' },
  ];
  for (const filter of filters) {
    const times: Took[] = [];
    for (let n = 0; n < askedTimes / 3; n++) times.push((await ask(filter)).took);
    filtered.push([
      Object.keys(filter)
        .map((name) => (name === 'group' ? filter[name]! : 'one event'))
        .join(', '),
      times,
    ]);
  }
  const goal = { goals, percent: 95, ms: msMax };
  print(`Balance of a host with ${movements} movements, one request at a time, nothing cached`, [
    ...linesOf('first page', took, goal),
    ...linesOf('pages behind it', deep, goal),
    ...filtered.flatMap(([name, times]) => linesOf(name, times)),
    ['goals missed', String(goals.missed)],
  ]);
});
process.exitCode = goals.missed > 0 ? 1 : 0;
