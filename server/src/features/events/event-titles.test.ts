import { afterAll, beforeAll, expect, test } from 'vitest';
import { newAdmin, newHost, newViewer, type TestActor } from '../../../test/actors.ts';
import { newEvent } from '../../../test/events.ts';
import { testApp, type TestApp } from '../../../test/harness.ts';
import { mailsTo } from '../../../test/mails.ts';
import { confirmed } from '../../../test/meetings-paid.ts';
import { card, replayStage } from '../../../test/replays.ts';
import { buy } from '../../../test/tickets.ts';

let app: TestApp;
let admin: TestActor;
beforeAll(async () => {
  app = await testApp({ overrides: { rtmp: { port: 1935, tlsPort: undefined } } });
  admin = await newAdmin(app);
});
afterAll(() => app.close());

const { buyReplay, recordedEvent, sell } = replayStage(() => app);
const readsGerman = (who: TestActor) =>
  app.call('POST /user/language', { as: who.token, body: { user_language: 'de' } });
const subjectsTo = async (who: TestActor): Promise<string[]> => {
  await app.quiesce();
  return (await mailsTo(app, who.email)).map(({ subject }) => subject);
};

/** The titles of the one order as its buyer, its host and an app admin read them, each with what it was made for. */
async function titlesOf(buyer: TestActor, host: TestActor): Promise<unknown[]> {
  await app.quiesce();
  const [order] = (await app.call('GET /billing/orders', { as: buyer.token })).data.orders;
  const params = { order: order!.order_uuid };
  const { receipt } = (await app.call('POST /billing/orders/:order/receipt', { as: buyer.token, params, body: {} }))
    .data;
  const shown = [
    order,
    receipt,
    (await app.call('GET /billing/orders/:order/receipt', { as: buyer.token, params })).data,
    (await app.call('GET /billing/issued', { as: host.token })).data.documents[0],
    (await app.call('GET /balance', { as: host.token })).data.movements[0],
    (await app.call('GET /balance/events', { as: host.token })).data.events[0],
    (await app.call('GET /admin/orders', { as: admin.token, query: { q: params.order } })).data.orders[0],
  ];
  return shown.map((one) => [one?.event_title, one?.event_title_made]);
}
const seven = (title: string, made?: string): unknown[] => Array.from({ length: 7 }, () => [title, made]);

test('a title that a host wrote is never translated, even if it reads like one of ours', async () => {
  const [host, buyer] = [await newHost(app), await newViewer(app)];
  await readsGerman(buyer);
  const event = await newEvent(app, host, { title: 'Replay: Live at Home', priceMinor: 1000 });
  expect((await buy(app, event, buyer, card)).status).toBe(200);
  expect(await subjectsTo(buyer)).toContain('Dein Ticket: Replay: Live at Home');
  expect(await titlesOf(buyer, host)).toEqual(seven('Replay: Live at Home'));
  const mine = (await app.call('GET /tickets/mine', { as: buyer.token })).data.tickets;
  expect(mine[0]!.event.event).not.toHaveProperty('event_title_made');
});

test('the title of a replay on sale says that it is ours, and its buyer reads it in their language', async () => {
  const [room, buyer] = [await recordedEvent(), await newViewer(app)];
  await readsGerman(buyer);
  await app.db.query(`UPDATE event SET title = 'Replay: Live at Home' WHERE id = $1`, [room.event.id]);
  await sell(room);
  expect((await buyReplay(room, buyer)).status).toBe(200);
  expect(await subjectsTo(buyer)).toContain('Aufzeichnung: Replay: Live at Home');
  expect(await titlesOf(buyer, room.host)).toEqual(seven('Replay: Replay: Live at Home', 'replay'));
});

test('the title of a private meeting says that it is ours', async () => {
  const { host, viewer, id } = await confirmed(app);
  const titles = (await titlesOf(viewer, host)) as [string, string][];
  expect(titles.map(([, made]) => made)).toEqual(Array.from({ length: 7 }, () => 'meeting'));
  // Its host reads with whom it is.
  expect(titles.filter(([title]) => title === `Private meeting with ${viewer.username}`)).toHaveLength(2);
  const mine = (await app.call('GET /tickets/mine', { as: viewer.token })).data.tickets;
  expect(mine[0]!.event.event).toMatchObject({ event_uuid: id, event_title_made: 'meeting' });
  const { activity } = (await app.call('GET /activity', { as: host.token })).data;
  expect(activity.find(({ kind }) => kind === 'sales')?.event?.event_title_made).toBe('meeting');
});
