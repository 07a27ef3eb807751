import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { freshDb } from '../../test/harness.ts';
import type { Db } from '../db/db.ts';
import { silentLog } from '../ports/log.ts';
import { createDispatcher } from './dispatcher.ts';
import type { FactHandler, Priority } from './fact-handler.ts';

let db: Db;
beforeAll(async () => void (db = await freshDb()));
afterAll(() => db.close());
beforeEach(async () => {
  await db.query('DELETE FROM outbox');
  await db.query(
    `INSERT INTO outbox (dedupe_key, topic, payload)
     SELECT 'happened:' || n, 'Happened', '{}' FROM generate_series(1, 120) n`,
  );
});

test('emails are handled concurrently, at most 64 at a time', async () => {
  let [now, most] = [0, 0];
  const full = Promise.withResolvers<void>();
  const handle = async (): Promise<void> => {
    most = Math.max(most, ++now);
    if (now === 64) full.resolve();
    await full.promise;
    now--;
  };
  await createDispatcher(db, [{ topic: 'Happened', name: 'mail', queue: 'mail', handle }], silentLog).drain();
  expect(most).toBe(64);
});

test('urgent deliveries of a queue are handled first, and informational ones last', async () => {
  await db.query("UPDATE outbox SET topic = 'Announced' WHERE dedupe_key = 'happened:1'");
  await db.query("UPDATE outbox SET topic = 'Bought' WHERE dedupe_key = 'happened:2'");
  await db.query('DELETE FROM outbox WHERE id > (SELECT min(id) + 2 FROM outbox)');
  const received: string[] = [];
  const hear = (topic: string, priority?: Priority) => ({
    topic,
    name: 'hear',
    ...(priority && { priority }),
    handle: async ({ dedupeKey }: { dedupeKey: string }) => void received.push(dedupeKey),
  });
  const handlers = [hear('Announced', 'low'), hear('Bought', 'normal'), hear('Happened')];
  await createDispatcher(db, handlers, silentLog).drain();
  expect(received).toEqual(['happened:3', 'happened:2', 'happened:1']);
});

test('emails of one process go out in the order of what caused them, while other queues take a part of the same facts', async () => {
  // Each second fact concerns all queues, the others concern the emails alone.
  await db.query("UPDATE outbox SET topic = 'Emailed' WHERE id % 2 = (SELECT max(id) FROM outbox) % 2");
  let received: string[] = [];
  const hear = async ({ dedupeKey }: { dedupeKey: string }) => void received.push(dedupeKey);
  const others = ['main', 'payments', 'webhooks', 'push', 'wallets'] as const;
  const handlers: FactHandler[] = [
    ...others.map((queue) => ({ topic: 'Happened', name: queue, queue, handle: async () => undefined })),
    ...['Happened', 'Emailed'].map((topic) => ({ topic, name: 'mail', queue: 'mail' as const, handle: hear })),
  ];
  const facts = createDispatcher(db, handlers, silentLog, { mailsAtOnce: 1 });
  const inOrder = Array.from({ length: 120 }, (_, n) => `happened:${n + 1}`);
  // Which queue asks first is left to chance.
  for (let round = 0; round < 5; round++) {
    received = [];
    await db.query('UPDATE outbox SET sent_at = NULL');
    await facts.drain();
    expect(received).toEqual(inOrder);
  }
});

test('a stop waits for the batch under way, not for the whole queue', async () => {
  let stopped: Promise<void> | undefined;
  const handle = vi.fn(async () => void (stopped ??= facts.stop()));
  const facts = createDispatcher(db, [{ topic: 'Happened', name: 'count', handle }], silentLog);
  facts.start();
  await vi.waitFor(() => expect(stopped).toBeDefined(), { timeout: 20_000 });
  await stopped;
  expect(handle).toHaveBeenCalledTimes(50);
});

test('a drain empties the queue, however busy the process is', async () => {
  const handle = vi.fn(async () => undefined);
  const facts = createDispatcher(db, [{ topic: 'Happened', name: 'count', handle }], silentLog, { inRush: () => true });
  expect(await facts.drain()).toBe(120);
  expect(handle).toHaveBeenCalledTimes(120);
});

test('a drain during a batch also handles the facts which that batch records', async () => {
  await db.query('DELETE FROM outbox WHERE id > (SELECT min(id) FROM outbox)');
  let handled = 0;
  let asked: Promise<number> | undefined;
  let stopped: Promise<void> | undefined;
  const facts = createDispatcher(
    db,
    [
      {
        topic: 'Happened',
        name: 'more happens',
        async handle() {
          handled++;
          if (asked) return;
          asked = facts.drain();
          stopped = facts.stop();
          await db.query(
            `INSERT INTO outbox (dedupe_key, topic, payload)
             SELECT 'more:' || n, 'Happened', '{}' FROM generate_series(1, 120) n`,
          );
        },
      },
    ],
    silentLog,
    { inRush: () => true },
  );
  facts.start();
  await vi.waitFor(() => expect(asked).toBeDefined(), { timeout: 20_000 });
  await Promise.all([stopped, asked]);
  expect(handled).toBe(121);
});

test('a stop waits for a drain under way, also for facts that follow in another queue', async () => {
  await db.query('DELETE FROM outbox');
  const received: string[] = [];
  const stopping = Promise.withResolvers<void>();
  const facts = createDispatcher(
    db,
    [
      {
        topic: 'Happened',
        name: 'a refund follows',
        async handle() {
          await db.query("INSERT INTO outbox (dedupe_key, topic, payload) VALUES ('r', 'Refund', '{}')");
          stopping.resolve(facts.stop());
        },
      },
      {
        topic: 'Refund',
        name: 'ask the provider',
        queue: 'payments',
        handle: async ({ dedupeKey }) => void received.push(dedupeKey),
      },
    ],
    silentLog,
  );
  // Opens a connection per queue first, so that the payments queue has looked and found nothing when its fact comes.
  expect(await facts.drain()).toBe(0);
  await db.query("INSERT INTO outbox (dedupe_key, topic, payload) VALUES ('h', 'Happened', '{}')");
  const asked = facts.drain();
  await stopping.promise;
  expect(received).toEqual(['r']);
  expect(await asked).toBe(2);
});

test('slow facts do not delay an urgent one, and released facts count as never tried', async () => {
  const received: string[] = [];
  const attempts = new Set<number>();
  const facts = createDispatcher(
    db,
    [
      {
        topic: 'Happened',
        name: 'a mail server that hangs',
        priority: 'low',
        async handle({ id, dedupeKey }) {
          received.push(dedupeKey);
          const row = await db.one<{ attempts: number }>('SELECT attempts FROM fact_delivery WHERE fact_id = $1', [id]);
          attempts.add(row!.attempts);
          if (received.length === 1)
            await db.query("INSERT INTO outbox (dedupe_key, topic, payload) VALUES ('u', 'Urgent', '{}')");
        },
      },
      { topic: 'Urgent', name: 'at once', handle: async ({ dedupeKey }) => void received.push(dedupeKey) },
    ],
    silentLog,
    // Each fact takes longer than this.
    { batchMs: 0 },
  );
  expect(await facts.drain()).toBe(121);
  expect([received[1], new Set(received).size]).toEqual(['u', 121]);
  expect([...attempts]).toEqual([1]);
});

test('a hanging third party delays only the facts that need it', async () => {
  await db.query("INSERT INTO outbox (dedupe_key, topic, payload) VALUES ('r', 'Refund', '{}'), ('u', 'Urgent', '{}')");
  const hangs = Promise.withResolvers<void>();
  const received: string[] = [];
  const hear = async ({ dedupeKey }: { dedupeKey: string }) => {
    received.push(dedupeKey);
    if (received.length === 2) hangs.resolve();
  };
  const facts = createDispatcher(
    db,
    [
      { topic: 'Happened', name: 'a mail server that hangs', queue: 'mail', handle: () => hangs.promise },
      { topic: 'Refund', name: 'ask the provider', queue: 'payments', handle: hear },
      { topic: 'Urgent', name: 'at once', handle: hear },
    ],
    silentLog,
  );
  expect(await facts.drain()).toBe(122);
  expect(received.toSorted()).toEqual(['r', 'u']);
});

test('two handlers of one topic may not have the same name', () => {
  const handlers = [1, 2].map(() => ({ topic: 'Happened', name: 'count', handle: async () => undefined }));
  expect(() => createDispatcher(db, handlers, silentLog)).toThrow('two handlers of one topic have the same name');
});

/** Only this fact is left. */
const onlyFact = (dedupeKey: string) => db.query('DELETE FROM outbox WHERE dedupe_key <> $1', [dedupeKey]);
const waiting = () => db.query('SELECT handler, queue, attempts, last_error FROM fact_delivery ORDER BY handler');
const makeDue = () => db.query('UPDATE fact_delivery SET next_at = app_now()');

test('a failing handler is retried alone: finished handlers of the same fact never run again', async () => {
  await onlyFact('happened:1');
  let broken = true;
  const fails = vi.fn(async () => {
    if (broken) throw new Error('no');
  });
  const throws = vi.fn(() => {
    if (broken) throw new Error('not even begun');
    return Promise.resolve();
  });
  const works = vi.fn(async () => undefined);
  const mails = vi.fn(async () => undefined);
  const facts = createDispatcher(
    db,
    [
      { topic: 'Happened', name: 'part 1', handle: fails },
      { topic: 'Happened', name: 'part 2', handle: throws },
      { topic: 'Happened', name: 'part 3', handle: works },
      { topic: 'Happened', name: 'mail', queue: 'mail', handle: mails },
    ],
    silentLog,
  );
  const calls = () => [fails, throws, works, mails].map((handle) => handle.mock.calls.length);
  await facts.drain();
  expect(calls()).toEqual([1, 1, 1, 1]);
  const left = (attempts: number) => [
    { handler: 'part 1', queue: 'main', attempts, last_error: 'Error: no' },
    { handler: 'part 2', queue: 'main', attempts, last_error: 'Error: not even begun' },
  ];
  expect(await waiting()).toEqual(left(1));
  await makeDue();
  await facts.drain();
  expect(calls()).toEqual([2, 2, 1, 1]);
  expect(await waiting()).toEqual(left(2));
  broken = false;
  await makeDue();
  await facts.drain();
  expect(calls()).toEqual([3, 3, 1, 1]);
  expect(await waiting()).toEqual([]);
});

test('a fact whose handlers are done is not fanned out again, and its deliveries are deleted', async () => {
  const handle = vi.fn(async () => undefined);
  const facts = createDispatcher(db, [{ topic: 'Happened', name: 'count', handle }], silentLog);
  expect(await facts.drain()).toBe(120);
  expect(await facts.drain()).toBe(0);
  expect(await db.query('SELECT 1 FROM fact_delivery')).toEqual([]);
  expect(await db.query('SELECT 1 FROM outbox WHERE sent_at IS NULL')).toEqual([]);
});

test('a delivery to a handler that this process does not have waits for one that has it', async () => {
  await onlyFact('happened:1');
  const handle = vi.fn(async () => undefined);
  await createDispatcher(
    db,
    [{ topic: 'Happened', name: 'newer', handle: () => Promise.reject(new Error('no')) }],
    silentLog,
  ).drain();
  await makeDue();
  expect(await createDispatcher(db, [{ topic: 'Happened', name: 'count', handle }], silentLog).drain()).toBe(1);
  expect(await waiting()).toMatchObject([{ handler: 'newer', last_error: 'Error: this process has no such handler' }]);
  await makeDue();
  await createDispatcher(db, [{ topic: 'Happened', name: 'newer', handle }], silentLog).drain();
  expect(handle).toHaveBeenCalledTimes(1);
  expect(await waiting()).toEqual([]);
});

test('a fact of a topic that this process does not know waits for one that knows it', async () => {
  await onlyFact('happened:1');
  const handle = vi.fn(async () => undefined);
  expect(await createDispatcher(db, [{ topic: 'Other', name: 'count', handle }], silentLog).drain()).toBe(0);
  expect(await createDispatcher(db, [{ topic: 'Happened', name: 'count', handle }], silentLog).drain()).toBe(1);
});

test('deliveries that failed before come after those that were never tried', async () => {
  const received: string[] = [];
  let failing = true;
  const handle = async ({ dedupeKey }: { dedupeKey: string }): Promise<void> => {
    if (failing) throw new Error('no');
    received.push(dedupeKey);
  };
  const facts = createDispatcher(db, [{ topic: 'Happened', name: 'hear', handle }], silentLog);
  await facts.drain();
  failing = false;
  const attemptsOf = (attempts: number, ...numbers: number[]) =>
    db.query(
      `UPDATE fact_delivery d SET attempts = $1, next_at = app_now() FROM outbox f
       WHERE f.id = d.fact_id AND (cardinality($2::text[]) = 0 OR f.dedupe_key = ANY ($2))`,
      [attempts, numbers.map((n) => `happened:${n}`)],
    );
  await attemptsOf(0);
  await attemptsOf(3, 1, 2);
  await attemptsOf(2, 60);
  await facts.drain();
  expect([received[0], received.slice(-3)]).toEqual(['happened:3', ['happened:60', 'happened:1', 'happened:2']]);
});

test('a delivery that another process claimed in the meantime stays with that process', async () => {
  const received: string[] = [];
  const handle = async ({ dedupeKey }: { dedupeKey: string }) => {
    received.push(dedupeKey);
    if (received.length > 1) return;
    await db.query(
      `UPDATE fact_delivery d SET attempts = attempts + 1, next_at = app_now() + interval '60 s' FROM outbox f
       WHERE f.id = d.fact_id AND f.dedupe_key IN ('happened:1', 'happened:2')`,
    );
    throw new Error('after the other one had taken it');
  };
  // A batch time of 0: handling takes longer than allowed after the first fact.
  await createDispatcher(db, [{ topic: 'Happened', name: 'hear', handle }], silentLog, { batchMs: 0 }).drain();
  expect([received.length, received.includes('happened:2')]).toEqual([119, false]);
  expect(
    await db.query("SELECT DISTINCT attempts, next_at > app_now() + interval '30 s' AS held FROM fact_delivery"),
  ).toEqual([{ attempts: 2, held: true }]);
});
