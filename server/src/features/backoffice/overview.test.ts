import { days, minutes, seconds } from '@frontrow/core/kernel/instant.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newAdmin, newHost, newViewer, type TestActor } from '../../../test/actors.ts';
import { disputesOf } from '../../../test/disputes.ts';
import { newEvent } from '../../../test/events.ts';
import { testApp, type TestApp, until } from '../../../test/harness.ts';
import { expectInvariants } from '../../../test/invariants.ts';
import { liveRoom } from '../../../test/rooms.ts';
import { giveTicket } from '../../../test/tickets.ts';
import { recordJobs, createJobRunner } from '../../jobs/runner.ts';
import { silentLog } from '../../ports/log.ts';

let app: TestApp;
let admin: TestActor;
beforeAll(async () => {
  app = await testApp();
  admin = await newAdmin(app);
});
afterAll(async () => {
  await expectInvariants(app);
  await app.close();
});

const overview = async () => (await app.call('GET /admin/overview', { as: admin.token })).data;
const attention = async (kind: string) => (await overview()).attention.find((one) => one.kind === kind);
const orderOf = async (email: string) =>
  (await app.call('GET /admin/orders', { as: admin.token, query: { q: email } })).data.orders[0]!;

test('the overview of a new installation has no money, nothing to do, and the state of every part', async () => {
  expect(await overview()).toMatchObject({ money: [], attention: [], rooms: [], rooms_total: 0 });
  const { health } = await overview();
  expect(health.map(({ part }) => part)).toEqual(['database', 'video', 'mail', 'cards', 'wallets', 'storage']);
  expect(health.every(({ state }) => ['ready', 'preparing'].includes(state))).toBe(true);
});

test('the overview counts charges, fees and refunds of today by currency, and forgets those of yesterday', async () => {
  const host = await newHost(app);
  const event = await newEvent(app, host, { priceMinor: 1200 });
  const buyers = [await newViewer(app), await newViewer(app)];
  for (const buyer of buyers) await giveTicket(app, event, buyer);
  const refunded = await orderOf(buyers[0]!.email);
  await app.call('POST /admin/orders/refund', {
    as: admin.token,
    body: { order_uuid: refunded.order_uuid, reason: 'Asked by email' },
  });
  await app.quiesce();
  expect((await overview()).money).toEqual([
    expect.objectContaining({ charged: 26.2, charges: 2, refunded: 13.1, refunds: 1, fees: 2.2, paid_out: 0 }),
  ]);
  await app.clock.advance(days(1));
  expect((await overview()).money).toEqual([]);
});

test('the overview lists live rooms, open disputes, stuck payouts and failing jobs until they are dealt with', async () => {
  const room = await liveRoom(app, 1);
  expect((await overview()).rooms).toEqual([
    expect.objectContaining({ event_uuid: room.event.id, host_username: room.host.username }),
  ]);

  const { sold, dispute, decide } = disputesOf(app);
  const ref = await dispute(await sold());
  expect(await attention('disputes')).toMatchObject({ count: 1 });
  expect((await attention('disputes'))?.due).toBeGreaterThan(app.clock.now());
  await decide(ref, 'lost');
  expect(await attention('disputes')).toBeUndefined();

  const host = await newHost(app);
  await app.db.query(
    `INSERT INTO payout (id, host_id, kind, account_shown, amount_minor, currency, status, automatic, next_at)
     VALUES (gen_random_uuid(), $1, 'sandbox', 'pays', 500, 'EUR', 'requested', false, 'infinity')`,
    [host.id],
  );
  expect(await attention('payouts')).toBeUndefined();
  await app.clock.advance(days(1) + minutes(1));
  expect(await attention('payouts')).toMatchObject({ count: 1 });
  const listed = await app.call('GET /admin/payouts', { as: admin.token, query: { state: 'stuck' } });
  expect(listed.data.payouts).toMatchObject([{ host_username: host.username, state: 'requested', stuck: true }]);
  await app.call('POST /admin/payouts/hold', {
    as: admin.token,
    body: { username: host.username, reason: 'On purpose' },
  });
  expect(await attention('payouts'), 'a payout that an admin holds is not stuck').toBeUndefined();
  await app.db.query('DELETE FROM payout WHERE host_id = $1', [host.id]);
});

test('a job that fails is listed with its error until a run of it succeeds', async () => {
  let broken = true;
  const job = {
    name: 'break on purpose',
    everyMs: 5,
    run: () => (broken ? Promise.reject(new Error('the printer is out of paper')) : Promise.resolve()),
  };
  const runner = createJobRunner([job], silentLog, recordJobs(app.db));
  const jobs = async () => (await app.call('GET /admin/jobs', { as: admin.token })).data.jobs;
  runner.start();
  await until('two failures', async () => (await jobs()).some((one) => one.failures > 1));
  expect((await jobs())[0]).toMatchObject({ job: job.name, error: 'Error: the printer is out of paper' });
  expect(await attention('jobs')).toMatchObject({ count: 1 });
  broken = false;
  await until('a success', async () => (await jobs()).length === 0);
  await runner.stop();
});

test('an order lists everything that happened to it, newest first', async () => {
  const host = await newHost(app);
  const event = await newEvent(app, host, { priceMinor: 1200 });
  const buyer = await newViewer(app);
  await giveTicket(app, event, buyer);
  await app.clock.advance(seconds(5));
  await app.quiesce();
  const { order_uuid: order } = await orderOf(buyer.email);
  const detail = async () => (await app.call('GET /admin/orders/:order', { as: admin.token, params: { order } })).data;
  const kinds = async () => (await detail()).timeline.map((step) => step.kind);
  expect(new Set(await kinds())).toEqual(
    new Set(['created', 'payment_started', 'paid', 'webhook', 'ticket_issued', 'ticket_emailed']),
  );
  expect((await kinds()).at(-1)).toBe('created');
  await app.clock.advance(minutes(1));
  await app.call('POST /admin/orders/refund', {
    as: admin.token,
    body: { order_uuid: order, reason: 'The stream was down' },
  });
  await app.clock.advance(seconds(5));
  await app.quiesce();
  expect(await detail()).toMatchObject({
    price: 12,
    fee: 1.1,
    discount: 0,
    buyer_ide: buyer.id,
    buyer_orders: 1,
    host_username: host.username,
    order: { order_status: 'refunded', order_price_left: 0 },
    refunds: [{ refund_status: 'succeeded', refund_amount: 13.1 }],
  });
  expect((await detail()).timeline).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ kind: 'refunded', amount: 13.1 }),
      expect.objectContaining({ kind: 'ticket_voided' }),
      expect.objectContaining({
        kind: 'admin_action',
        detail: 'order_refunded',
        note: 'The stream was down',
        username: admin.username,
      }),
    ]),
  );
  const missing = await app.call('GET /admin/orders/:order', {
    as: admin.token,
    params: { order: '00000000-0000-4000-8000-000000000000' },
  });
  expect(missing.errors[0]?.code).toBe('order_not_found');
});
