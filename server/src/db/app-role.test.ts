import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { resolve } from 'node:path';
import process from 'node:process';
import { promisify } from 'node:util';
import pg from 'pg';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { newAdmin, newHost, newViewer } from '../../test/actors.ts';
import { newEvent } from '../../test/events.ts';
import { freshDatabase, testApp, type TestApp } from '../../test/harness.ts';
import { signUp, signUpPassword } from '../../test/sign-up.ts';
import { buy } from '../../test/tickets.ts';
import { silentLog } from '../ports/log.ts';
import { makeAppRole } from './app-role.ts';
import { type Db, openDb } from './db.ts';
import { migrate } from './migrate.ts';

/** Another name than that of `npm start`: roles belong to the whole server, which tests share. */
const role = `app_${randomUUID().slice(0, 8)}`;
let database: Awaited<ReturnType<typeof freshDatabase>>;
let app: TestApp;
let appUrl: string;
let db: Db;
beforeAll(async () => {
  database = await freshDatabase();
  const url = (appUrl = await makeAppRole(database.url, role, new URL(database.url).password));
  await migrate(database.url, silentLog, { appUrl: url });
  db = openDb({ url, log: silentLog });
  app = await testApp({ ownerUrl: database.url, overrides: { databaseUrl: url } });
});
afterAll(async () => {
  await app.close();
  await db.close();
  await database.drop();
  const server = new pg.Client({ connectionString: inject('postgresUrl') });
  await server.connect();
  await server.query(`DROP ROLE ${role}`);
  await server.end();
});

test.each([
  'CREATE TABLE mine (id int)',
  'ALTER TABLE orders ADD COLUMN mine int',
  'DROP TABLE ledger_entry',
  'TRUNCATE orders CASCADE',
  'CREATE OR REPLACE FUNCTION app_now() RETURNS timestamptz LANGUAGE sql AS $$ SELECT now() $$',
  'ALTER TABLE ledger_entry DISABLE TRIGGER ledger_entry_append_only',
  'DELETE FROM ledger_entry',
  'UPDATE ledger_tx SET kind = kind',
  'DELETE FROM audit_log',
  'DELETE FROM audit_chain',
  'UPDATE receipt SET buyer_name = buyer_name',
  'DELETE FROM receipt_part',
  "INSERT INTO schema_migration (name, run_on) VALUES ('x', now())",
])('the database refuses the app: %s', async (statement) => {
  await expect(db.query(statement)).rejects.toThrow(/permission denied|must be owner/);
});

test('a sale, its refund, a receipt, a deed of an admin and a deleted account need no more', async () => {
  const [host, admin] = [await newHost(app), await newAdmin(app)];
  const event = await newEvent(app, host, { priceMinor: 1200 });
  const viewer = await newViewer(app);
  const bought = await buy(app, event, viewer, { stripe_token: 'pm_card_visa' });
  const order = bought.data.order.order_uuid;
  const receipt = await app.call('POST /billing/orders/:order/receipt', {
    as: viewer.token,
    params: { order },
    body: {},
  });
  const refund = await app.call('POST /admin/orders/refund', {
    as: admin.token,
    body: { order_uuid: order, reason: 'Asked for' },
  });
  const leaver = await signUp(app, 'leaver');
  const gone = await app.call('POST /user/delete', { as: leaver.token, body: { password: signUpPassword } });
  await app.quiesce();
  expect([bought, receipt, refund, gone].map(({ status }) => status)).toEqual([200, 200, 200, 200]);
});

test('admin commands connect as the owner of the schema', async () => {
  const admin = resolve(import.meta.dirname, '../../../scripts/admin.ts');
  const env = { PATH: process.env['PATH'], DATABASE_URL: appUrl, DATABASE_MIGRATION_URL: database.url };
  const { stdout } = await promisify(execFile)(process.execPath, [admin, 'rebuild-stats'], { env });
  expect(stdout).toMatch(/Recalculated the statistics/);
});
