import { afterAll, beforeAll, expect, test } from 'vitest';
import { testApp, type TestApp } from '../../test/harness.ts';
import { demoPassword, seedDemoAccounts } from './accounts.ts';
import { demoPeople } from './people.ts';

let app: TestApp;
beforeAll(async () => void (app = await testApp()));
afterAll(() => app.close());

const count = async (): Promise<number> =>
  (await app.db.one<{ count: number }>('SELECT count(*) FROM app_user'))!.count;

test('no one is seeded in production', async () => {
  await seedDemoAccounts({ db: app.db, config: { ...app.kit.config, production: true } });
  expect(await count()).toBe(0);
});

test('the demo people are there once, however often they are seeded, also at the same time', async () => {
  await Promise.all([seedDemoAccounts(app.kit), seedDemoAccounts(app.kit)]);
  await seedDemoAccounts(app.kit);
  expect(await count()).toBe(demoPeople.length);
});

test.each([
  ['host', 1, false],
  ['viewer', 0, false],
  ['viewer2', 0, false],
  ['admin', 0, true],
  ['noravale', 1, false],
])('%s logs in with the demo password', async (username, role, isAdmin) => {
  const answer = await app.call('POST /auth/login', {
    body: { email: `${username}@frontrow.test`, password: demoPassword },
  });
  expect(answer.data.user).toMatchObject({
    user_username: username,
    user_role: role,
    user_is_admin: isAdmin,
    user_email_verified: true,
    user_location: { data: { zoneName: 'UTC', gmtOffset: 0 } },
  });
});
