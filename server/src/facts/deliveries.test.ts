import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { freshDb, until } from '../../test/harness.ts';
import type { Db } from '../db/db.ts';
import { createDeliveries, type Deliveries, type Delivery } from './deliveries.ts';

let db: Db;
let deliveries: Deliveries;
let claimed: Delivery[];
beforeAll(async () => {
  db = await freshDb();
  const handlers = ['first', 'second'].map((name) => ({ topic: 'Happened', name, handle: async () => undefined }));
  deliveries = createDeliveries(db, handlers, 'main');
});
afterAll(() => db.close());
beforeEach(async () => {
  await db.query('DELETE FROM outbox');
  await db.query(
    `INSERT INTO outbox (dedupe_key, topic, payload)
     SELECT 'happened:' || n, 'Happened', '{}' FROM generate_series(1, 3) n`,
  );
  await deliveries.fanOut(10);
  claimed = await deliveries.claim(10);
});

const left = async (): Promise<number> => (await db.query('SELECT 1 FROM fact_delivery')).length;
const waitsForLock = () =>
  until('a statement waits for a lock', async () => {
    const waiting = await db.query(
      "SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
    );
    return waiting.length > 0;
  });

/** Another worker has the first delivery and then wants each of the others, one after the other. */
async function whileAnotherLocks(work: () => Promise<unknown>): Promise<void> {
  const other = db.ownConnection();
  await other.connect();
  const lock = 'SELECT 1 FROM fact_delivery ORDER BY fact_id, handler OFFSET $1 LIMIT 1 FOR UPDATE';
  await other.query('BEGIN');
  await other.query(lock, [0]);
  const working = work();
  try {
    await waitsForLock();
    for (let n = 1; n < 6; n += 1) await other.query(lock, [n]);
    await other.query('COMMIT');
    await working;
  } finally {
    await other.end();
    await working.catch(() => undefined);
  }
}

test('deliveries are completed without a deadlock, in whatever order they were handled', async () => {
  await whileAnotherLocks(() => Promise.all(claimed.toReversed().map((one) => deliveries.complete(one))));
  expect(await left()).toBe(0);
});

test('deliveries are released without a deadlock, in whatever order they are held', async () => {
  await whileAnotherLocks(() => deliveries.release(claimed.toReversed()));
  expect((await deliveries.claim(10)).map(({ attempts }) => attempts)).toEqual([1, 1, 1, 1, 1, 1]);
});
