import { afterAll, beforeAll, expect, test } from 'vitest';
import { newHost, newViewer } from '../../test/actors.ts';
import { newEvent } from '../../test/events.ts';
import { freshDatabase, testApp, type TestApp, until } from '../../test/harness.ts';
import { expectInvariants } from '../../test/invariants.ts';
import { startPooler } from '../../test/pooler.ts';
import { buy } from '../../test/tickets.ts';
import { silentLog } from '../ports/log.ts';
import { createAnnouncements } from './announcements.ts';
import { openDb } from './db.ts';

let database: Awaited<ReturnType<typeof freshDatabase>>;
let pooler: Awaited<ReturnType<typeof startPooler>>;
let app: TestApp;
beforeAll(async () => {
  database = await freshDatabase();
  pooler = await startPooler(database.url, 3);
  app = await testApp({ overrides: { databaseUrl: pooler.url, directUrl: database.url } });
});
afterAll(async () => {
  await app.close();
  await pooler.stop();
  await database.drop();
});

test('behind a pooler in transaction mode a sale is exact, free and paid', async () => {
  const host = await newHost(app);
  for (const traits of [{ capacity: 5 }, { capacity: 5, priceMinor: 1200 }]) {
    const event = await newEvent(app, host, traits);
    const buyers = await Promise.all(Array.from({ length: 12 }, () => newViewer(app)));
    const answers = await Promise.all(buyers.map((who) => buy(app, event, who, { stripe_token: 'pm_card_visa' })));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(5);
    expect(answers.filter(({ errors }) => errors[0]?.code === 'sold_out')).toHaveLength(7);
  }
  await expectInvariants(app);
});

test('a transaction has its limits of time, and leaves none of them to the next one on its connection', async () => {
  const limits = (sql: TestApp['db']) => sql.query("SELECT current_setting('lock_timeout') AS lock");
  expect(await app.db.tx((tx) => tx.query("SELECT current_setting('lock_timeout') AS lock"))).toEqual([{ lock: '3s' }]);
  const after = await Promise.all(Array.from({ length: 6 }, () => limits(app.db)));
  expect(after.flat()).toEqual(after.map(() => ({ lock: '0' })));
  const quick = openDb({ url: pooler.url, directUrl: database.url, log: silentLog, statementTimeoutMs: 200 });
  await expect(quick.query('SELECT pg_sleep(2)')).rejects.toThrow(/timeout/);
  await quick.close();
});

test('what one process announces through the pooler another one hears past it', async () => {
  const heard: string[] = [];
  let listens = false;
  const [one, other] = ['one', 'other'].map((name) => createAnnouncements(app.db, 'pooled', name, silentLog));
  other!.listen(
    (message) => heard.push(message),
    () => (listens = true),
  );
  await until('it listens', () => listens);
  one!.announce('seats');
  await until('it is heard', () => heard.length > 0);
  expect(heard).toEqual(['seats']);
  await Promise.all([one!.stop(), other!.stop()]);
});
