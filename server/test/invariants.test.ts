import { afterAll, beforeAll, expect, test } from 'vitest';
import { testApp, type TestApp } from './harness.ts';
import { expectInvariants } from './invariants.ts';

let app: TestApp;
beforeAll(async () => void (app = await testApp()));
afterAll(() => app.close());

test('an unbalanced story is named, with its rows', async () => {
  await app.db.query(`INSERT INTO ledger_tx (kind, source_key) VALUES ('capture', 'capture:nobody')`);
  await expect(expectInvariants(app)).rejects.toThrow(
    /L01 every ledger transaction balances[\s\S]*L04 no phantom posting/,
  );
});

test('an empty product breaks none', async () => {
  await app.db.query('ALTER TABLE ledger_tx DISABLE TRIGGER USER');
  await app.db.query('DELETE FROM ledger_tx');
  await expectInvariants(app);
});
