import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { freshDb } from '../../test/harness.ts';
import type { Db } from '../db/db.ts';
import { silentLog } from '../ports/log.ts';
import { createDispatcher } from './dispatcher.ts';

let db: Db;
beforeAll(async () => void (db = await freshDb()));
afterAll(() => db.close());
beforeEach(async () => {
  await db.query('DELETE FROM outbox');
  await db.query(
    "INSERT INTO outbox (dedupe_key, topic, payload) SELECT 'happened:' || n, 'Happened', '{}' FROM generate_series(1, 120) n",
  );
});

/** How many are handled at the first look of a process that is at work for this share of its time. */
async function handledAt(share: number): Promise<number> {
  const handle = vi.fn(async () => undefined);
  const looks: number[] = [];
  const facts = createDispatcher(db, [{ topic: 'Happened', name: 'count', handle }], silentLog, () => {
    looks.push(handle.mock.calls.length);
    return () => share;
  });
  facts.start();
  await vi.waitFor(() => expect(looks.length).toBeGreaterThan(1), { timeout: 20_000 });
  await facts.stop();
  return looks[1]!;
}

test('a busy process handles one batch and leaves the rest for its next look', async () => {
  expect(await handledAt(0.95)).toBe(50);
});

test('a quiet one goes on until none is left', async () => {
  expect(await handledAt(0.3)).toBe(120);
});

test('in a rush mails let four turns pass between two batches; in quiet none', async () => {
  /** How often the process was asked how busy it is, until the second batch. */
  const looksUntilSecondBatch = async (share: number): Promise<number> => {
    let looks = 0;
    const second = Promise.withResolvers<number>();
    const handle = vi.fn(async () => {
      if (handle.mock.calls.length === 51) second.resolve(looks);
    });
    const facts = createDispatcher(
      db,
      [{ topic: 'Happened', name: 'mail', waitsFor: 'mail', handle }],
      silentLog,
      () => {
        looks++;
        return () => share;
      },
    );
    facts.start();
    const seen = await second.promise;
    await facts.stop();
    await db.query('UPDATE outbox SET sent_at = NULL, attempts = 0, next_at = app_now()');
    return seen;
  };
  const inQuiet = await looksUntilSecondBatch(0.3);
  // Five turns more, of which the fifth comes to its batch: a look each of this line and of the one beside it, and one with the batch.
  expect(await looksUntilSecondBatch(0.95)).toBe(inQuiet + 5 * 2 + 1);
});

test('whoever stops a quiet one waits for the batch under way, and not for all there is', async () => {
  let stopped: Promise<void> | undefined;
  const handle = vi.fn(async () => void (stopped ??= facts.stop()));
  const facts = createDispatcher(db, [{ topic: 'Happened', name: 'count', handle }], silentLog, () => () => 0);
  facts.start();
  await vi.waitFor(() => expect(stopped).toBeDefined(), { timeout: 20_000 });
  await stopped;
  expect(handle).toHaveBeenCalledTimes(50);
});

test('who asks for all of it gets all of it, however busy', async () => {
  const handle = vi.fn(async () => undefined);
  const facts = createDispatcher(db, [{ topic: 'Happened', name: 'count', handle }], silentLog, () => () => 1);
  expect(await facts.drain()).toBe(120);
  expect(handle).toHaveBeenCalledTimes(120);
});

test('who asks for all of it while some is handled gets also what comes with it, however busy', async () => {
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
            "INSERT INTO outbox (dedupe_key, topic, payload) SELECT 'more:' || n, 'Happened', '{}' FROM generate_series(1, 120) n",
          );
        },
      },
    ],
    silentLog,
    () => () => 1,
  );
  facts.start();
  await vi.waitFor(() => expect(asked).toBeDefined(), { timeout: 20_000 });
  await stopped;
  expect(await asked).toBe(121);
});

test('whoever stops waits for who asked for all of it, also for what follows in another line', async () => {
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
  // Each line has its connection: the other one has looked, and found nothing, when the fact that it is to find comes.
  expect(await facts.drain()).toBe(0);
  await db.query("INSERT INTO outbox (dedupe_key, topic, payload) VALUES ('h', 'Happened', '{}')");
  const asked = facts.drain();
  await stopping.promise;
  expect(heard).toEqual(['r']);
  expect(await asked).toBe(2);
});

test('what takes long keeps nothing urgent waiting, and what it kept waiting counts as never tried', async () => {
  const heard: string[] = [];
  const facts = createDispatcher(
    db,
    [
      {
        topic: 'Happened',
        name: 'a mail server that hangs',
        patient: true,
        async handle({ dedupeKey }) {
          heard.push(dedupeKey);
          if (heard.length === 1)
            await db.query("INSERT INTO outbox (dedupe_key, topic, payload) VALUES ('u', 'Urgent', '{}')");
        },
      },
      { topic: 'Urgent', name: 'at once', handle: async ({ dedupeKey }) => void heard.push(dedupeKey) },
    ],
    silentLog,
    () => () => 0,
    // Each fact takes longer than this.
    0,
  );
  expect(await facts.drain()).toBe(121);
  expect([heard[1], new Set(heard).size]).toEqual(['u', 121]);
  expect(await db.query('SELECT DISTINCT attempts FROM outbox')).toEqual([{ attempts: 1 }]);
});

test('who waits for somebody outside keeps only those waiting who wait for the same', async () => {
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

test('a topic that stands in two lines ends the start', () => {
  const handle = async () => undefined;
  const handlers = [
    { topic: 'Happened', name: 'mail', waitsFor: 'mail', handle },
    { topic: 'Happened', name: 'count', handle },
  ] as const;
  expect(() => createDispatcher(db, handlers, silentLog)).toThrow('Happened stands in two lines');
});

test('a handler that fails keeps no other of its fact from its part, and the fact is tried again', async () => {
  const [fails, works] = [vi.fn(async () => Promise.reject(new Error('no'))), vi.fn(async () => undefined)];
  const throws = vi.fn(() => {
    throw new Error('not even begun');
  });
  const handlers = [fails, throws, works].map((handle, n) => ({ topic: 'Happened', name: `part ${n + 1}`, handle }));
  // One, so that its next try is not due before all are tried, however slow the machine.
  await db.query("DELETE FROM outbox WHERE dedupe_key <> 'happened:1'");
  await createDispatcher(db, handlers, silentLog).drain();
  expect([fails.mock.calls.length, works.mock.calls.length]).toEqual([1, 1]);
  expect(await db.query('SELECT DISTINCT sent_at, last_error FROM outbox')).toEqual([
    { sent_at: null, last_error: 'part 1: Error: no; part 2: Error: not even begun' },
  ]);
});

test('what failed before comes behind what was never tried', async () => {
  await db.query("UPDATE outbox SET attempts = 3 WHERE dedupe_key IN ('happened:1', 'happened:2')");
  await db.query("UPDATE outbox SET attempts = 2 WHERE dedupe_key = 'happened:60'");
  const heard: string[] = [];
  const handle = async ({ dedupeKey }: { dedupeKey: string }) => void heard.push(dedupeKey);
  await createDispatcher(db, [{ topic: 'Happened', name: 'hear', handle }], silentLog).drain();
  expect([heard[0], heard.slice(-3)]).toEqual(['happened:3', ['happened:60', 'happened:1', 'happened:2']]);
});

test('what another process took meanwhile stays its own', async () => {
  const heard: string[] = [];
  const handle = async ({ dedupeKey }: { dedupeKey: string }) => {
    heard.push(dedupeKey);
    if (heard.length > 1) return;
    await db.query(
      "UPDATE outbox SET attempts = attempts + 1, next_at = app_now() + interval '60 s' WHERE dedupe_key IN ('happened:1', 'happened:2')",
    );
    throw new Error('after the other one had taken it');
  };
  // The one taken takes longer than its claim lasts.
  await createDispatcher(db, [{ topic: 'Happened', name: 'hear', handle }], silentLog, () => () => 0, 0).drain();
  expect([heard.length, heard.includes('happened:2')]).toEqual([119, false]);
  expect(
    await db.query(
      "SELECT DISTINCT attempts, next_at > app_now() + interval '30 s' AS held FROM outbox WHERE sent_at IS NULL",
    ),
  ).toEqual([{ attempts: 2, held: true }]);
});
