import { afterAll, beforeAll, expect, test } from 'vitest';
import { testApp, type TestApp } from '../../test/harness.ts';
import { giveMoney } from '../../test/payouts.ts';
import { demoPassword, seedDemoAccounts } from './accounts.ts';
import { seedDemoPayout } from './payout.ts';

let app: TestApp;
beforeAll(async () => void (app = await testApp()));
afterAll(() => app.close());

test('the demo host has an account and one paid payout; an account that was removed stays removed', async () => {
  await seedDemoAccounts(app.kit);
  const { id } = (await app.db.one<{ id: number }>("SELECT id FROM app_user WHERE username = 'host'"))!;
  await giveMoney(app, { id, username: 'host', email: '', token: '' }, 10_000);
  for (let start = 0; start < 2; start++) await seedDemoPayout(app.kit);
  await app.quiesce();
  const login = await app.call('POST /auth/login', { body: { email: 'host@frontrow.test', password: demoPassword } });
  const as = login.data.access_token;
  expect((await app.call('GET /payouts', { as })).data.payouts).toMatchObject([{ state: 'paid', amount: 33 }]);
  const { methods, available } = (await app.call('GET /payouts/methods', { as })).data;
  expect(methods).toMatchObject([{ kind: 'sandbox', account: 'pays', holder_name: 'Robin Ash', is_default: true }]);
  expect(available).toMatchObject([{ amount: 67 }]);
  await app.call('POST /payouts/methods/remove', { as, body: { method_uuid: methods[0]!.method_uuid } });
  await seedDemoPayout(app.kit);
  expect((await app.call('GET /payouts/methods', { as })).data.methods).toEqual([]);
});
