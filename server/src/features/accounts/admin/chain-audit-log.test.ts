import { afterAll, beforeAll, expect, test } from 'vitest';
import { newAdmin, type TestActor } from '../../../../test/actors.ts';
import { testApp, type TestApp } from '../../../../test/harness.ts';
import { brokenRules } from '../../../db/check-books.ts';
import { openDb } from '../../../db/db.ts';
import { silentLog } from '../../../ports/log.ts';

let app: TestApp;
let admin: TestActor;
beforeAll(async () => {
  app = await testApp();
  admin = await newAdmin(app);
});
afterAll(() => app.close());

const deed = (country: string, rate: number) =>
  app.call('POST /admin/tax_rates', { as: admin.token, body: { country, rate } });
const chained = async () =>
  (await app.db.query<{ id: number }>('SELECT audit_id AS id FROM audit_chain ORDER BY seq')).map(({ id }) => id);

test('what admins do is chained once, in order, in whichever process the job runs', async () => {
  for (const rate of [5, 6, 7]) expect((await deed('DE', rate)).status).toBe(200);
  const runs = Array.from({ length: 6 }, () => app.db.query('SELECT chain_audit_log(2)'));
  await Promise.all(runs);
  await app.quiesce();
  const ids = await chained();
  expect(ids).toEqual((await app.db.query<{ id: number }>('SELECT id FROM audit_log ORDER BY id')).map(({ id }) => id));
  expect(ids).toHaveLength(3);
  expect(await brokenRules(app.db)).toEqual([]);
});

test('the chain is only added to', async () => {
  await expect(app.db.query("UPDATE audit_chain SET hash = ''")).rejects.toThrow('append-only');
  await expect(app.db.query('DELETE FROM audit_chain')).rejects.toThrow('append-only');
});

/** The owner of the tables changes what was recorded; afterwards everything is restored. */
async function behindTheBack(change: string): Promise<string[]> {
  const owner = openDb({ url: app.databaseUrl, log: silentLog, connectionsMax: 1 });
  try {
    await owner.query('BEGIN');
    for (const table of ['audit_log', 'audit_chain'])
      await owner.query(`ALTER TABLE ${table} DISABLE TRIGGER ${table}_append_only`);
    await owner.query(change);
    return (await brokenRules(owner)).map((line) => line.slice(0, 3));
  } finally {
    await owner.query('ROLLBACK');
    await owner.close();
  }
}

test.each([
  `UPDATE audit_log SET details = '{"country": "DE", "rate": "0"}' WHERE id = (SELECT min(id) FROM audit_log)`,
  "UPDATE audit_log SET at = at - interval '1 day' WHERE id = (SELECT max(id) FROM audit_log)",
  'DELETE FROM audit_chain WHERE seq = (SELECT min(seq) FROM audit_chain)',
  'DELETE FROM audit_chain WHERE seq = (SELECT min(seq) + 1 FROM audit_chain)',
])('a row that is changed or taken out is found: %s', async (change) => {
  expect(await behindTheBack(change)).toContain('G01');
});
