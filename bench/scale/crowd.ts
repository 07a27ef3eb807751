import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { percentile, print } from '../report.ts';
import { sendAll } from '../sale/load.ts';
import { seedEvent } from '../sale/people.ts';
import { checkSold, connections, type Market, purchase } from './market.ts';
import { forgetOwedMails } from '../sale/forget-owed-mails.ts';
import { startProduct } from './product.ts';

const againShare = 0.1;
const lostShare = 0.01;
const lostAfterMs = 5;

/**
 * As many tickets as buyers. Some ask again by the same key, as if they had not heard; some lose their connection
 * before they hear, and ask again later.
 */
export async function saleToCrowd(market: Market, tickets: number, processes: number): Promise<void> {
  const product = await startProduct(market.databaseUrl, processes);
  const eventId = await seedEvent(market.db, market.hostId, tickets, 0);
  const requests = market.buyerIds.slice(0, tickets).map((id) => purchase(market.tokenOf(id), eventId));
  // Who loses the connection asks again at the end; others ask again right behind themselves.
  const lost = requests.slice(-Math.round(tickets * lostShare));
  const every = Math.round(1 / againShare);
  const asked = requests.flatMap((request, n) => (n % every === 0 ? [request, request] : [request]));
  const [told] = await Promise.all([sendAll(product.port, asked, connections), loseAnswers(product.port, lost)]);
  if (told.statuses.get(200) !== asked.length) throw new Error(`answered ${JSON.stringify([...told.statuses])}`);
  await checkSold(market.db, eventId, tickets);
  await forgetOwedMails(market.db);
  const asMuch = asked.length + lost.length;
  print(`${tickets} tickets to as many buyers by ${processes} processes; exact`, [
    ['requests', `${asMuch}: ${asked.length - tickets} came again by the same key, ${lost.length} lost their answer`],
    ['took', `${told.seconds.toFixed(1)} s, ${(tickets / told.seconds).toFixed(0)} tickets/s`],
    ['p50, p99', `${percentile(told.times, 50).toFixed(0)}, ${percentile(told.times, 99).toFixed(0)} ms`],
    ['memory', `${product.memory().join(' + ')} MB`],
  ]);
  await product.stop();
}

/** Sends each request on a separate connection and hangs up before it is answered. */
async function loseAnswers(port: number, requests: readonly Buffer[]): Promise<void> {
  for (const request of requests) {
    const socket = connect({ port, host: '127.0.0.1' });
    socket.on('error', () => undefined);
    await once(socket, 'connect');
    socket.write(request);
    await pause(lostAfterMs);
    socket.destroy();
  }
}
