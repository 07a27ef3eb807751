/**
 * What more processes add, a sale of 100,000 tickets, people among bots, and what Redis costs. `npm run bench scale`;
 * `small` for a quick run, `processes`, `crowd`, `bots` or `redis` for one part. Every sale must be exact.
 */
import { cpus, loadavg } from 'node:os';
import { brokenInvariants } from '../server/test/invariants.ts';
import { benchSecret, onNewProduct } from './new-product.ts';
import { parentOf } from './processor-time.ts';
import { print } from './report.ts';
import { seedPeople, tokenFor } from './sale/people.ts';
import { peopleAmongBots } from './scale/bots.ts';
import { saleToCrowd } from './scale/crowd.ts';
import type { Market } from './scale/market.ts';
import { saleByProcesses } from './scale/processes.ts';
import { costOfRedis } from './scale/redis.ts';

const asked = process.argv[2];
const sizes =
  asked === 'small' ? { sale: 1_000, crowd: 2_000, people: 200 } : { sale: 10_000, crowd: 100_000, people: 1_000 };
const wants = (part: string): boolean => asked === undefined || asked === 'small' || asked === part;
const buyers = wants('crowd') ? sizes.crowd : sizes.sale;
const processes = 2;

let good = true;
await onNewProduct({ port: '4595' }, async ({ db, databaseUrl }) => {
  const { hostId, buyerIds } = await seedPeople(db, Math.max(buyers, 4_000));
  await db.query('ANALYZE');
  const { rows } = await db.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  const postgresPid = parentOf(rows[0]!.pid);
  const tokenOf = (id: number): string => tokenFor(benchSecret, id);
  const market: Market = { db, databaseUrl, postgresPid, hostId, buyerIds, tokenOf };
  print('The machine', [
    ['processors', `${cpus().length}, load ${loadavg()[0]!.toFixed(1)}; they also send the requests`],
  ]);
  if (wants('processes')) await saleByProcesses(market, sizes.sale);
  if (wants('crowd')) await saleToCrowd(market, sizes.crowd, processes);
  if (wants('bots')) good = await peopleAmongBots(market, sizes.people, processes);
  if (wants('redis')) await costOfRedis(market);
  const broken = await brokenInvariants({ query: async (text) => (await db.query(text)).rows });
  print('All of it', [['broken invariants', broken.length === 0 ? 'none' : broken.join('\n')]]);
  good &&= broken.length === 0;
});
process.exitCode = good ? 0 : 1;
