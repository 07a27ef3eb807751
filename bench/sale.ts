/**
 * A rush on one event over real HTTP: our purchase against a naive transaction per request on the same stack and
 * rows, and against a call that does nothing. `npm run bench sale`. Every sale must be exact; then ratios of the same
 * run.
 */
import { cpus, loadavg } from 'node:os';
import { brokenInvariants } from '../server/test/invariants.ts';
import { benchSecret, onNewProduct } from './new-product.ts';
import { print } from './report.ts';
import { measureProfile } from './sale/measure-profile.ts';
import { seedPeople, tokenFor } from './sale/people.ts';
import { type Kind, profiles } from './sale/profiles.ts';
import { rawCommits } from './sale/raw-commits.ts';

const began = performance.now();
let failed = false;
// The sale is measured, not what a room of this machine carries.
const env = { BROADCAST_VIEWERS_MAX: '100000' };
await onNewProduct({ port: '4590', env }, async ({ db, databaseUrl, startServer }) => {
  const { hostId, buyerIds } = await seedPeople(db, Math.max(...profiles.map(({ buyers }) => buyers)));
  await db.query('ANALYZE');
  print('The machine', [
    ['processors', `${cpus().length}, load ${loadavg()[0]!.toFixed(1)}`],
    ['one-row commits', `${(await rawCommits(databaseUrl)).toFixed(0)}/s`],
  ]);
  const server = await startServer();
  for (const profile of profiles)
    for (const kind of ['free', 'paid'] satisfies Kind[]) {
      const market = { db, server, hostId, tokens: buyerIds.map((id) => tokenFor(benchSecret, id)) };
      if (!(await measureProfile(market, profile, kind))) failed = true;
    }
  const broken = await brokenInvariants({ query: async (text) => (await db.query(text)).rows });
  print('All of it', [
    ['broken invariants', broken.length === 0 ? 'none' : broken.join('\n')],
    ['took', `${((performance.now() - began) / 1000).toFixed(0)} s`],
  ]);
  if (broken.length > 0) failed = true;
});
process.exitCode = failed ? 1 : 0;
