import { minutes } from '@frontrow/core/kernel/instant.ts';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { newHost, newViewer, type TestActor } from '../../../../test/actors.ts';
import type { FakePaypal } from '../../../../test/fake-paypal.ts';
import { type FakeProviders, startFakeProviders } from '../../../../test/fake-providers.ts';
import type { FakeStripe } from '../../../../test/fake-stripe.ts';
import { testApp, type TestApp } from '../../../../test/harness.ts';
import { expectInvariants } from '../../../../test/invariants.ts';
import { newPass, type OfferedPass } from '../../../../test/passes.ts';

let app: TestApp;
let host: TestActor;
let stripe: FakeStripe;
let paypal: FakePaypal;
let providers: FakeProviders;
beforeAll(async () => {
  providers = await startFakeProviders(() => app.clock.now());
  ({ stripe, paypal } = providers);
  app = await testApp({ overrides: providers.adapters });
  host = await newHost(app);
});
afterEach(async () => {
  await expectInvariants(app);
  await providers.expectSameBooks(app);
});
afterAll(async () => {
  await app.close();
  await providers.close();
});

const offered = () => newPass(app, host, { price: 25, dates: [{ priceMinor: 1000 }, { priceMinor: 2000 }] });
const buyPass = (pass: OfferedPass, viewer: TestActor, more: object) =>
  app.call('POST /series/pass/purchase', { as: viewer.token, body: { pass_uuid: pass.id, ...more } });
const states = async (viewer: TestActor) =>
  (
    await app.db.query<{ status: string }>(
      `SELECT o.status FROM orders o JOIN event e ON e.id = o.event_id
       WHERE o.buyer_id = $1 AND o.status NOT IN ('cancelled', 'expired') ORDER BY e.starts_at`,
      [viewer.id],
    )
  ).map(({ status }) => status);
const refunded = async (viewer: TestActor) =>
  (
    await app.db.query<{ amount: number }>(
      `SELECT r.amount_minor AS amount FROM refund r JOIN payment p ON p.id = r.payment_id
         JOIN orders o ON o.id = p.order_id JOIN event e ON e.id = o.event_id
       WHERE o.buyer_id = $1 AND r.status = 'succeeded' ORDER BY e.starts_at, r.created_at`,
      [viewer.id],
    )
  ).map(({ amount }) => amount);
const captureOf = async (viewer: TestActor): Promise<string> =>
  (await app.db.one<{ ref: string }>(
    `SELECT p.capture_ref AS ref FROM payment p JOIN orders o ON o.id = p.order_id WHERE o.buyer_id = $1 LIMIT 1`,
    [viewer.id],
  ))!.ref;
const hear = async (provider: 'stripe' | 'paypal', { rawBody, headers }: ReturnType<FakeStripe['webhook']>) => {
  await app.http.inject({
    method: 'POST',
    url: `/api/webhooks/${provider}`,
    headers: { 'content-type': 'application/json', ...headers },
    payload: rawBody,
  });
  await app.quiesce();
};
const cancel = (pass: OfferedPass, index: number) =>
  app.call('POST /events/cancel', { as: host.token, body: { event_uuid: pass.events[index]!.id } });

test('a webhook alone completes a challenge, and each cancelled date returns its part of the one charge', async () => {
  const pass = await offered();
  const viewer = await newViewer(app);
  const { data } = await buyPass(pass, viewer, { stripe_token: 'pm_card_authenticationRequired' });
  const ref = data.payment_intent!.id;
  stripe.completeChallenge(ref);
  for (let n = 0; n < 2; n++) await hear('stripe', stripe.webhook(ref));
  expect(await states(viewer)).toEqual(['paid', 'paid']);
  await cancel(pass, 0);
  await app.quiesce();
  expect([await states(viewer), stripe.givenBack(await captureOf(viewer))]).toEqual([['refunded', 'paid'], 925]);
  await cancel(pass, 1);
  await app.quiesce();
  expect(stripe.givenBack(await captureOf(viewer))).toBe(2725);
});

test('a charge whose answer was lost is found and settled once, and every seat stays held until then', async () => {
  const pass = await offered();
  const viewer = await newViewer(app);
  stripe.mode = 'lost';
  const lost = await buyPass(pass, viewer, { stripe_token: 'pm_card_visa' });
  expect(lost.errors[0]?.code).toBe('payment_unavailable');
  stripe.mode = 'up';
  expect(await states(viewer)).toEqual(['pending', 'pending']);
  await app.clock.advance(minutes(3));
  await app.quiesce();
  expect(await states(viewer)).toEqual(['paid', 'paid']);
});

test('a charge that never reached the provider is written off, and the next attempt pays once', async () => {
  const pass = await offered();
  const viewer = await newViewer(app);
  stripe.mode = 'down';
  expect((await buyPass(pass, viewer, { stripe_token: 'tok_visa' })).status).toBe(503);
  stripe.mode = 'up';
  await app.clock.advance(minutes(4));
  await app.quiesce();
  expect((await buyPass(pass, viewer, { stripe_token: 'tok_visa' })).data.order?.order_status).toBe('paid');
});

test('a refund made at the dashboard is booked date by date, once, and one that the bank returned is made again', async () => {
  const pass = await offered();
  const viewer = await newViewer(app);
  const { data } = await buyPass(pass, viewer, { stripe_token: 'tok_visa' });
  const charge = await captureOf(viewer);
  stripe.refundByHand(charge, 2000);
  for (let n = 0; n < 2; n++) await hear('stripe', stripe.webhook(charge));
  const back = await app.db.query<{ amount: number }>(
    `SELECT sum(r.amount_minor)::bigint AS amount FROM refund r JOIN payment p ON p.id = r.payment_id
     WHERE p.capture_ref = $1`,
    [charge],
  );
  expect(back).toEqual([{ amount: 2000 }]);
  await expectInvariants(app);
  await cancel(pass, 0);
  await cancel(pass, 1);
  await app.quiesce();
  expect(stripe.givenBack(charge)).toBe(2725);
  expect(data.payment_intent?.status).toBe('succeeded');
  const own = await app.db.one<{ ref: string }>(
    `SELECT r.provider_ref AS ref FROM refund r JOIN payment p ON p.id = r.payment_id
     WHERE p.capture_ref = $1 AND r.reason = 'event_cancelled' ORDER BY r.id LIMIT 1`,
    [charge],
  );
  stripe.failRefund(own!.ref);
  await hear('stripe', stripe.webhook(own!.ref));
  await app.quiesce();
  expect(stripe.givenBack(charge)).toBe(2725);
});

test('a refund made at the dashboard that the bank returned is made again for every date', async () => {
  const pass = await offered();
  const viewer = await newViewer(app);
  await buyPass(pass, viewer, { stripe_token: 'tok_visa' });
  const charge = await captureOf(viewer);
  stripe.refundByHand(charge, 2000);
  await hear('stripe', stripe.webhook(charge));
  const byHand = await app.db.one<{ ref: string }>(
    `SELECT r.provider_ref AS ref FROM refund r JOIN payment p ON p.id = r.payment_id
     WHERE p.capture_ref = $1 AND r.provider_ref NOT LIKE '%#%'`,
    [charge],
  );
  stripe.failRefund(byHand!.ref);
  expect(stripe.givenBack(charge)).toBe(0);
  await hear('stripe', stripe.webhook(byHand!.ref));
  expect(stripe.givenBack(charge)).toBe(2000);
});

test('a dispute of the charge after one date was refunded takes the other date only', async () => {
  const pass = await offered();
  const viewer = await newViewer(app);
  await buyPass(pass, viewer, { stripe_token: 'tok_visa' });
  const charge = await captureOf(viewer);
  await cancel(pass, 0);
  await app.quiesce();
  const dispute = stripe.openDispute(charge, 1800);
  await hear('stripe', stripe.webhook(dispute));
  expect(await states(viewer)).toEqual(['refunded', 'disputed']);
  await expectInvariants(app);
  stripe.decideDispute(dispute, 'won');
  await hear('stripe', stripe.webhook(dispute));
  expect(await states(viewer)).toEqual(['refunded', 'paid']);
});

test('PayPal captures an approved pass once, and refunds its dates by parts', async () => {
  const pass = await offered();
  const viewer = await newViewer(app);
  const { data } = await buyPass(pass, viewer, { paypal: true });
  const ref = data.payment_order!.id;
  expect(await states(viewer)).toEqual(['pending', 'pending']);
  paypal.approve(ref);
  const confirm = () => app.call('POST /payment/paypal_order', { as: viewer.token, body: { paypal_order_id: ref } });
  const answers = await Promise.all([confirm(), confirm()]);
  expect(answers.map(({ data: { status } }) => status)).toContain('COMPLETED');
  expect(await states(viewer)).toEqual(['paid', 'paid']);
  await cancel(pass, 1);
  await app.quiesce();
  expect(await refunded(viewer)).toEqual([1800]);
  paypal.refundByHand(await captureOf(viewer), 925);
  await hear('paypal', paypal.webhook(await captureOf(viewer), 'PAYMENT.CAPTURE.REFUNDED'));
  expect(await states(viewer)).toEqual(['refunded', 'refunded']);
});

test('the daily comparison with the books of both providers finds no difference', async () => {
  await app.clock.advance(minutes(60 * 30));
  await app.quiesce();
  expect(await app.db.query('SELECT provider, kind, ref FROM reconciliation_difference')).toEqual([]);
});
