import { minutes } from '@frontrow/core/kernel/instant.ts';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { newHost, newViewer, type TestActor } from '../../../../test/actors.ts';
import { newEvent } from '../../../../test/events.ts';
import type { FakePaypal } from '../../../../test/fake-paypal.ts';
import { type FakeProviders, startFakeProviders } from '../../../../test/fake-providers.ts';
import type { FakeStripe } from '../../../../test/fake-stripe.ts';
import { testApp, type TestApp } from '../../../../test/harness.ts';
import { expectInvariants } from '../../../../test/invariants.ts';
import { buy } from '../../../../test/tickets.ts';
import { createPasswordHash } from '../../accounts/passwords.ts';

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

const show = () => newEvent(app, host, { priceMinor: 1200 });
const codes = (answer: { errors: readonly { code: string }[] }) => answer.errors.map((line) => line.code);
const deliver = (
  provider: 'stripe' | 'paypal',
  { rawBody, headers }: { rawBody: string; headers: Record<string, string> },
) =>
  app.http.inject({
    method: 'POST',
    url: `/api/webhooks/${provider}`,
    headers: { 'content-type': 'application/json', ...headers },
    payload: rawBody,
  });

test("one card pays, another is declined in Stripe's words, and a webhook alone completes a challenge", async () => {
  const event = await show();
  expect((await buy(app, event, await newViewer(app), { stripe_token: 'tok_visa' })).data).toMatchObject({
    payment_intent: { status: 'succeeded', amount: 13.1 },
    ticket: { ticket_state: 'valid' },
  });
  const declined = await buy(app, event, await newViewer(app), { stripe_token: 'pm_card_visa_chargeDeclined' });
  expect([declined.status, declined.errors[0]?.message]).toEqual([402, 'Your card was declined.']);
  const viewer = await newViewer(app);
  const { data } = await buy(app, event, viewer, { stripe_token: 'pm_card_authenticationRequired' });
  const ref = data.payment_intent!.id;
  expect(data.payment_intent!.next_action?.redirect_to_url.url).toContain('https://hooks.stripe.com/');
  stripe.completeChallenge(ref);
  for (let n = 0; n < 2; n++) expect((await deliver('stripe', stripe.webhook(ref))).statusCode).toBe(200);
  await app.quiesce();
  const asked = await app.call('POST /payment/stripe_intent', { as: viewer.token, body: { payment_intent: ref } });
  expect(asked.data).toMatchObject({ status: 'succeeded', ticket: { ticket_state: 'valid' } });
});

test('while Stripe is down the seat is kept, nothing is charged blindly, and the next attempt pays once', async () => {
  const event = await show();
  const viewer = await newViewer(app);
  stripe.mode = 'down';
  const down = await buy(app, event, viewer, { stripe_token: 'tok_visa' });
  expect([down.status, codes(down)]).toEqual([503, ['payment_unavailable']]);
  // Rooms and free seats keep working.
  const seen = await app.http.inject('/readyz');
  expect([seen.statusCode, seen.json()]).toEqual([200, expect.objectContaining({ payments: 'down', mail: 'ready' })]);
  expect(await app.db.one('SELECT held, sold FROM event WHERE id = $1', [event.id])).toEqual({ held: 1, sold: 0 });
  stripe.mode = 'up';
  await app.clock.advance(minutes(3));
  expect((await buy(app, event, viewer, { stripe_token: 'tok_visa' })).data.ticket?.ticket_state).toBe('valid');
  expect((await app.http.inject('/readyz')).json()).toMatchObject({ payments: 'ready' });
});

test('a request that Stripe refuses charges no one: the buyer can pay again immediately, and the card is not blamed', async () => {
  const event = await show();
  const viewer = await newViewer(app);
  stripe.refuseNext = {
    status: 400,
    error: { type: 'invalid_request_error', code: 'url_invalid', param: 'return_url', message: 'Not a valid URL' },
  };
  const refused = await buy(app, event, viewer, { stripe_token: 'pm_card_visa' });
  // Not a 503: the browser would repeat the same attempt without asking.
  expect([refused.status, codes(refused)]).toEqual([409, ['payment_blocked']]);
  expect((await app.http.inject('/readyz')).json()).toMatchObject({ payments: 'ready' });
  expect((await buy(app, event, viewer, { stripe_token: 'pm_card_visa' })).data.ticket?.ticket_state).toBe('valid');
});

test('a lost answer after the charge leads to one charge and one ticket', async () => {
  const event = await show();
  const viewer = await newViewer(app);
  stripe.mode = 'lost';
  expect(codes(await buy(app, event, viewer, { stripe_token: 'pm_card_visa' }))).toEqual(['payment_unavailable']);
  stripe.mode = 'up';
  await app.clock.advance(minutes(2));
  await app.quiesce();
  expect(await app.db.one('SELECT held, sold FROM event WHERE id = $1', [event.id])).toEqual({ held: 0, sold: 1 });
});

test('a PayPal order is created, approved and captured by us, and forged webhooks are rejected', async () => {
  const event = await show();
  const viewer = await newViewer(app);
  const { data } = await buy(app, event, viewer, {
    paypal: true,
    return_url: 'https://evil.test',
    cancel_url: '//evil.test',
  });
  expect(data.payment_order).toMatchObject({ status: 'CREATED' });
  const ref = data.payment_order!.id;
  paypal.approve(ref);
  const genuine = paypal.webhook(ref);
  expect((await deliver('paypal', { ...genuine, rawBody: `${genuine.rawBody} ` })).statusCode).toBe(400);
  expect((await deliver('paypal', genuine)).statusCode).toBe(200);
  await app.quiesce();
  expect(
    (await app.call('POST /payment/paypal_order', { as: viewer.token, body: { paypal_order_id: ref } })).data,
  ).toMatchObject({ status: 'COMPLETED', ticket: { ticket_state: 'valid' } });
});

test('an approved order that PayPal does not let us capture is over: no money, and another way to pay works', async () => {
  const event = await show();
  const viewer = await newViewer(app);
  const { data } = await buy(app, event, viewer, { paypal: true });
  const ref = data.payment_order!.id;
  paypal.approve(ref);
  const issue = 'PAYEE_BLOCKED_TRANSACTION';
  const body = { name: 'UNPROCESSABLE_ENTITY', message: issue, debug_id: 'fake', details: [{ issue }] };
  paypal.refuseNext = { status: 422, body };
  const back = () => app.call('POST /payment/paypal_order', { as: viewer.token, body: { paypal_order_id: ref } });
  const refused = await back();
  expect([refused.status, codes(refused)]).toEqual([409, ['payment_blocked']]);
  // Neither the sweeper nor PayPal's own webhook tries it again: the buyer may have paid in another way by then.
  await deliver('paypal', paypal.webhook(ref));
  await app.clock.advance(minutes(2));
  await app.quiesce();
  expect(paypal.captures.size).toBe(1);
  expect((await buy(app, event, viewer, { stripe_token: 'pm_card_visa' })).data.ticket?.ticket_state).toBe('valid');
});

test('one card can be tried five times in ten minutes by any account, and other cards still work', async () => {
  const event = await show();
  const tries = await Promise.all(
    Array.from({ length: 8 }, async () => buy(app, event, await newViewer(app), { stripe_token: 'tok_1Stolen' })),
  );
  const stopped = tries.filter((answer) => answer.status === 429);
  expect(tries.filter((answer) => answer.status === 402)).toHaveLength(5);
  expect(stopped.map(codes)).toEqual(Array.from({ length: 3 }, () => ['too_many_attempts']));
  expect(Number(stopped[0]?.headers['retry-after'])).toBeGreaterThan(580);
  expect((await buy(app, event, await newViewer(app), { stripe_token: 'tok_1Own' })).status).toBe(200);
  await app.clock.advance(minutes(10));
  expect(codes(await buy(app, await show(), await newViewer(app), { stripe_token: 'tok_1Stolen' }))).toEqual([
    'card_declined',
  ]);
});

test('an erased account is deleted at the provider, too', async () => {
  const event = await show();
  const viewer = await newViewer(app);
  await buy(app, event, viewer, { stripe_token: 'tok_1Own', remember: true });
  const mapped = () =>
    app.db.query<{ ref: string }>('SELECT ref FROM provider_customer WHERE user_id = $1', [viewer.id]);
  const [{ ref } = { ref: '' }] = await mapped();
  expect(ref).toMatch(/^cus_/);
  const hash = await createPasswordHash().make('Curtain-up-7');
  await app.db.query('UPDATE app_user SET password_hash = $2 WHERE id = $1', [viewer.id, hash]);
  stripe.mode = 'down';
  expect((await app.call('POST /user/delete', { as: viewer.token, body: { password: 'Curtain-up-7' } })).status).toBe(
    200,
  );
  await app.quiesce();
  expect(await mapped()).toHaveLength(1);
  stripe.mode = 'up';
  await app.clock.advance(minutes(1));
  await app.quiesce();
  expect([await mapped(), stripe.forgotten]).toEqual([[], [ref]]);
});

test('a card that is removed while Stripe is down is detached there once it answers', async () => {
  const viewer = await newViewer(app);
  await buy(app, await show(), viewer, { stripe_token: 'tok_visa', remember: true });
  const [card] = (await app.call('GET /payment/methods', { as: viewer.token })).data.payment_methods;
  stripe.mode = 'down';
  const body = { payment_method_id: card!.id };
  const answer = await app.call('POST /payment/methods/remove', { as: viewer.token, body });
  expect(answer.data).toEqual({ payment_methods: [] });
  await app.quiesce();
  expect(stripe.detached).toEqual(new Set());
  stripe.mode = 'up';
  await app.clock.advance(minutes(5));
  await app.quiesce();
  expect(stripe.detached).toEqual(new Set([card!.id]));
});
