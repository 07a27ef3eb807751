import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { freshDb } from '../../test/harness.ts';
import type { Db } from '../db/db.ts';
import { silentLog } from '../ports/log.ts';
import { createDispatcher } from './dispatcher.ts';
import type { Priority } from './fact-handler.ts';

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

/** Handled by a process that is stopped as soon as it has looked, after its first batch, whether it is in a rush. */
async function handledWhen(rush: boolean): Promise<number> {
  const handle = vi.fn(async () => undefined);
  const looked = Promise.withResolvers<void>();
  const facts = createDispatcher(db, [{ topic: 'Happened', name: 'count', handle }], silentLog, {
    inRush() {
      looked.resolve();
      return rush;
    },
  });
  facts.start();
  await looked.promise;
  await facts.stop();
  return handle.mock.calls.length;
}

test('in a rush one batch is handled and the rest waits for the next poll', async () => {
  expect(await handledWhen(true)).toBe(50);
});

test('without a rush one batch follows the other', async () => {
  expect(await handledWhen(false)).toBe(100);
});

test('in a rush mails wait for four polls between two batches; otherwise for none', async () => {
  /** How often the process was asked whether it is in a rush, until the second batch began. */
  const looksUntilSecondBatch = async (rush: boolean): Promise<number> => {
    let looks = 0;
    const second = Promise.withResolvers<number>();
    const handle = vi.fn(async () => {
      if (handle.mock.calls.length === 51) second.resolve(looks);
    });
    const facts = createDispatcher(db, [{ topic: 'Happened', name: 'mail', waitsFor: 'mail', handle }], silentLog, {
      inRush: () => (looks++, rush),
      pollMs: 1,
    });
    facts.start();
    const seen = await second.promise;
    await facts.stop();
    await db.query('UPDATE outbox SET sent_at = NULL, attempts = 0, next_at = app_now()');
    return seen;
  };
  // Before the first poll that takes a batch, and after that batch.
  expect(await looksUntilSecondBatch(false)).toBe(2);
  // Twice four polls that pass and the one that takes a batch, and once after the first batch.
  expect(await looksUntilSecondBatch(true)).toBe(11);
});

test('mails are handled beside each other, at most 32 at a time', async () => {
  let [now, most] = [0, 0];
  const full = Promise.withResolvers<void>();
  const handle = async (): Promise<void> => {
    most = Math.max(most, ++now);
    if (now === 32) full.resolve();
    await full.promise;
    now--;
  };
  await createDispatcher(db, [{ topic: 'Happened', name: 'mail', waitsFor: 'mail', handle }], silentLog).drain();
  expect(most).toBe(32);
});

test('in one queue what is urgent goes first, and what merely informs goes last', async () => {
  await db.query("UPDATE outbox SET topic = 'Announced' WHERE dedupe_key = 'happened:1'");
  await db.query("UPDATE outbox SET topic = 'Bought' WHERE dedupe_key = 'happened:2'");
  await db.query('DELETE FROM outbox WHERE id > (SELECT min(id) + 2 FROM outbox)');
  const heard: string[] = [];
  const hear = (topic: string, priority?: Priority) => ({
    topic,
    name: 'hear',
    ...(priority && { priority }),
    handle: async ({ dedupeKey }: { dedupeKey: string }) => void heard.push(dedupeKey),
  });
  const handlers = [hear('Announced', 'low'), hear('Bought', 'normal'), hear('Happened')];
  await createDispatcher(db, handlers, silentLog).drain();
  expect(heard).toEqual(['happened:3', 'happened:2', 'happened:1']);
});

test('stop waits for the batch under way, not for the whole queue', async () => {
  let stopped: Promise<void> | undefined;
  const handle = vi.fn(async () => void (stopped ??= facts.stop()));
  const facts = createDispatcher(db, [{ topic: 'Happened', name: 'count', handle }], silentLog);
  facts.start();
  await vi.waitFor(() => expect(stopped).toBeDefined(), { timeout: 20_000 });
  await stopped;
  expect(handle).toHaveBeenCalledTimes(50);
});

test('drain empties the queue, however busy the process is', async () => {
  const handle = vi.fn(async () => undefined);
  const facts = createDispatcher(db, [{ topic: 'Happened', name: 'count', handle }], silentLog, { inRush: () => true });
  expect(await facts.drain()).toBe(120);
  expect(handle).toHaveBeenCalledTimes(120);
});

test('drain during a batch also handles the facts which that batch records', async () => {
  await db.query('DELETE FROM outbox WHERE id > (SELECT min(id) FROM outbox)');
  let asked: Promise<number> | undefined;
  let stopped: Promise<void> | undefined;
  const facts = createDispatcher(
    db,
    [
      {
        topic: 'Happened',
        name: 'more happens',
        async handle() {
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
  await stopped;
  expect(await asked).toBe(121);
});

test('stop waits for a drain under way, also for facts that follow in another queue', async () => {
  await db.query('DELETE FROM outbox');
  const heard: string[] = [];
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
        waitsFor: 'payments',
        handle: async ({ dedupeKey }) => void heard.push(dedupeKey),
      },
    ],
    silentLog,
  );
  // Opens a connection per queue first, so that the payments queue has looked and found nothing when its fact comes.
  expect(await facts.drain()).toBe(0);
  await db.query("INSERT INTO outbox (dedupe_key, topic, payload) VALUES ('h', 'Happened', '{}')");
  const asked = facts.drain();
  await stopping.promise;
  expect(heard).toEqual(['r']);
  expect(await asked).toBe(2);
});

test('slow facts do not delay an urgent one, and facts given back count as never tried', async () => {
  const heard: string[] = [];
  const facts = createDispatcher(
    db,
    [
      {
        topic: 'Happened',
        name: 'a mail server that hangs',
        priority: 'low',
        async handle({ dedupeKey }) {
          heard.push(dedupeKey);
          if (heard.length === 1)
            await db.query("INSERT INTO outbox (dedupe_key, topic, payload) VALUES ('u', 'Urgent', '{}')");
        },
      },
      { topic: 'Urgent', name: 'at once', handle: async ({ dedupeKey }) => void heard.push(dedupeKey) },
    ],
    silentLog,
    // Each fact takes longer than this.
    { batchMs: 0 },
  );
  expect(await facts.drain()).toBe(121);
  expect([heard[1], new Set(heard).size]).toEqual(['u', 121]);
  expect(await db.query('SELECT DISTINCT attempts FROM outbox')).toEqual([{ attempts: 1 }]);
});

test('an outside party that hangs delays only the facts that need it', async () => {
  await db.query("INSERT INTO outbox (dedupe_key, topic, payload) VALUES ('r', 'Refund', '{}'), ('u', 'Urgent', '{}')");
  const hangs = Promise.withResolvers<void>();
  const heard: string[] = [];
  const hear = async ({ dedupeKey }: { dedupeKey: string }) => {
    heard.push(dedupeKey);
    if (heard.length === 2) hangs.resolve();
  };
  const facts = createDispatcher(
    db,
    [
      { topic: 'Happened', name: 'a mail server that hangs', waitsFor: 'mail', handle: () => hangs.promise },
      { topic: 'Refund', name: 'ask the provider', waitsFor: 'payments', handle: hear },
      { topic: 'Urgent', name: 'at once', handle: hear },
    ],
    silentLog,
  );
  expect(await facts.drain()).toBe(122);
  expect(heard.toSorted()).toEqual(['r', 'u']);
});

test('a topic whose handlers belong to two queues is refused at the start', () => {
  const handle = async () => undefined;
  const handlers = [
    { topic: 'Happened', name: 'mail', waitsFor: 'mail', handle },
    { topic: 'Happened', name: 'count', handle },
  ] as const;
  expect(() => createDispatcher(db, handlers, silentLog)).toThrow('Happened is in two queues');
});

test('when one handler of a fact fails the others still run, and the fact is tried again', async () => {
  const [fails, works] = [vi.fn(async () => Promise.reject(new Error('no'))), vi.fn(async () => undefined)];
  const throws = vi.fn(() => {
    throw new Error('not even begun');
  });
  const handlers = [fails, throws, works].map((handle, n) => ({ topic: 'Happened', name: `part ${n + 1}`, handle }));
  // One fact only, so that its next attempt is not due before the drain ends, however slow the machine.
  await db.query("DELETE FROM outbox WHERE dedupe_key <> 'happened:1'");
  await createDispatcher(db, handlers, silentLog).drain();
  expect([fails.mock.calls.length, works.mock.calls.length]).toEqual([1, 1]);
  expect(await db.query('SELECT DISTINCT sent_at, last_error FROM outbox')).toEqual([
    { sent_at: null, last_error: 'part 1: Error: no; part 2: Error: not even begun' },
  ]);
});

test('facts that failed before come after facts that were never tried', async () => {
  await db.query("UPDATE outbox SET attempts = 3 WHERE dedupe_key IN ('happened:1', 'happened:2')");
  await db.query("UPDATE outbox SET attempts = 2 WHERE dedupe_key = 'happened:60'");
  const heard: string[] = [];
  const handle = async ({ dedupeKey }: { dedupeKey: string }) => void heard.push(dedupeKey);
  await createDispatcher(db, [{ topic: 'Happened', name: 'hear', handle }], silentLog).drain();
  expect([heard[0], heard.slice(-3)]).toEqual(['happened:3', ['happened:60', 'happened:1', 'happened:2']]);
});

test('a fact that another process claimed meanwhile stays with that process', async () => {
  const heard: string[] = [];
  const handle = async ({ dedupeKey }: { dedupeKey: string }) => {
    heard.push(dedupeKey);
    if (heard.length > 1) return;
    await db.query(
      `UPDATE outbox SET attempts = attempts + 1, next_at = app_now() + interval '60 s'
       WHERE dedupe_key IN ('happened:1', 'happened:2')`,
    );
    throw new Error('after the other one had taken it');
  };
  // A batch time of 0: handling takes longer than allowed after the first fact.
  await createDispatcher(db, [{ topic: 'Happened', name: 'hear', handle }], silentLog, { batchMs: 0 }).drain();
  expect([heard.length, heard.includes('happened:2')]).toEqual([119, false]);
  expect(
    await db.query(
      "SELECT DISTINCT attempts, next_at > app_now() + interval '30 s' AS held FROM outbox WHERE sent_at IS NULL",
    ),
  ).toEqual([{ attempts: 2, held: true }]);
});
