import { afterEach, expect, test } from 'vitest';
import { freshDatabase } from '../../test/harness.ts';
import { startLine } from '../../test/network-proxy.ts';
import { silentLog } from '../ports/log.ts';
import { failedAtDatabase, isDatabaseGone } from './database-errors.ts';
import { openDb } from './db.ts';

const ends: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end();
});

/** A database at the end of a line, which is given up after two seconds and a little. */
async function farAway() {
  const database = await freshDatabase();
  ends.push(database.drop);
  const url = new URL(database.url);
  const line = await startLine(Number(url.port));
  ends.push(line.stop);
  url.port = String(line.port);
  const db = openDb({ url: url.href, log: silentLog, connectionsMax: 1, statementTimeoutMs: 100 });
  ends.push(db.close);
  return { line, db };
}

test('a statement to a host that is gone without a word ends, and the next one has a new connection', async () => {
  const { line, db } = await farAway();
  expect(await db.one('SELECT 1 AS one')).toEqual({ one: 1 });
  line.forget();
  await expect(db.one('SELECT 1 AS one')).rejects.toSatisfy(isDatabaseGone);
  expect(await db.one('SELECT 1 AS one')).toEqual({ one: 1 });
});

test('a transaction fails in the same way, and one with its own timeout may take longer', async () => {
  const { line, db } = await farAway();
  const slow = db.tx((tx) => tx.one(`SELECT 1 AS one FROM pg_sleep(2.5)`), 'SET LOCAL statement_timeout = 0');
  expect(await slow).toEqual({ one: 1 });
  const lost = db.tx(async (tx) => {
    line.forget();
    await tx.query('SELECT 1');
  });
  await expect(lost).rejects.toSatisfy(isDatabaseGone);
  expect(await db.tx((tx) => tx.one('SELECT 1 AS one'))).toEqual({ one: 1 });
});

test.each([
  ['a name that is not resolved', { code: 'EAI_AGAIN' }],
  [
    'a pooler whose database is gone',
    { message: 'server login has been failing, try again later (server_login_retry)' },
  ],
])('%s passes, so callers are asked to come again', (_what, error) => {
  expect(isDatabaseGone(failedAtDatabase(error))).toBe(true);
  expect(isDatabaseGone({ ...error })).toBe(false);
});
