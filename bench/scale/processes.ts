import { median, percentile, print } from '../report.ts';
import { sendAll } from '../sale/load.ts';
import { seedEvent } from '../sale/people.ts';
import { checkSold, connections, type Market, purchase } from './market.ts';
import { forgetOwedMails } from '../sale/forget-owed-mails.ts';
import { startProduct } from './product.ts';

const rounds = 3;

/** The same sale with one, two and three processes: exact in all, and what each adds. */
export async function saleByProcesses(market: Market, tickets: number): Promise<void> {
  const lines: [string, string][] = [];
  let ofOne = 0;
  for (const processes of [1, 2, 3]) {
    const product = await startProduct(market.databaseUrl, processes);
    const idle = product.memory();
    const seen: { perSecond: number; p99: number }[] = [];
    // The first is not counted: a server that sells has run for a while, and its code is compiled.
    for (let round = 0; round <= rounds; round += 1) {
      const eventId = await seedEvent(market.db, market.hostId, tickets, 0);
      const requests = market.buyerIds.slice(0, tickets).map((id) => purchase(market.tokenOf(id), eventId));
      const told = await sendAll(product.port, requests, connections);
      if (told.statuses.get(200) !== tickets) throw new Error(`answered ${JSON.stringify([...told.statuses])}`);
      await checkSold(market.db, eventId, tickets);
      await forgetOwedMails(market.db);
      if (round > 0) seen.push({ perSecond: tickets / told.seconds, p99: percentile(told.times, 99) });
    }
    const perSecond = median(seen.map((run) => run.perSecond));
    ofOne ||= perSecond;
    lines.push([
      `${processes}`,
      [
        `${perSecond.toFixed(0)} tickets/s (${(perSecond / ofOne).toFixed(2)} x)`,
        `p99 ${median(seen.map((run) => run.p99)).toFixed(0)} ms`,
        `started in ${product.startSeconds.toFixed(1)} s`,
        `memory ${idle.join(' + ')} MB, after the sales ${product.memory().join(' + ')} MB`,
      ].join('  '),
    ]);
    await product.stop();
  }
  print(`Processes; ${tickets} tickets to as many buyers, median of ${rounds} sales, every sale exact`, lines);
}
