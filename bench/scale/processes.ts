import { median, percentile, print } from '../report.ts';
import { processorSecondsOfAll } from '../processor-time.ts';
import { forgetOwedMails } from '../sale/forget-owed-mails.ts';
import { sendAll } from '../sale/load.ts';
import { seedEvent } from '../sale/people.ts';
import { checkSold, connections, type Market, purchase } from './market.ts';
import { type Product, startProduct } from './product.ts';
import { limitTo } from './share-of-a-core.ts';

const rounds = 3;
const counts = [1, 2, 3] as const;
/** With so little for each app, three of them, PostgreSQL and the requests together do not fill two cores. */
const shareOfACore = 0.1;
const shareOfTickets = 0.2;

interface Sale {
  readonly perSecond: number;
  readonly p99: number;
  /** Milliseconds of processor for each ticket. */
  readonly ofApps: number;
  readonly ofPostgres: number;
  readonly ofRequests: number;
  /** Tickets that one transaction sold, as a mean. */
  readonly batch: number;
}

/** The same sale with one, two and three processes: exact in all, and what each adds. */
export async function saleByProcesses(market: Market, tickets: number): Promise<void> {
  const all: [string, string][] = [];
  const some: [string, string][] = [];
  const ofOne = { all: 0, some: 0 };
  for (const processes of counts) {
    const product = await startProduct(market.databaseUrl, processes);
    const idle = product.memory();
    // The first is not counted: a server that sells has run for a while, and its code is compiled.
    await sell(market, product, tickets);
    const free = await sellOften(market, product, tickets);
    const lift = limitTo(shareOfACore, product.apps());
    const limited = await sellOften(market, product, Math.ceil(tickets * shareOfTickets)).finally(lift);
    ofOne.all ||= free.perSecond;
    ofOne.some ||= limited.perSecond;
    const memory = `memory ${idle.join(' + ')} MB, after the sales ${product.memory().join(' + ')} MB`;
    all.push([
      `${processes}`,
      `${described(free, ofOne.all)}  started in ${product.startSeconds.toFixed(1)} s  ${memory}`,
    ]);
    some.push([`${processes}`, described(limited, ofOne.some)]);
    await product.stop();
  }
  print(`Processes; ${tickets} tickets to as many buyers, median of ${rounds} sales, every sale exact`, all);
  print(`The same with ${shareOfACore * 100} % of a core for each app, ${shareOfTickets * 100} % of the tickets`, some);
}

async function sellOften(market: Market, product: Product, tickets: number): Promise<Sale> {
  const sales: Sale[] = [];
  for (let round = 0; round < rounds; round += 1) sales.push(await sell(market, product, tickets));
  const middle = (of: (sale: Sale) => number): number => median(sales.map(of));
  return {
    perSecond: middle((sale) => sale.perSecond),
    p99: middle((sale) => sale.p99),
    ofApps: middle((sale) => sale.ofApps),
    ofPostgres: middle((sale) => sale.ofPostgres),
    ofRequests: middle((sale) => sale.ofRequests),
    batch: middle((sale) => sale.batch),
  };
}

/** Throws where the sale was not exact. */
async function sell(market: Market, product: Product, tickets: number): Promise<Sale> {
  const eventId = await seedEvent(market.db, market.hostId, tickets, 0);
  const requests = market.buyerIds.slice(0, tickets).map((id) => purchase(market.tokenOf(id), eventId));
  const spent = () => ({
    apps: processorSecondsOfAll(product.pid),
    postgres: processorSecondsOfAll(market.postgresPid),
    requests: process.cpuUsage(),
  });
  const before = spent();
  const told = await sendAll(product.port, requests, connections);
  const after = spent();
  if (told.statuses.get(200) !== tickets) throw new Error(`answered ${JSON.stringify([...told.statuses])}`);
  await checkSold(market.db, eventId, tickets);
  const { rows } = await market.db.query<{ batches: number }>(
    'SELECT count(DISTINCT xmin::text)::int AS batches FROM ticket WHERE event_id = $1',
    [eventId],
  );
  await forgetOwedMails(market.db);
  const sender = process.cpuUsage(before.requests);
  const perTicket = (seconds: number): number => (seconds * 1000) / tickets;
  return {
    perSecond: tickets / told.seconds,
    p99: percentile(told.times, 99),
    ofApps: perTicket(after.apps - before.apps),
    ofPostgres: perTicket(after.postgres - before.postgres),
    ofRequests: perTicket((sender.user + sender.system) / 1e6),
    batch: tickets / rows[0]!.batches,
  };
}

const described = (sale: Sale, ofOne: number): string =>
  [
    `${sale.perSecond.toFixed(0)} tickets/s (${(sale.perSecond / ofOne).toFixed(2)} x)`,
    `p99 ${sale.p99.toFixed(0)} ms`,
    `${sale.ofApps.toFixed(2)} + ${sale.ofPostgres.toFixed(2)} + ${sale.ofRequests.toFixed(2)} ms of processor a ticket (apps, PostgreSQL, requests)`,
    `${sale.batch.toFixed(1)} tickets a transaction`,
  ].join('  ');
