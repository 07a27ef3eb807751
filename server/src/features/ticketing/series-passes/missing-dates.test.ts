import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { newHost, newViewer, type TestActor } from '../../../../test/actors.ts';
import { testApp, type TestApp } from '../../../../test/harness.ts';
import { expectInvariants } from '../../../../test/invariants.ts';
import { buyPass, holdPass, newPass, type OfferedPass } from '../../../../test/passes.ts';
import { buy, giveTicket } from '../../../../test/tickets.ts';

/** A pass for somebody who has a ticket for some of its dates. */
let app: TestApp;
let host: TestActor;
beforeAll(async () => {
  app = await testApp();
  host = await newHost(app);
});
afterEach(() => expectInvariants(app));
afterAll(() => app.close());

const card = { stripe_token: 'pm_card_visa' };
/** Shares of 7.50, 15.00 and 22.50; each fee is the minimum of 0.50 and five percent. */
const offered = (capacity = 5) =>
  newPass(app, host, { price: 45, dates: [10, 20, 30].map((price) => ({ priceMinor: price * 100, capacity })) });
const shownTo = async (pass: OfferedPass, viewer?: TestActor) =>
  (await app.call('GET /series/:id/pass', { params: { id: pass.series }, ...(viewer && { as: viewer.token }) })).data
    .pass!;
const codes = (answer: { errors: readonly { code: string }[] }) => answer.errors.map(({ code }) => code);
const paidOrders = async (viewer: TestActor) =>
  (
    await app.db.query<{ share: number; in_pass: boolean }>(
      `SELECT o.price_minor - o.discount_minor AS share, o.pass_purchase_id IS NOT NULL AS in_pass
       FROM orders o JOIN event e ON e.id = o.event_id WHERE o.buyer_id = $1 AND o.status = 'paid'
       ORDER BY e.starts_at`,
      [viewer.id],
    )
  ).map(({ share, in_pass: inPass }) => [share, inPass]);

test('somebody with a ticket for one date buys the others at their shares, and reads before what that costs', async () => {
  const pass = await offered();
  const viewer = await newViewer(app);
  await giveTicket(app, pass.events[1]!, viewer);
  const whole = await shownTo(pass);
  const rest = await shownTo(pass, viewer);
  expect(whole).toMatchObject({ held_event_uuids: [], bought: false, price: 45, listed: 60, discount: 15 });
  expect(rest).toMatchObject({
    held_event_uuids: [pass.events[1]!.id],
    bought: false,
    price: 45,
    listed: 40,
    discount: 10,
    on_sale: true,
  });
  expect(rest.listed - rest.discount + rest.fee).toBeCloseTo(rest.total, 6);
  const held = await holdPass(app, pass, viewer);
  expect(held.data.order).toMatchObject({ price: 40, discount: 10, fee: rest.fee, total: rest.total });
  const bought = await buyPass(app, pass, viewer);
  expect(bought.data).toMatchObject({ payment_intent: { amount: rest.total }, order: { order_status: 'paid' } });
  expect(await paidOrders(viewer)).toEqual([
    [750, true],
    [2000, false],
    [2250, true],
  ]);
});

test('a date that is sold out stops no one who has a ticket for it', async () => {
  const pass = await offered(1);
  const viewer = await newViewer(app);
  await giveTicket(app, pass.events[0]!, viewer);
  expect([(await shownTo(pass)).sold_out, (await shownTo(pass, viewer)).sold_out]).toEqual([true, false]);
  expect(codes(await buyPass(app, pass, await newViewer(app)))).toEqual(['pass_sold_out']);
  expect((await buyPass(app, pass, viewer)).status).toBe(200);
});

test('nobody buys a pass twice, also after giving one of its dates away', async () => {
  const pass = await offered();
  const [viewer, friend] = [await newViewer(app), await newViewer(app)];
  const { data } = await buyPass(app, pass, viewer);
  expect(codes(await buyPass(app, pass, viewer))).toEqual(['pass_date_held']);
  const given = await app.call('POST /tickets/transfer', {
    as: viewer.token,
    body: { ticket_uuid: data.ticket!.ticket_uuid, email: friend.email },
  });
  expect(given.status).toBe(200);
  expect(await shownTo(pass, viewer)).toMatchObject({ bought: true });
  expect(codes(await buyPass(app, pass, viewer))).toEqual(['pass_date_held']);
  expect((await buy(app, pass.events[0]!, viewer, card)).status).toBe(200);
  // The friend has a ticket for the first date, and no pass.
  expect(await shownTo(pass, friend)).toMatchObject({ bought: false, held_event_uuids: [pass.events[0]!.id] });
  expect((await buyPass(app, pass, friend)).data.order).toMatchObject({ price: 50, discount: 12.5 });
});

test('somebody with a ticket for every date, or with a seat offered from a waitlist, buys no pass', async () => {
  const pass = await offered();
  const viewer = await newViewer(app);
  for (const event of pass.events) await giveTicket(app, event, viewer);
  expect((await shownTo(pass, viewer)).held_event_uuids).toHaveLength(3);
  expect(codes(await buyPass(app, pass, viewer))).toEqual(['pass_date_held']);

  const full = await offered(1);
  const [first, waiting] = [await newViewer(app), await newViewer(app)];
  await giveTicket(app, full.events[2]!, first);
  const joined = await app.call('POST /events/waitlist', {
    as: waiting.token,
    body: { event_uuid: full.events[2]!.id, join: true },
  });
  expect(joined.status).toBe(200);
  await app.db.query("SELECT refund_orders($1, 'admin', NULL, 1)", [full.events[2]!.id]);
  await app.quiesce();
  expect(codes(await buyPass(app, full, waiting))).toEqual(['pass_date_offered']);
});

test('a pass and one of its dates, bought at the same time in two tabs, give each date one ticket', async () => {
  const pass = await offered();
  for (let round = 0; round < 3; round++) {
    const viewer = await newViewer(app);
    const [single, whole] = await Promise.all([buy(app, pass.events[0]!, viewer, card), buyPass(app, pass, viewer)]);
    expect([single.status, whole.status]).toContain(200);
    const before = (await paidOrders(viewer)).length;
    const bought = whole.status === 200 ? whole : await buyPass(app, pass, viewer);
    expect(bought.status).toBe(200);
    expect([before, (await paidOrders(viewer)).length]).toEqual([whole.status === 200 ? 3 : 1, 3]);
    const tickets = await app.db.query('SELECT 1 FROM ticket WHERE holder_id = $1 AND voided_at IS NULL', [viewer.id]);
    expect(tickets).toHaveLength(3);
  }
});

test('who holds the last seats finds the pass on sale, until the hold ends', async () => {
  const pass = await newPass(app, host, {
    price: 25,
    dates: [{ priceMinor: 1000, capacity: 1 }, { priceMinor: 2000 }],
  });
  const viewer = await newViewer(app);
  expect((await app.call('POST /series/pass/hold', { as: viewer.token, body: { pass_uuid: pass.id } })).status).toBe(
    200,
  );
  expect([(await shownTo(pass)).sold_out, (await shownTo(pass, viewer)).sold_out]).toEqual([true, false]);
  expect((await buyPass(app, pass, viewer)).data.order.order_status).toBe('paid');
});
