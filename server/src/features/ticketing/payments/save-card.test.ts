import { savedCardsMax } from '@frontrow/core/ticketing/limits.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newGuest, newHost, newViewer, type TestActor } from '../../../../test/actors.ts';
import { newEvent } from '../../../../test/events.ts';
import { testApp, type TestApp } from '../../../../test/harness.ts';
import { buy } from '../../../../test/tickets.ts';

let app: TestApp;
let host: TestActor;
beforeAll(async () => {
  app = await testApp();
  host = await newHost(app);
});
afterAll(() => app.close());

const save = (who: TestActor, token: string) =>
  app.call('POST /payment/methods/save', { as: who.token, body: { stripe_token: token } });
const confirm = (who: TestActor, setup: string) =>
  app.call('POST /payment/methods/confirm', { as: who.token, body: { setup_intent: setup } });
const choose = (who: TestActor, method: string) =>
  app.call('POST /payment/methods/default', { as: who.token, body: { payment_method_id: method } });
const cardsOf = async (who: TestActor) =>
  (await app.call('GET /payment/methods', { as: who.token })).data.payment_methods;
/** The bank's page of the sandbox, as its form submits it. */
const atBank = (url: string, decision: 'complete' | 'fail') =>
  app.http.inject({
    method: 'POST',
    url: url.replace(/^https?:\/\/[^/]+/, ''),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: `decision=${decision}`,
  });

test('guests, declined cards and unknown tokens save nothing', async () => {
  const viewer = await newViewer(app);
  expect((await save(await newGuest(app, (await newEvent(app, host)).id), 'tok_visa')).status).toBe(403);
  const declined = await save(viewer, 'tok_chargeDeclined');
  expect([declined.status, declined.errors[0]?.message]).toEqual([402, 'Your card was declined.']);
  expect((await save(viewer, 'tok_nothing')).errors[0]?.code).toBe('card_invalid');
  expect(await cardsOf(viewer)).toEqual([]);
});

test('a saved card is listed and can pay for a ticket', async () => {
  const viewer = await newViewer(app);
  const { data } = await save(viewer, 'tok_visa');
  expect(data.setup_intent).toMatchObject({ status: 'succeeded', next_action: null });
  expect(data.payment_methods).toMatchObject([{ default: true, card: { brand: 'visa', last4: '4242' } }]);
  const event = await newEvent(app, host, { priceMinor: 1200 });
  const bought = await buy(app, event, viewer, { stripe_payment_method_id: data.payment_methods[0]!.id });
  expect(bought.status).toBe(200);
});

test('a card that its bank challenges is saved once the challenge is passed, for its owner only', async () => {
  const viewer = await newViewer(app);
  const { data } = await save(viewer, 'tok_authenticationRequired');
  const { id, next_action: next } = data.setup_intent;
  const url = next!.redirect_to_url.url;
  expect(data.payment_methods).toEqual([]);
  expect((await confirm(viewer, id)).data.setup_intent.status).toBe('requires_action');
  expect((await app.http.inject(url.replace(/^https?:\/\/[^/]+/, ''))).body).toContain('Nothing is charged');
  expect((await atBank(url.replace(/signature=.*/, 'signature=x'), 'complete')).statusCode).toBe(404);
  expect((await atBank(url, 'complete')).statusCode).toBe(303);
  const other = await newViewer(app);
  await save(other, 'tok_visa');
  expect((await confirm(other, id)).errors[0]?.code).toBe('card_not_found');
  for (let again = 0; again < 2; again++) expect((await confirm(viewer, id)).data.payment_methods).toHaveLength(1);

  const refused = (await save(viewer, 'tok_authenticationRequired')).data.setup_intent;
  await atBank(refused.next_action!.redirect_to_url.url, 'fail');
  expect((await confirm(viewer, refused.id)).errors[0]?.code).toBe('card_declined');
  expect(await cardsOf(viewer)).toHaveLength(1);
});

test('the first card is the default and stays it, and no one else can choose it', async () => {
  const viewer = await newViewer(app);
  await save(viewer, 'tok_visa');
  await save(viewer, 'tok_mastercard');
  const brands = async () => (await cardsOf(viewer)).map((one) => [one.card.brand, one.default]);
  expect(await brands()).toEqual([
    ['mastercard', true],
    ['visa', false],
  ]);
  const visa = (await cardsOf(viewer))[1]!.id;
  expect((await choose(await newViewer(app), visa)).errors[0]?.code).toBe('card_not_found');
  expect((await choose(viewer, visa)).data.payment_methods[0]).toMatchObject({ id: visa, default: true });
  await save(viewer, 'tok_amex');
  expect(await brands()).toEqual([
    ['visa', true],
    ['amex', false],
    ['mastercard', false],
  ]);
  await app.call('POST /payment/methods/remove', { as: viewer.token, body: { payment_method_id: visa } });
  expect((await choose(viewer, visa)).errors[0]?.code).toBe('card_not_found');
  expect(await brands()).toEqual([
    ['amex', true],
    ['mastercard', false],
  ]);
});

test('more cards than fit are refused before the provider is asked', async () => {
  const viewer = await newViewer(app);
  await app.db.query(
    `INSERT INTO saved_card (id, user_id, provider, brand, last4)
     SELECT 'pm_full_' || n, $1, 'sandbox_card', 'visa', '4242' FROM generate_series(1, $2) AS n`,
    [viewer.id, savedCardsMax],
  );
  const refused = await save(viewer, 'tok_visa');
  expect([refused.status, refused.errors[0]?.code]).toEqual([409, 'cards_full']);
  expect(await app.db.query('SELECT 1 FROM provider_customer WHERE user_id = $1', [viewer.id])).toEqual([]);
});
