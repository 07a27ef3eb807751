import { randomUUID } from 'node:crypto';
import { seconds } from '@frontrow/core/kernel/instant.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newHost, newViewer, type TestActor } from '../../../../test/actors.ts';
import { newEvent } from '../../../../test/events.ts';
import { testApp, type TestApp, until } from '../../../../test/harness.ts';
import { expectInvariants } from '../../../../test/invariants.ts';
import { mortalDatabase, type MortalDatabase } from '../../../../test/killable-database.ts';
import { purchaseBody } from '../../../../test/tickets.ts';

let database: MortalDatabase;
let app: TestApp;
beforeAll(async () => {
  database = await mortalDatabase();
  app = await testApp({ overrides: { databaseUrl: database.url } });
});
afterAll(async () => {
  await app.close();
  await database.remove();
});

/** How many buyers of each kind buy before, during and after the loss. */
const eachTime = 4;

interface Click {
  readonly buyer: TestActor;
  readonly body: object;
  readonly key: string;
}
const click = ({ buyer, body, key }: Click) =>
  app.call('POST /events/purchase', { as: buyer.token, body, headers: { 'idempotency-key': key } });

test('after losing the database during a sale, every buyer who retries with the same key has one ticket, paid once', async () => {
  const host = await newHost(app, { massive: true });
  const free = await purchaseBody(app, await newEvent(app, host));
  const paid = await purchaseBody(app, await newEvent(app, host, { priceMinor: 1200 }), {
    stripe_token: 'pm_card_visa',
  });
  const clicks = async (): Promise<Click[]> => {
    const made: Click[] = [];
    for (const body of [free, paid])
      for (let n = 0; n < eachTime; n++) made.push({ buyer: await newViewer(app), body, key: randomUUID() });
    return made;
  };
  const [before, inTheMoment, charged, whileAway] = [await clicks(), await clicks(), await clicks(), await clicks()];

  const bought = await Promise.all(before.map(click));
  expect(bought.map(({ status }) => status)).toEqual(before.map(() => 200));

  // Some have their card charged and no ticket yet when the database is lost.
  const { cards } = app.kit;
  const charge = cards.charge.bind(cards);
  let atTheCard = 0;
  let letGo: () => void = () => undefined;
  const gone = new Promise<void>((resolve) => (letGo = resolve));
  cards.charge = async (asked) => {
    const intent = await charge(asked);
    atTheCard += 1;
    await gone;
    return intent;
  };
  const halfway = charged.map(click);
  await until('their cards are charged', () => atTheCard === eachTime);
  cards.charge = charge;
  const cutOff = inTheMoment.map(click);
  await database.stop();
  letGo();
  const away = await Promise.all([...halfway, ...cutOff, ...whileAway.map(click)]);
  for (const { status } of away) expect([200, 503]).toContain(status);
  expect(away.slice(-whileAway.length).map(({ status, headers }) => [status, headers['retry-after']])).toEqual(
    whileAway.map(() => [503, '2']),
  );

  await database.startAgain();
  await until('it answers', async () => (await app.http.inject('/readyz')).statusCode === 200);
  // All calls to the provider have ended at that point, whatever their result.
  await app.clock.advance(seconds(15));
  const all = [...before, ...charged, ...inTheMoment, ...whileAway];
  const tickets = new Set<string>();
  for (const one of all) {
    const answer = await until('it has its answer', async () => {
      const again = await click(one);
      return again.status === 200 ? again : undefined;
    });
    tickets.add(String(answer.data.ticket?.ticket_uuid));
  }
  expect(tickets.size).toBe(all.length);
  for (const [n, { data }] of bought.entries())
    expect((await click(before[n]!)).data.ticket?.ticket_uuid).toBe(data.ticket?.ticket_uuid);
  const taken = await app.db.one("SELECT count(*) AS n FROM sandbox_intent WHERE status = 'succeeded'");
  expect(taken).toEqual({ n: all.length / 2 });
  await expectInvariants(app);
});
