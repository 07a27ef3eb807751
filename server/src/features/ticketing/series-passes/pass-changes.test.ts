import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { newHost, newViewer, type TestActor } from '../../../../test/actors.ts';
import { disputesOf } from '../../../../test/disputes.ts';
import { testApp, type TestApp } from '../../../../test/harness.ts';
import { expectInvariants } from '../../../../test/invariants.ts';
import { mailsTo } from '../../../../test/mails.ts';
import { buyPass, holdPass, newPass } from '../../../../test/passes.ts';

/** What a host changes while a pass is offered, held or sold. */
let app: TestApp;
let host: TestActor;
beforeAll(async () => {
  app = await testApp();
  host = await newHost(app);
});
afterEach(() => expectInvariants(app));
afterAll(() => app.close());

const offered = () => newPass(app, host, { price: 25, dates: [{ priceMinor: 1000 }, { priceMinor: 2000 }] });
const codes = (answer: { errors: readonly { code: string }[] }) => answer.errors.map(({ code }) => code);
const refunds = (viewer: TestActor) =>
  app.db.query<{ amount: number; reason: string }>(
    `SELECT r.amount_minor AS amount, r.reason FROM refund r JOIN payment p ON p.id = r.payment_id
       JOIN orders o ON o.id = p.order_id WHERE o.buyer_id = $1 AND r.status = 'succeeded' ORDER BY r.amount_minor`,
    [viewer.id],
  );

test.for(['changed', 'withdrawn'])(
  'a held pass is sold at the price it was held at after its offer is %s',
  async (how) => {
    const pass = await offered();
    const viewer = await newViewer(app);
    const held = await holdPass(app, pass, viewer);
    const body = { series_uuid: pass.series };
    const changed =
      how === 'changed'
        ? await app.call('POST /series/pass/offer', { as: host.token, body: { ...body, price: 28 } })
        : await app.call('POST /series/pass/withdraw', { as: host.token, body });
    expect(changed.status).toBe(200);
    expect(codes(await buyPass(app, pass, await newViewer(app)))).toEqual(['pass_not_on_sale']);
    const { data } = await buyPass(app, pass, viewer);
    expect(data.order).toMatchObject({ order_status: 'paid', total: held.data.order.total });
  },
);

test('a pass whose dates became free is over', async () => {
  const pass = await offered();
  for (const { id } of pass.events) {
    const body = { event_uuid: id, event_price_ticket: 0 };
    expect((await app.call('POST /events/update', { as: host.token, body })).status).toBe(200);
  }
  const shown = await app.call('GET /series/:id/pass', { params: { id: pass.series } });
  expect([shown.status, shown.data.pass?.on_sale]).toEqual([200, false]);
  expect(codes(await buyPass(app, pass, await newViewer(app)))).toEqual(['pass_not_on_sale']);
});

test('promo codes do not apply to a pass', async () => {
  const pass = await offered();
  expect(
    (await buyPass(app, pass, await newViewer(app), { stripe_token: 'pm_card_visa', promo_code: 'HALF' })).status,
  ).toBe(400);
});

test('the refund of a date that was given away goes to who paid for the pass', async () => {
  const pass = await offered();
  const [viewer, friend] = [await newViewer(app), await newViewer(app)];
  const { data } = await buyPass(app, pass, viewer);
  await app.call('POST /tickets/transfer', {
    as: viewer.token,
    body: { ticket_uuid: data.ticket!.ticket_uuid, email: friend.email },
  });
  await app.call('POST /events/cancel', { as: host.token, body: { event_uuid: pass.events[0]!.id } });
  await app.quiesce();
  expect(await refunds(viewer)).toEqual([{ amount: 925, reason: 'event_cancelled' }]);
  expect(await refunds(friend)).toEqual([]);
});

test('a host who cancels all dates in one step refunds all of a pass, and of the rest of one', async () => {
  const pass = await offered();
  const [viewer, other] = [await newViewer(app), await newViewer(app)];
  await buyPass(app, pass, viewer);
  const single = await app.call('POST /events/purchase', {
    as: other.token,
    body: { event_uuid: pass.events[0]!.id, type: 'interactive', stripe_token: 'pm_card_visa' },
  });
  const rest = await buyPass(app, pass, other);
  const cancelled = await app.call('POST /events/cancel', {
    as: host.token,
    body: { event_uuid: pass.events[0]!.id, series_scope: 'following' },
  });
  expect(cancelled.status).toBe(200);
  await app.quiesce();
  const sum = async (of: TestActor) => (await refunds(of)).reduce((all, { amount }) => all + amount, 0);
  expect(await sum(viewer)).toBe(2725);
  expect(await sum(other)).toBe(Math.round((single.data.order!.total + rest.data.order!.total) * 100));
});

test('after one date was refunded, a dispute of the whole charge is news about the other date alone', async () => {
  const pass = await offered();
  const viewer = await newViewer(app);
  await buyPass(app, pass, viewer);
  // What is disputed beyond the money that is left is borne by the first date in the order of their ids.
  const [gone, left] = pass.events.map(({ id }) => id).toSorted();
  await app.call('POST /events/cancel', { as: host.token, body: { event_uuid: gone } });
  await app.quiesce();
  const charge = await app.db.one<{ charge: string }>(
    'SELECT p.capture_ref AS charge FROM payment p JOIN orders o ON o.id = p.order_id WHERE o.buyer_id = $1 LIMIT 1',
    [viewer.id],
  );
  const { dispute, decide } = disputesOf(app);
  const ref = await dispute(charge!, 2725);
  await decide(ref, 'lost');
  const day = await app.db.one<{ day: string }>(
    "SELECT to_char(starts_at AT TIME ZONE 'UTC', 'Dy FMDD Mon') AS day FROM event WHERE id = $1",
    [left],
  );
  const told = (await mailsTo(app, viewer.email)).map(({ subject }) => subject);
  const about = (what: string) => told.filter((subject) => subject.startsWith(what));
  for (const what of ['Your ticket is on hold: ', 'Your ticket is no longer valid: '])
    expect(about(what)).toEqual([`${what}An evening for a test, ${day!.day}`]);
});
