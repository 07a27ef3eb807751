import { randomUUID } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { days, minutes } from '@frontrow/core/kernel/instant.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { coverFiles } from '../../src/features/events/records.ts';
import { dropUnwrittenFiles } from '../../src/media/unwritten-files.ts';
import { newAdmin, newHost, newViewer, type TestActor } from '../actors.ts';
import { dyingApp, type DyingApp } from '../killable-app.ts';
import { newEvent } from '../events.ts';
import { testApp, type TestApp } from '../harness.ts';
import { expectInvariants } from '../invariants.ts';
import { newPass } from '../passes.ts';
import { goodForm, publish, testCover } from '../publish-form.ts';
import { dueRoom } from '../rooms.ts';
import { buy, giveTicket, pressOnSandboxPage, purchaseBody } from '../tickets.ts';
import { uploadVideo, videoFile } from '../videos.ts';

/** The one that continues, and one that ends in the middle of its work, on the same database and the same files. */
let app: TestApp;
let mortal: TestApp;
let death: DyingApp;
let host: TestActor;
let admin: TestActor;
beforeAll(async () => {
  app = await testApp();
  const storage = { ...app.kit.storage };
  mortal = await testApp({ overrides: { databaseUrl: app.databaseUrl, clock: app.clock, storage } });
  death = dyingApp(mortal);
  host = await newHost(app, { massive: true });
  admin = await newAdmin(app);
});
afterAll(async () => {
  await mortal.close();
  await app.close();
});

interface Answer {
  readonly status: number;
  readonly errors: readonly { code: string }[];
  readonly data: unknown;
}
/** Prepares something new each time and answers how it is asked for, by whichever process. */
type Story = () => Promise<(on: TestApp) => Promise<Answer>>;

const sale =
  (priceMinor: number): Story =>
  async () => {
    const event = await newEvent(app, host, { priceMinor });
    const viewer = await newViewer(app);
    const body = await purchaseBody(app, event, priceMinor > 0 ? { stripe_token: 'pm_card_visa' } : {});
    const headers = { 'idempotency-key': randomUUID() };
    return (on) => on.call('POST /events/purchase', { as: viewer.token, body, headers });
  };

/** A pass of two dates, and somebody whose one charge has to give a ticket for both of them in the end. */
async function passFor() {
  const pass = await newPass(app, host, { price: 25, dates: [{ priceMinor: 1000 }, { priceMinor: 2000 }] });
  const viewer = await newViewer(app);
  passes.push({ buyer: viewer.id, events: pass.events.map(({ id }) => id) });
  return { ...pass, viewer };
}

/** Each with the answers of a second try that say that it was done the first time. */
const stories: readonly [string, readonly (number | string)[], Story][] = [
  ['a ticket bought by card', [200], sale(1200)],
  ['a free ticket', [200], sale(0)],
  [
    'a series pass bought by card',
    [200],
    async () => {
      const { id, viewer } = await passFor();
      const body = { pass_uuid: id, stripe_token: 'pm_card_visa' };
      const headers = { 'idempotency-key': randomUUID() };
      return (on) => on.call('POST /series/pass/purchase', { as: viewer.token, body, headers });
    },
  ],
  [
    'an approved wallet order of a series pass captured',
    [200],
    async () => {
      const { id, viewer } = await passFor();
      const bought = await app.call('POST /series/pass/purchase', {
        as: viewer.token,
        body: { pass_uuid: id, paypal: true },
      });
      const order = bought.data.payment_order!;
      await pressOnSandboxPage(app, order.links[0]!.href, 'approve');
      const body = { paypal_order_id: order.id };
      return (on) => on.call('POST /payment/paypal_order', { as: viewer.token, body });
    },
  ],
  [
    'a date of a sold series pass cancelled',
    [200],
    async () => {
      const { id, viewer, events } = await passFor();
      await app.call('POST /series/pass/purchase', {
        as: viewer.token,
        body: { pass_uuid: id, stripe_token: 'pm_card_visa' },
      });
      return (on) => on.call('POST /events/cancel', { as: host.token, body: { event_uuid: events[0]!.id } });
    },
  ],
  [
    'an event published',
    [200],
    async () => {
      const publisher = await newHost(app);
      onces.push(['SELECT count(*)::int AS n FROM event WHERE host_id = $1', publisher.id]);
      const form = await goodForm(app);
      const key = randomUUID();
      return (on) => publish(on, publisher, form, key);
    },
  ],
  [
    'a picture of oneself',
    [200],
    async () => {
      const viewer = await newViewer(app);
      const body = { avatar: await testCover(320, 320) };
      return (on) => on.call('POST /user/avatar', { as: viewer.token, body });
    },
  ],
  [
    'a video of an event',
    [200],
    async () => {
      const advertiser = await newHost(app, { advertising: true });
      const event = await newEvent(app, advertiser);
      return (on) => uploadVideo(on, advertiser, event, videoFile());
    },
  ],
  [
    'a message to everybody with a ticket',
    [200],
    async () => {
      const sender = await newHost(app);
      const event = await newEvent(app, sender);
      onces.push(['SELECT count(*)::int AS n FROM event_message WHERE event_id = $1', event.id]);
      await giveTicket(app, event, await newViewer(app));
      const body = { event_uuid: event.id, subject: 'Before we begin', text: 'Bring a pan.' };
      const headers = { 'idempotency-key': randomUUID() };
      return (on) => on.call('POST /events/message', { as: sender.token, body, headers });
    },
  ],
  [
    'an order refunded by an app admin',
    [200, 'order_not_refundable'],
    async () => {
      const event = await newEvent(app, host, { priceMinor: 1200 });
      const bought = await buy(app, event, await newViewer(app), { stripe_token: 'pm_card_visa' });
      const body = { order_uuid: bought.data.order.order_uuid, reason: 'Asked for' };
      return (on) => on.call('POST /admin/orders/refund', { as: admin.token, body });
    },
  ],
  [
    'an event cancelled',
    [200],
    async () => {
      const event = await newEvent(app, host, { priceMinor: 1200 });
      for (let i = 0; i < 2; i++) await giveTicket(app, event, await newViewer(app));
      return (on) => on.call('POST /events/cancel', { as: host.token, body: { event_uuid: event.id } });
    },
  ],
  [
    'a room opened',
    [200],
    async () => {
      const room = await dueRoom(app, 1);
      const body = { event_uuid: room.event.id };
      return (on) => on.call('POST /events/streaming/start_streaming', { as: room.host.token, body });
    },
  ],
];

/** Asked once, of the one that ended, or finished just before it would have. */
const asked: { readonly ask: (on: TestApp) => Promise<Answer>; readonly done: readonly (number | string)[] }[] = [];

/** What there must be one of in the end, however often it was asked for. */
const onces: [sql: string, of: number | string][] = [];

const passes: { readonly buyer: number; readonly events: readonly string[] }[] = [];

const rushes: { readonly event: string; readonly capacity: number }[] = [];

test.each(stories)('%s: the process may end after any statement of it', async (_what, done, story) => {
  const before = asked.length;
  for (let statement = 0, died = true; died; statement++) {
    expect(statement).toBeLessThan(60);
    const ask = await story();
    death.dieAfter(statement);
    const answer = await ask(mortal);
    died = death.revive();
    expect([statement, died || answer.status < 300]).toEqual([statement, true]);
    asked.push({ ask, done });
  }
  expect(asked.length - before).toBeGreaterThan(4);
});

test('a rush for the last seats that the process does not survive sells no seat twice, and every seat in the end', async () => {
  const [capacity, buyers] = [8, 12];
  for (const statement of [1, 3, 6, 10, 15, 21]) {
    const event = await newEvent(app, host, { priceMinor: 1200, capacity });
    const body = await purchaseBody(app, event, { stripe_token: 'pm_card_visa' });
    const rush = await Promise.all(
      Array.from({ length: buyers }, async () => {
        const viewer = await newViewer(app);
        const headers = { 'idempotency-key': randomUUID() };
        return (on: TestApp) => on.call('POST /events/purchase', { as: viewer.token, body, headers });
      }),
    );
    death.dieAfter(statement);
    await Promise.all(rush.map((ask) => ask(mortal)));
    expect(death.revive()).toBe(true);
    asked.push(...rush.map((ask) => ({ ask, done: [200, 'sold_out'] })));
    rushes.push({ event: event.id, capacity });
  }
});

test('anyone who repeats a request after these deaths gets what they asked for, once', async () => {
  // The requests are those of the tests above: alone this test would show nothing.
  expect(asked.length).toBeGreaterThan(100);
  await app.clock.advance(minutes(3));
  // Half of what was begun is finished by the jobs before anyone asks again.
  const soon = asked.filter((_one, n) => n % 2 === 0);
  const askAgain = async ({ ask, done }: (typeof asked)[number]): Promise<void> => {
    const { status, errors, data } = await ask(app);
    expect(done).toContain(status < 300 ? 200 : errors[0]?.code);
    const { ticket } = (data ?? {}) as { ticket?: object };
    if (ticket === undefined) return;
    expect(data).toMatchObject({ ticket: { ticket_state: 'valid' }, order: { order_status: 'paid' } });
    expect((await ask(app)).data).toEqual(data);
  };
  for (const one of soon) await askAgain(one);
  await app.quiesce();
  for (const one of asked) if (!soon.includes(one)) await askAgain(one);
  for (const [sql, of] of onces) expect([sql, of, await app.db.one(sql, [of])]).toEqual([sql, of, { n: 1 }]);
  for (const { event, capacity } of rushes)
    expect(await app.db.one('SELECT held, sold FROM event WHERE id = $1', [event])).toEqual({
      held: 0,
      sold: capacity,
    });
  await expectWholePasses();
  await app.clock.advance(minutes(16));
  await expectInvariants(app);
  // Hundreds of requests, one after the other: a busy machine takes a while.
}, 600_000);

/** Of every pass: one capture, and for each date one ticket or, where it was cancelled, its share back. */
async function expectWholePasses(): Promise<void> {
  await app.quiesce();
  const rows = await app.db.query<{
    buyer: number;
    captures: number;
    tickets: number;
    shares_back: number;
    cancelled: number;
  }>(
    `SELECT o.buyer_id AS buyer, count(DISTINCT p.capture_ref)::int AS captures,
       (count(*) FILTER (WHERE t.voided_at IS NULL AND o.status = 'paid'))::int AS tickets,
       (count(*) FILTER (WHERE o.refunded_price_minor + o.refunded_fee_minor = o.total_minor))::int AS shares_back,
       (count(*) FILTER (WHERE e.cancelled_at IS NOT NULL))::int AS cancelled
     FROM orders o JOIN event e ON e.id = o.event_id JOIN payment p ON p.order_id = o.id AND p.status = 'succeeded'
       LEFT JOIN ticket t ON t.order_id = o.id
     WHERE o.buyer_id = ANY ($1) GROUP BY o.buyer_id`,
    [passes.map(({ buyer }) => buyer)],
  );
  expect(rows).toHaveLength(passes.length);
  for (const { buyer, captures, tickets, shares_back: back, cancelled } of rows)
    expect({ buyer, captures, tickets, back }).toEqual({ buyer, captures: 1, tickets: 2 - cancelled, back: cancelled });
}

test('a day after these deaths the storage has the files that a row names, and no other', async () => {
  await app.clock.advance(days(1));
  await dropUnwrittenFiles(app.kit).run(() => false);
  const folder = join(app.kit.config.home, 'media');
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((one) => one.isFile()).map((one) => join(one.parentPath, one.name));
  const covers = await app.db.query<{ key: string }>(
    "SELECT cover_key AS key FROM event WHERE title = 'Kitchen songs'",
  );
  const others = await app.db.query<{ key: string }>(
    'SELECT file_key AS key FROM event_video UNION ALL SELECT avatar_key FROM app_user WHERE avatar_key IS NOT NULL',
  );
  const named = [...covers.flatMap(({ key }) => coverFiles(key)), ...others.map(({ key }) => key)];
  expect(files.toSorted()).toEqual(named.map((key) => join(folder, key)).toSorted());
  expect(named.length).toBeGreaterThan(30);
});
