import { afterAll, beforeAll, expect, test } from 'vitest';
import { newEvent } from '../../test/events.ts';
import { testApp, type TestApp } from '../../test/harness.ts';
import { demoPassword, seedDemoAccounts } from './accounts.ts';
import { seedDemoDevelopers } from './developers.ts';

let app: TestApp;
beforeAll(async () => void (app = await testApp()));
afterAll(() => app.close());

test('the demo host has one test key and one endpoint with deliveries, however often it is seeded, and nothing is sent', async () => {
  await seedDemoAccounts(app.kit);
  const login = await app.call('POST /auth/login', { body: { email: 'host@frontrow.test', password: demoPassword } });
  const as = login.data.access_token;
  const { id } = (await app.db.one<{ id: number }>("SELECT id FROM app_user WHERE username = 'host'"))!;
  const event = await newEvent(app, { id, username: 'host', email: '', token: as });
  await app.call('POST /events/complimentary', {
    as,
    body: { event_uuid: event.id, emails: ['a@mail.test', 'b@mail.test'] },
  });
  await app.quiesce();
  await seedDemoDevelopers(app.kit);
  await seedDemoDevelopers(app.kit);
  const { data: keys } = await app.call('GET /api_keys', { as });
  expect(keys.api_keys).toMatchObject([{ name: 'Website', test: true }]);
  const { data: hooks } = await app.call('GET /webhook_endpoints', { as });
  expect(hooks.endpoints).toMatchObject([{ enabled: false }]);
  const { data: log } = await app.call('GET /webhook_endpoints/:id/deliveries', {
    as,
    params: { id: hooks.endpoints[0]!.id },
  });
  expect(log.deliveries.map(({ state }) => state)).toEqual(['delivered', 'failed']);
  expect(log.deliveries.map(({ attempts }) => attempts)).toEqual([1, 21]);
});
