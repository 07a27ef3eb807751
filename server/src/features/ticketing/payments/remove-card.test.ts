import { seconds } from '@frontrow/core/kernel/instant.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { newGuest, newHost, newViewer, type TestActor } from '../../../../test/actors.ts';
import { newEvent } from '../../../../test/events.ts';
import { testApp, type TestApp } from '../../../../test/harness.ts';
import { expectInvariants } from '../../../../test/invariants.ts';
import { buy } from '../../../../test/tickets.ts';

let app: TestApp;
let host: TestActor;
let viewer: TestActor;
/** The card that the viewer saved with a purchase. */
let card: string;
beforeAll(async () => {
  app = await testApp();
  host = await newHost(app);
});
beforeEach(async () => {
  viewer = await newViewer(app);
  await buy(app, await show(), viewer, { stripe_token: 'tok_visa', remember: true });
  card = (await cardsOf(viewer))[0]!.id;
});
afterAll(async () => {
  await expectInvariants(app);
  await app.close();
});

const show = () => newEvent(app, host, { priceMinor: 1200 });
const cardsOf = async (who: TestActor) =>
  (await app.call('GET /payment/methods', { as: who.token })).data.payment_methods;
const remove = (who: TestActor, method: string) =>
  app.call('POST /payment/methods/remove', { as: who.token, body: { payment_method_id: method } });

const notFound = { code: 'card_not_found', message: 'Sorry, we could not find that card.', field: 'payment_method_id' };

test("someone else's card and an unknown one are not found, and nothing is removed", async () => {
  for (const [who, method] of [
    [await newViewer(app), card],
    [viewer, 'pm_nothing'],
    [viewer, 'pm_card_visa'],
  ] as const) {
    const answer = await remove(who, method);
    expect(answer.status).toBe(404);
    expect(answer.errors).toEqual([notFound]);
  }
  expect(await cardsOf(viewer)).toHaveLength(1);
});

test('a guest has no saved cards and cannot remove one', async () => {
  const guest = await newGuest(app, (await show()).id);
  expect((await remove(guest, card)).status).toBe(403);
  expect(await cardsOf(viewer)).toHaveLength(1);
});

test('a removed card disappears from the list and the sandbox, and can no longer pay', async () => {
  await buy(app, await show(), viewer, { stripe_token: 'pm_card_mastercard', remember: true });
  const answer = await remove(viewer, card);
  expect(answer.status).toBe(200);
  expect(answer.data.payment_methods).toEqual([
    {
      id: expect.any(String),
      default: true,
      card: { brand: 'mastercard', last4: '4444', exp_month: 12, exp_year: 2034 },
    },
  ]);
  expect(await cardsOf(viewer)).toEqual(answer.data.payment_methods);
  const again = await buy(app, await show(), viewer, { stripe_payment_method_id: card });
  expect(again.errors.map(({ code }) => code)).toEqual(['payment_method_unknown']);
  await app.quiesce();
  expect(await app.db.query('SELECT 1 FROM sandbox_card_token WHERE id = $1', [card])).toEqual([]);
  expect(await app.db.one('SELECT brand, last4, exp_month, exp_year FROM saved_card WHERE id = $1', [card])).toEqual({
    brand: '',
    last4: '',
    exp_month: null,
    exp_year: null,
  });
});

test('removing a card twice, also concurrently, succeeds and asks the provider once', async () => {
  const answers = await Promise.all([remove(viewer, card), remove(viewer, card)]);
  expect([...answers, await remove(viewer, card)].map(({ status }) => status)).toEqual([200, 200, 200]);
  expect(await app.db.query("SELECT 1 FROM outbox WHERE dedupe_key = 'card_removed:' || $1", [card])).toHaveLength(1);
});

test('a later webhook of its purchase does not save a removed card again', async () => {
  await remove(viewer, card);
  // Sandbox webhooks arrive 2 s and 7 s after what they report.
  await app.clock.advance(seconds(8));
  await app.quiesce();
  expect(await cardsOf(viewer)).toEqual([]);
});
