import { days, hours, minutes } from '@frontrow/core/kernel/instant.ts';
import {
  providerTimeoutMs,
  webhookFirstWaitMs,
  webhookLongestWaitMs,
  webhookRetriedMs,
} from '@frontrow/core/ticketing/limits.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { newAdmin } from '../../../test/actors.ts';
import { testApp, type TestApp, until } from '../../../test/harness.ts';
import { stripeCards } from '../../adapters/card-payments/stripe.ts';
import type { CardPayments } from '../../ports/card-payments.ts';
import { silentLog } from '../../ports/log.ts';

/** The provider: up, down, or so slow that it answers only when the test lets it. */
const provider = {
  down: false,
  slow: false,
  asked: [] as string[],
  signatures: [] as string[],
  open: 0,
  mostOpen: 0,
  held: [] as (() => void)[],
};
async function intent(ref: string): Promise<undefined> {
  provider.asked.push(ref);
  if (provider.down) throw new Error('connection refused');
  provider.open += 1;
  provider.mostOpen = Math.max(provider.mostOpen, provider.open);
  if (provider.slow) await new Promise<void>((resolve) => provider.held.push(resolve));
  provider.open -= 1;
  return undefined;
}
const cards: CardPayments = Object.assign(
  Object.create(
    stripeCards({
      settings: { secretKey: 'sk_test_fake', publishableKey: 'pk_test_fake', webhookSecret: 'whsec_fake' },
      installation: 'test',
      log: silentLog,
    }),
  ),
  {
    intent,
    readWebhook: async (id: string) => {
      provider.signatures.push(id);
      return id === 'forged' ? undefined : { id, type: 'payment_intent.succeeded', intentRef: id, about: 'payment' };
    },
  },
);

let app: TestApp;
let admin: string;
beforeAll(async () => {
  app = await testApp({ overrides: { cards } });
});
afterAll(() => app.close());
beforeEach(async () => {
  Object.assign(provider, { down: false, slow: false, asked: [], mostOpen: 0 });
  await signInAdmin();
});
/** Sessions would end while the clock is moved by weeks. */
const signInAdmin = async (): Promise<void> => void (admin = (await newAdmin(app)).token);

const receive = (id: string) =>
  app.http.inject({
    method: 'POST',
    url: '/api/webhooks/stripe',
    headers: { 'content-type': 'application/json' },
    payload: id,
  });
interface Stored {
  attempts: number;
  processed: boolean;
  given_up: boolean;
  wait_ms: number | null;
}
const stored = async (id: string): Promise<Stored> =>
  (await app.db.one<Stored>(
    `SELECT attempts, processed_at IS NOT NULL AS processed, next_at = 'infinity' AS given_up,
       CASE WHEN isfinite(next_at) THEN extract(epoch FROM next_at - app_now())::float8 * 1000 END AS wait_ms
     FROM provider_event WHERE event_id = $1`,
    [id],
  ))!;
const failedOnce = (id: string) =>
  until('the first attempt failed', async () => {
    const { attempts, wait_ms } = await stored(id);
    return attempts === 1 && (wait_ms ?? 0) <= webhookFirstWaitMs;
  });
const gauge = async (name: string) =>
  Number(new RegExp(`^${name} ([\\d.]+)$`, 'm').exec((await app.http.inject('/metrics')).body)?.[1]);
const listed = async (state?: string) =>
  (await app.call('GET /admin/webhooks', { as: admin, query: state === undefined ? {} : { state } })).data.webhooks;
const retry = (id: string) =>
  app.call('POST /admin/webhooks/retry', { as: admin, body: { payment_provider: 'stripe', webhook_id: id } });

test('processes a webhook although its provider was down for almost three days', async () => {
  provider.down = true;
  await receive('evt_patient');
  await failedOnce('evt_patient');
  for (const ms of [...Array.from({ length: 20 }, () => hours(1)), days(1), days(1), hours(3)]) {
    await app.clock.advance(ms);
    await app.jobs.runAll();
  }
  expect(await stored('evt_patient')).toMatchObject({ attempts: 24, processed: false, given_up: false });
  provider.down = false;
  await app.clock.advance(webhookLongestWaitMs);
  await app.jobs.runAll();
  expect(await stored('evt_patient')).toMatchObject({ processed: true });
});

test('a failing webhook waits longer each time, is given up after three days, and can be retried by an app admin', async () => {
  provider.down = true;
  await receive('evt_poison');
  await failedOnce('evt_poison');
  expect([await gauge('provider_webhooks_waiting'), await gauge('provider_webhooks_given_up')]).toEqual([1, 0]);
  const began = app.clock.now();
  const waits: number[] = [];
  for (let n = 0; n < 30 && !(await stored('evt_poison')).given_up; n++) {
    const wait = (await stored('evt_poison')).wait_ms!;
    waits.push(Math.round(wait / webhookFirstWaitMs) * webhookFirstWaitMs);
    await app.clock.advance(waits.length < 10 ? wait + 1 : hours(6));
    await app.jobs.runAll();
  }
  expect(waits.slice(0, 8)).toEqual([0.5, 1, 2, 4, 8, 16, 32, 60].map(minutes));
  expect(Math.max(...waits)).toBe(webhookLongestWaitMs);
  expect(app.clock.now() - began).toBeGreaterThanOrEqual(webhookRetriedMs);
  expect(app.clock.now() - began).toBeLessThan(webhookRetriedMs + hours(7));
  const { attempts } = await stored('evt_poison');
  await app.clock.advance(days(30));
  await app.jobs.runAll();
  expect(await stored('evt_poison')).toMatchObject({ attempts, processed: false, given_up: true });

  expect([await gauge('provider_webhooks_waiting'), await gauge('provider_webhooks_given_up')]).toEqual([0, 1]);
  await signInAdmin();
  expect(await listed('waiting')).toEqual([]);
  expect(await listed('given_up')).toEqual([
    expect.objectContaining({
      payment_provider: 'stripe',
      webhook_id: 'evt_poison',
      webhook_type: 'payment_intent.succeeded',
      webhook_given_up: true,
      webhook_next: null,
      webhook_attempts: attempts,
      webhook_error: expect.stringContaining('connection refused'),
    }),
  ]);
  expect((await retry('evt_poison')).status).toBe(200);
  const { entries } = (await app.call('GET /admin/audit_log', { as: admin })).data;
  expect(entries[0]).toMatchObject({
    action: 'webhook_retried',
    details: { provider: 'stripe', webhook: 'evt_poison' },
  });
  // It has its three days again.
  await app.jobs.runAll();
  expect(await stored('evt_poison')).toMatchObject({ attempts: 1, given_up: false });
  provider.down = false;
  expect((await retry('evt_poison')).status).toBe(200);
  await app.jobs.runAll();
  expect(await stored('evt_poison')).toMatchObject({ processed: true });
  expect(await listed()).toEqual([]);
  expect((await retry('evt_poison')).errors[0]?.code).toBe('webhook_processed');
  expect((await retry('evt_unheard_of')).errors[0]?.code).toBe('webhook_not_found');
});

test('attempts missed while a process was off for days do not use up the retries', async () => {
  provider.down = true;
  await receive('evt_asleep');
  await failedOnce('evt_asleep');
  await app.clock.advance(days(5));
  await app.jobs.runAll();
  expect(await stored('evt_asleep')).toMatchObject({ attempts: 2, given_up: false });
  provider.down = false;
  await app.clock.advance(hours(1));
  await app.jobs.runAll();
  expect(await stored('evt_asleep')).toMatchObject({ processed: true });
});

test('many webhooks are claimed and processed five at a time, each once', async () => {
  provider.slow = true;
  const ids = Array.from({ length: 25 }, (_, n) => `evt_burst_${n}`);
  for (const id of ids) expect((await receive(id)).statusCode).toBe(200);
  await until('five requests are open', () => provider.held.length === 5);
  const claimed = async () =>
    app.db.query<{ wait_ms: number }>(
      `SELECT extract(epoch FROM next_at - app_now())::float8 * 1000 AS wait_ms FROM provider_event
       WHERE event_id LIKE 'evt_burst%' AND attempts > 0`,
    );
  const rows = await claimed();
  expect(rows).toHaveLength(5);
  for (const { wait_ms } of rows) expect(wait_ms).toBeGreaterThan(2 * providerTimeoutMs);
  // One that arrives during the run is found by it: no other run exists here.
  await receive('evt_burst_last');
  expect(await gauge('provider_webhooks_waiting')).toBe(26);
  expect(await gauge('provider_webhooks_oldest_seconds')).toBeGreaterThanOrEqual(0);
  provider.slow = false;
  for (const release of provider.held.splice(0)) release();
  await until('all are processed', async () => (await listed()).length === 0);
  expect(provider.mostOpen).toBe(5);
  expect(provider.asked.toSorted()).toEqual([...ids, 'evt_burst_last'].toSorted());
});

test('failed webhooks are listed in pages, the oldest first', async () => {
  await app.db.query(
    `INSERT INTO provider_event (provider, event_id, type, next_at, received_at)
     SELECT 'stripe', 'evt_page_' || n, 'tested', 'infinity', app_now() - interval '1 day' + n / 2 * interval '1 s'
     FROM generate_series(1, 100) n`,
  );
  const page = async (cursor?: string) =>
    (await app.call('GET /admin/webhooks', { as: admin, query: cursor === undefined ? {} : { cursor } })).data;
  const one = await page();
  const two = await page(one.next_cursor!);
  const ids = [...one.webhooks, ...two.webhooks].map((webhook) => webhook.webhook_id);
  expect([one.webhooks.length, two.webhooks.length, two.next_cursor]).toEqual([50, 50, null]);
  expect(new Set(ids).size).toBe(100);
  expect([ids[0], ids.at(-1)]).toEqual(['evt_page_1', 'evt_page_100']);
  expect((await app.call('GET /admin/webhooks', { as: admin, query: { cursor: 'odd' } })).status).toBe(400);
  await app.db.query("UPDATE provider_event SET next_at = app_now() WHERE event_id LIKE 'evt_page_%'");
  await app.jobs.runAll();
});

test('after sixty forged webhooks in a minute a network is refused unchecked, and genuine ones are never counted', async () => {
  const statuses = async (count: number, payload: string, remoteAddress: string) => {
    const found: Record<number, number> = {};
    for (let n = 0; n < count; n++) {
      const { statusCode } = await app.http.inject({
        method: 'POST',
        url: '/api/webhooks/stripe',
        headers: { 'content-type': 'application/json' },
        payload,
        remoteAddress,
      });
      found[statusCode] = (found[statusCode] ?? 0) + 1;
    }
    return found;
  };
  expect(await statuses(70, 'evt_genuine', '198.51.100.1')).toEqual({ 200: 70 });
  provider.signatures = [];
  expect(await statuses(70, 'forged', '198.51.100.2')).toEqual({ 400: 60, 429: 10 });
  expect(provider.signatures).toHaveLength(60);
  expect(await statuses(1, 'evt_genuine', '198.51.100.1')).toEqual({ 200: 1 });
});
