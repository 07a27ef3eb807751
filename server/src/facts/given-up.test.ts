import { days, hours } from '@frontrow/core/kernel/instant.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { testApp, type TestApp } from '../../test/harness.ts';
import { DeliveryError } from '../ports/delivery-error.ts';
import { silentLog } from '../ports/log.ts';
import { createDispatcher } from './dispatcher.ts';
import type { FactHandler } from './fact-handler.ts';

let app: TestApp;
beforeAll(async () => void (app = await testApp()));
afterAll(async () => {
  await app.db.query('DELETE FROM outbox');
  await app.close();
});
beforeEach(async () => {
  await app.db.query('DELETE FROM outbox');
  await app.db.query("INSERT INTO outbox (dedupe_key, topic, payload) VALUES ('happened', 'Happened', '{}')");
});

interface Kept {
  attempts: number;
  failures: number;
  given_up: boolean;
  recipient: string | null;
  wait: number | null;
}
const kept = async (): Promise<Kept | undefined> =>
  app.db.one<Kept>(
    `SELECT attempts, failures, given_up_at IS NOT NULL AS given_up, recipient,
       CASE WHEN isfinite(next_at) THEN extract(epoch FROM next_at - app_now())::float8 END AS wait
     FROM fact_delivery`,
  );
const failing = (error: () => Error, topic = 'Happened'): FactHandler => ({
  topic,
  name: 'ask',
  queue: 'mail',
  async handle() {
    throw error();
  },
});
const dispatcherOf = (handler: FactHandler) => createDispatcher(app.db, [handler], silentLog);
/** Drains whenever something is due, until this much time has passed. */
async function runFor(ms: number, facts: ReturnType<typeof dispatcherOf>): Promise<number[]> {
  const waits: number[] = [];
  const until = app.clock.now() + ms;
  for (let n = 0; n < 400 && app.clock.now() < until; n++) {
    await facts.drain();
    const wait = (await kept())?.wait;
    if (wait === null || wait === undefined) return waits;
    waits.push(Math.round(wait));
    await app.clock.advance(Math.max(wait * 1000 + 1000, waits.length > 14 ? hours(12) : 0));
  }
  return waits;
}

test('a delivery that fails is retried with growing waits for five days, then given up and never tried again', async () => {
  await app.clock.hold();
  const facts = dispatcherOf(failing(() => new Error('450 try again')));
  const began = app.clock.now();
  const waits = await runFor(days(7), facts);
  expect(waits.slice(0, 4)).toEqual([2, 4, 8, 16]);
  expect(Math.max(...waits)).toBe(3600);
  const took = app.clock.now() - began;
  expect(took).toBeGreaterThanOrEqual(days(5));
  expect(took).toBeLessThan(days(5) + hours(25));
  const { attempts } = (await kept())!;
  await app.clock.advance(days(200));
  await facts.drain();
  await app.jobs.runAll();
  expect(await kept()).toMatchObject({ attempts, given_up: true, wait: null });
});

test('a failure whose words the database cannot hold counts like any other', async () => {
  await dispatcherOf(failing(() => new Error('450 try\0again'))).drain();
  expect(await kept()).toMatchObject({ attempts: 1, failures: 1, given_up: false });
});

test('a delivery that no retry can help is given up immediately, with the address that refused it', async () => {
  const error = () => new DeliveryError('550 no such user', { retry: 'never', recipient: 'a@mail.test' });
  await dispatcherOf(failing(error)).drain();
  expect(await kept()).toMatchObject({ attempts: 1, given_up: true, recipient: 'a@mail.test' });
});

test('an outage of weeks gives nothing up, and waiting deliveries are tried every ten minutes', async () => {
  let works = false;
  const facts = dispatcherOf({
    ...failing(() => new Error('unused')),
    handle: async () => {
      if (!works) throw new DeliveryError('connection refused', { retry: 'uncounted' });
    },
  });
  await runFor(hours(3), facts);
  await app.clock.advance(days(20));
  await facts.drain();
  const { wait, ...still } = (await kept())!;
  expect(still).toMatchObject({ failures: 0, given_up: false });
  expect(Math.round(wait!)).toBe(600);
  works = true;
  await app.clock.advance(600_000);
  await facts.drain();
  expect(await kept()).toBeUndefined();
});

test('a fact whose handler only another version has waits for it', async () => {
  await dispatcherOf(failing(() => new Error('450 try again'))).drain();
  await app.clock.advance(days(6));
  await app.db.query("UPDATE fact_delivery SET failures = 20, handler = 'of another version'");
  await dispatcherOf(failing(() => new Error('unused'))).drain();
  expect(await kept()).toMatchObject({ failures: 20, given_up: false });
});
