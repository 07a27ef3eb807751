import { percentile, print } from '../report.ts';
import { sendAll } from '../sale/load.ts';
import { seedEvent } from '../sale/people.ts';
import { connections, type Market, purchase } from './market.ts';
import { startProduct } from './product.ts';

const botsPerPerson = 20;
const accountsOfBots = 200;
const connectionsOfPeople = 16;
const goalPercent = 99.9;

/**
 * Twenty requests of bots to each of a person: few accounts that ask for the same event again and again. A person is
 * answered right who gets a ticket; there is one for everybody. Answers whether the goal is reached.
 */
export async function peopleAmongBots(market: Market, people: number, processes: number): Promise<boolean> {
  const product = await startProduct(market.databaseUrl, processes);
  const eventId = await seedEvent(market.db, market.hostId, people + accountsOfBots, 0);
  const bots = market.buyerIds.slice(0, accountsOfBots).map((id) => market.tokenOf(id));
  const persons = market.buyerIds.slice(accountsOfBots, accountsOfBots + people).map((id) => market.tokenOf(id));
  const ofBots = Array.from({ length: people * botsPerPerson }, (_, n) => purchase(bots[n % bots.length]!, eventId));
  const [told, refused] = await Promise.all([
    sendAll(
      product.port,
      persons.map((token) => purchase(token, eventId)),
      connectionsOfPeople,
    ),
    sendAll(product.port, ofBots, connections - connectionsOfPeople),
  ]);
  const right = ((told.statuses.get(200) ?? 0) / people) * 100;
  print(`${people} people among ${ofBots.length} requests of bots; ${processes} processes`, [
    ['people answered right', `${right.toFixed(2)} % (goal ≥ ${goalPercent})`],
    ['p50, p99 of people', `${percentile(told.times, 50).toFixed(0)}, ${percentile(told.times, 99).toFixed(0)} ms`],
    ['bots were told', [...refused.statuses].map(([status, count]) => `${status} x ${count}`).join(', ')],
  ]);
  await product.stop();
  return right >= goalPercent;
}
