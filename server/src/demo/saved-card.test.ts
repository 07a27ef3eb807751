import { afterAll, beforeAll, expect, test } from 'vitest';
import { newHost } from '../../test/actors.ts';
import { newEvent } from '../../test/events.ts';
import { testApp, type TestApp } from '../../test/harness.ts';
import { demoPassword, seedDemoAccounts } from './accounts.ts';
import { seedDemoCard } from './saved-card.ts';

let app: TestApp;
beforeAll(async () => void (app = await testApp()));
afterAll(() => app.close());

test('no one has a card in production, or with a real provider', async () => {
  await seedDemoAccounts(app.kit);
  const stripe = { secretKey: 'sk_test', publishableKey: 'pk_test', webhookSecret: 'whsec' };
  for (const more of [{ production: true }, { stripe }])
    await seedDemoCard({ db: app.db, config: { ...app.kit.config, ...more } });
  expect(await app.db.query('SELECT 1 FROM saved_card')).toEqual([]);
});

test('the second demo viewer pays with the saved card; once removed, no start brings it back', async () => {
  await seedDemoCard(app.kit);
  await seedDemoCard(app.kit);
  const login = await app.call('POST /auth/login', {
    body: { email: 'viewer2@frontrow.test', password: demoPassword },
  });
  const as = login.data.access_token;
  const { payment_methods: cards } = (await app.call('GET /payment/methods', { as })).data;
  expect(cards).toMatchObject([{ card: { brand: 'visa', last4: '4242', exp_month: 12, exp_year: 2034 } }]);
  const event = await newEvent(app, await newHost(app), { priceMinor: 1200 });
  const body = { event_uuid: event.id, type: 'interactive', stripe_payment_method_id: cards[0]!.id };
  expect((await app.call('POST /events/purchase', { as, body })).data.ticket).not.toBeNull();

  await app.call('POST /payment/methods/remove', { as, body: { payment_method_id: cards[0]!.id } });
  await app.quiesce();
  await seedDemoCard(app.kit);
  expect((await app.call('GET /payment/methods', { as })).data.payment_methods).toEqual([]);
});
