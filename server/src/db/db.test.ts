import { afterAll, beforeAll, expect, test } from 'vitest';
import { freshDb, until } from '../../test/harness.ts';
import { asRefusal } from '../http/errors/answer-errors.ts';
import { type Db, mayBeCommitted, type Tx } from './db.ts';

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
