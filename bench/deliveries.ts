/**
 * Signed webhooks to the servers of sixteen hosts, whose 64 doors scan tickets, while another host's tickets are sold
 * over real HTTP by the same process: webhooks a second, and what the sale keeps of its rate. `npm run bench
 * deliveries`. Each round first sells alone, then both, then sends alone; every sale and every webhook must be exact.
 */
import { cpus, loadavg } from 'node:os';
import { brokenInvariants } from '../server/test/invariants.ts';
import { checkTold, type Door, openDoors, scan, send } from './deliveries/doors.ts';
import { type Receiver, startReceiver } from './deliveries/start-receiver.ts';
import { benchSecret, onNewProduct } from './new-product.ts';
import { median, print } from './report.ts';
import { seedPeople, tokenFor } from './sale/people.ts';
import { type Market, runSale } from './sale/run-sale.ts';

const hosts = 16;
const eventsEach = 4;
const tickets = 4_000;
/** More than are sent while the tickets are sold, so that webhooks wait until the last ticket. */
const scans = 8_000;
const rounds = 3;
/** Goals: webhooks a second while the sale runs, and the sale's rate with them over its rate alone. */
const webhooksMin = 500;
const saleKeptMin = 0.9;
const profile = {
  name: 'all sold',
  tickets,
  buyers: tickets,
  goals: { free: { overNaive: 0 }, paid: { overNaive: 0 } },
};

interface Stage {
  readonly market: Market;
  readonly receiver: Receiver;
  readonly doors: readonly Door[];
}

interface Round {
  readonly soldAlone: number;
  readonly soldDuring: number;
  readonly sentDuring: number;
  readonly sentAlone: number;
  readonly queued: number;
  /** Milliseconds of the server's processor per webhook, sent alone. */
  readonly cpuPerWebhook: number;
}

/** All rates are per second. */
async function measure({ market, receiver, doors }: Stage): Promise<Round> {
  const { db, server } = market;
  const alone = await runSale(market, profile, 'ours', 'free');

  await scan(db, doors, scans);
  await send(db);
  const began = Date.now();
  const busy = await runSale(market, profile, 'ours', 'free');
  const until = began + busy.lastTicketSeconds * 1000;
  const toldDuring = await receiver.arrived(scans);
  checkTold(toldDuring, doors, scans);
  const during = toldDuring.filter(({ at }) => at <= until).length;
  if (during === scans) throw new Error('the webhooks were all sent before the tickets: there must be more');

  const queueSeconds = await scan(db, doors, scans);
  const before = await server.spent();
  const sendBegan = Date.now();
  await send(db);
  const toldAlone = await receiver.arrived(scans);
  const cpu = (await server.spent()).cpu - before.cpu;
  checkTold(toldAlone, doors, scans);
  return {
    soldAlone: alone.ticketsPerSecond,
    soldDuring: busy.ticketsPerSecond,
    sentDuring: during / busy.lastTicketSeconds,
    sentAlone: scans / ((toldAlone.at(-1)!.at - sendBegan) / 1000),
    queued: scans / queueSeconds,
    cpuPerWebhook: cpu / 1000 / scans,
  };
}

const receiver = await startReceiver(hosts);
let failed = false;
const settings = { port: '4592', env: { BROADCAST_VIEWERS_MAX: '100000' } };
await onNewProduct(settings, async ({ db, startServer }) => {
  const { hostId, buyerIds } = await seedPeople(db, tickets);
  const server = await startServer();
  const doors = await openDoors({ db, port: server.port, secret: benchSecret, receiver, eventsEach });
  await db.query('ANALYZE');
  const market = { db, server, hostId, tokens: buyerIds.map((id) => tokenFor(benchSecret, id)) };
  const stage = { market, receiver, doors };
  // Once unmeasured: the code of a server that has run for a while is compiled.
  await measure(stage);
  const measured: Round[] = [];
  for (let round = 0; round < rounds; round++) measured.push(await measure(stage));
  const of = (name: keyof Round): number => median(measured.map((round) => round[name]));
  // Of one round each: what ran right after each other met the same machine.
  const saleKept = median(measured.map(({ soldAlone, soldDuring }) => soldDuring / soldAlone));
  const broken = await brokenInvariants({ query: async (text) => (await db.query(text)).rows });
  print(`${scans} webhooks to ${hosts} servers, ${tickets} tickets; every one exact, median of ${rounds}`, [
    ['processors', `${cpus().length}, load ${loadavg()[0]!.toFixed(1)}`],
    ['sold alone', `${of('soldAlone').toFixed(0)} tickets/s`],
    ['sold while webhooks are sent', `${of('soldDuring').toFixed(0)} tickets/s`],
    ['the sale keeps', `${saleKept.toFixed(2)} (goal ≥ ${saleKeptMin})`],
    ['sent while tickets are sold', `${of('sentDuring').toFixed(0)} webhooks/s (goal ≥ ${webhooksMin})`],
    ['sent alone', `${of('sentAlone').toFixed(0)} webhooks/s`],
    ['queued alone', `${of('queued').toFixed(0)} facts/s`],
    ['processor per webhook', `${of('cpuPerWebhook').toFixed(2)} ms`],
    ['broken invariants', broken.length === 0 ? 'none' : broken.join('\n')],
  ]);
  failed = broken.length > 0 || of('sentDuring') < webhooksMin || saleKept < saleKeptMin;
}).finally(() => receiver.stop());
process.exitCode = failed ? 1 : 0;
