import { afterAll, beforeAll, expect, test } from 'vitest';
import { heardLog } from '../../test/captured-log.ts';
import { freshDb, until } from '../../test/harness.ts';
import { asRefusal } from '../http/errors/answer-errors.ts';
import { silentLog } from '../ports/log.ts';
import { type Db, mayBeCommitted, openDb, type Tx } from './db.ts';

let db: Db;
beforeAll(async () => void (db = await freshDb()));
afterAll(() => db.close());

/** Ends the connection of a transaction from outside, as a database that stops does. */
async function cutOff(tx: Tx): Promise<void> {
  const { pid } = (await tx.one<{ pid: number }>('SELECT pg_backend_pid() AS pid'))!;
  await db.query('SELECT pg_terminate_backend($1)', [pid]);
  await until('the connection is gone', async () =>
    db.one('SELECT 1 FROM pg_stat_activity WHERE pid = $1', [pid]).then((row) => row === undefined),
  );
}

test.each<[string, boolean, (tx: Tx) => Promise<unknown>]>([
  ['between two statements', false, async (tx) => cutOff(tx).then(() => tx.query('SELECT 1'))],
  ['before its COMMIT', true, cutOff],
  [
    'in the middle of a statement',
    false,
    async (tx) => {
      const { pid } = (await tx.one<{ pid: number }>('SELECT pg_backend_pid() AS pid'))!;
      await Promise.all([tx.query('SELECT pg_sleep(60)'), db.query('SELECT pg_terminate_backend($1)', [pid])]);
    },
  ],
])('a connection lost %s is a refusal of that transaction alone', async (_when, unknown, work) => {
  const failed: unknown = await db.tx(work).catch((error: unknown) => error);
  expect(asRefusal(failed as Error)?.code).toBe('temporarily_unavailable');
  expect(mayBeCommitted(failed)).toBe(unknown);
  expect(await db.tx((tx) => tx.one('SELECT 1 AS here'))).toEqual({ here: 1 });
});

test('a task after the commit that throws fails neither the transaction nor the other tasks', async () => {
  const log = heardLog();
  const other = openDb({ url: db.pool.options.connectionString!, log });
  const done: string[] = [];
  let runs = 0;
  const answer = await other.tx(async (tx) => {
    runs += 1;
    tx.afterCommit(() => {
      throw Object.assign(new Error('broken on purpose'), { code: '40001' });
    });
    tx.afterCommit(() => done.push('second'));
    await tx.query('SELECT 1');
    return 'answer';
  });
  expect([answer, runs, done]).toEqual(['answer', 1, ['second']]);
  expect(log.lines).toEqual([{ fields: { error: 'Error: broken on purpose' }, message: 'task after a commit failed' }]);
  await other.close();
});

test('what runs after a commit holds no connection', async () => {
  const one = openDb({ url: db.pool.options.connectionString!, log: silentLog, connectionsMax: 1 });
  let free = -1;
  await one.tx(async (tx) => {
    tx.afterCommit(() => (free = one.pool.idleCount));
  });
  expect(free).toBe(1);
  await one.close();
});

test('a statement of the product may take five seconds, whatever suites allow', async () => {
  const product = openDb({ url: db.pool.options.connectionString!, log: silentLog, connectionsMax: 1 });
  expect(await product.one("SELECT current_setting('statement_timeout') AS most")).toEqual({ most: '5s' });
  await product.close();
});
