import { afterAll, beforeAll, expect, test } from 'vitest';
import { newHost, newViewer, type TestActor } from '../../../../test/actors.ts';
import { type EventTraits, newEvent } from '../../../../test/events.ts';
import { testApp, type TestApp } from '../../../../test/harness.ts';
import { expectInvariants } from '../../../../test/invariants.ts';
import { mailsTo } from '../../../../test/mails.ts';
import { buy } from '../../../../test/tickets.ts';

let app: TestApp;
let host: TestActor;
beforeAll(async () => {
  app = await testApp();
  host = await newHost(app);
});
afterAll(async () => {
  await expectInvariants(app);
  await app.close();
});

const event = (traits: EventTraits) => newEvent(app, host, traits);
const card = { stripe_token: 'pm_card_visa' };

test('a ticket in yen is bought, shown and emailed without decimals', async () => {
  const show = await event({ priceMinor: 1500, currency: 'JPY' });
  const viewer = await newViewer(app);
  const { status, data } = await buy(app, show, viewer, card);
  expect(status).toBe(200);
  expect(data.order).toMatchObject({ price: 1500, fee: 155, total: 1655, currency_code: 'JPY' });
  expect(data.payment_intent).toMatchObject({ amount: 1655, currency: 'JPY' });
  const mine = await app.call('GET /tickets/mine', { as: viewer.token });
  expect(mine.data.tickets[0]?.ticket.order).toMatchObject({ price: 1500, total: 1655, currency_code: 'JPY' });
  await app.quiesce();
  expect((await mailsTo(app, viewer.email))[0]?.text).toContain('¥1,655');
});

test('the payment pages of the sandbox write a price with the digits of its currency', async () => {
  const show = await event({ priceMinor: 1500, currency: 'JPY' });
  const { data } = await buy(app, show, await newViewer(app), { stripe_token: 'pm_card_authenticationRequired' });
  const { pathname, search } = new URL(data.payment_intent!.next_action!.redirect_to_url.url);
  expect((await app.http.inject(`${pathname}${search}`)).body).toContain('¥1655');
});
