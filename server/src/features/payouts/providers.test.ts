import { hours, minutes } from '@frontrow/core/kernel/instant.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newHost } from '../../../test/actors.ts';
import { type FakePaypal, startFakePaypal } from '../../../test/fake-paypal.ts';
import { type FakeStripe, startFakeStripe } from '../../../test/fake-stripe.ts';
import { testApp, type TestApp, until } from '../../../test/harness.ts';
import { addAccount, giveMoney, owed, payoutsOf, requestPayout } from '../../../test/payouts.ts';
import { paypalPayouts } from '../../adapters/payouts/paypal-payouts.ts';
import { stripeConnect } from '../../adapters/payouts/stripe-connect.ts';
import { silentLog } from '../../ports/log.ts';

let app: TestApp;
let stripe: FakeStripe;
let paypal: FakePaypal;
beforeAll(async () => {
  stripe = await startFakeStripe();
  paypal = await startFakePaypal();
  app = await testApp({
    overrides: {
      payoutBanks: {
        stripe: stripeConnect({
          secretKey: 'sk_test_1',
          webhookSecret: stripe.webhookSecret,
          installation: 'test',
          log: silentLog,
          at: stripe,
        }),
        paypal: paypalPayouts({
          settings: { clientId: 'id', clientSecret: 'secret', live: false },
          webhookId: 'WH1',
          installation: 'test',
          log: silentLog,
          at: paypal.origin,
        }),
      },
    },
  });
});
afterAll(async () => {
  await app.close();
  await stripe.close();
  await paypal.close();
});

const hook = async (kind: string, { rawBody, headers }: { rawBody: string; headers: Record<string, string> }) =>
  (
    await app.http.inject({
      method: 'POST',
      url: `/api/webhooks/payouts/${kind}`,
      payload: rawBody,
      headers: { ...headers, 'content-type': 'application/json' },
    })
  ).statusCode;

test('Stripe: requests missing details, survives an outage, is paid by webhook and returned by a later one, each once', async () => {
  const host = await newHost(app);
  await giveMoney(app, host, 2500);
  await addAccount(app, host, 'DE', 'stripe');
  const method = async () => (await app.call('GET /payouts/methods', { as: host.token })).data.methods[0]!;
  expect(await method()).toMatchObject({ state: 'needs_information', requirements: expect.any(Array) });
  const early = await requestPayout(app, host);
  expect([early.errors[0]?.code, early.errors[0]?.message]).toEqual([
    'payout_method_incomplete',
    'This payout method is not ready yet. Under Payout methods, add what is still needed: the bank account that the ' +
      'money goes to, your date of birth, and your agreement to the terms of Stripe.',
  ]);
  const inLanguage = async (language: string) =>
    (
      await app.call('POST /payouts/request', {
        as: host.token,
        body: { currency_code: 'EUR' },
        headers: { 'content-language': language },
      })
    ).errors[0]?.message;
  expect(await inLanguage('de')).toBe(
    'Diese Auszahlungsmethode ist noch nicht bereit. Ergänze unter „Auszahlungsmethoden“, was noch fehlt: das Bankkonto ' +
      'für deine Auszahlungen, dein Geburtsdatum und deine Zustimmung zu den Bedingungen von Stripe.',
  );
  expect(await inLanguage('es')).toBe(
    'Este método de cobro aún no está listo. Añade en “Métodos de cobro” lo que falta: la cuenta bancaria para tus ' +
      'cobros, tu fecha de nacimiento y tu aceptación de las condiciones de Stripe.',
  );
  const account = [...stripe.connect.accounts.keys()].at(-1)!;
  stripe.connect.finish(account);
  expect(await hook('stripe', stripe.connectWebhook({ type: 'account.updated', account }))).toBe(200);
  expect(await method()).toMatchObject({ state: 'ready', requirements: [] });

  stripe.mode = 'down';
  const { payout_uuid: payoutId } = (await requestPayout(app, host)).data.payout;
  await app.quiesce();
  expect(await payoutsOf(app, host)).toMatchObject([{ state: 'requested' }]);
  expect(await owed(app, host)).toBe(0);
  // The transfer is made, and its answer is lost.
  stripe.mode = 'lost';
  await app.clock.advance(minutes(3));
  await app.quiesce();
  stripe.mode = 'up';
  await app.clock.advance(minutes(3));
  await app.quiesce();
  expect(await payoutsOf(app, host)).toMatchObject([{ state: 'sent' }]);
  expect(stripe.connect.leftFor(payoutId)).toBe(2500);

  const paid = stripe.connectWebhook({ type: 'payout.paid', payoutId });
  stripe.connect.decide(payoutId, 'paid');
  expect([await hook('stripe', paid), await hook('stripe', paid)]).toEqual([200, 200]);
  await until('the payout is paid', async () => (await payoutsOf(app, host))[0]?.state === 'paid');
  stripe.connect.decide(payoutId, 'failed');
  expect(await hook('stripe', stripe.connectWebhook({ type: 'payout.failed', payoutId }))).toBe(200);
  await until('the payout was returned', async () => (await payoutsOf(app, host))[0]?.state === 'returned');
  // Out of order, and again.
  for (let again = 0; again < 2; again++) expect(await hook('stripe', paid)).toBe(200);
  await app.quiesce();
  expect(await payoutsOf(app, host)).toMatchObject([
    { state: 'returned', reason: 'The bank account has been closed.' },
  ]);
  expect([await owed(app, host), stripe.connect.leftFor(payoutId)]).toEqual([2500, 0]);
  expect(await hook('stripe', { ...paid, headers: {} })).toBe(400);
});

test('Stripe: a host whose bank only takes pounds is warned before money moves, and paid once a euro account exists', async () => {
  const host = await newHost(app);
  await giveMoney(app, host, 2500);
  await addAccount(app, host, 'GB', 'stripe');
  const account = [...stripe.connect.accounts.keys()].at(-1)!;
  stripe.connect.finish(account);
  expect(await hook('stripe', stripe.connectWebhook({ type: 'account.updated', account }))).toBe(200);
  const { data } = await app.call('GET /payouts/methods', { as: host.token });
  expect(data.methods[0]).toMatchObject({ state: 'ready', currencies: ['GBP'] });
  const refused = await requestPayout(app, host);
  expect([refused.status, refused.errors[0]?.message]).toEqual([
    409,
    'This account can only receive GBP. Choose another payout method for EUR.',
  ]);
  expect(await owed(app, host)).toBe(2500);
  // No one tells us of the new bank account: the next request asks.
  stripe.connect.addBank(account, 'eur');
  const { payout_uuid: payoutId } = (await requestPayout(app, host)).data.payout;
  await app.quiesce();
  expect(stripe.connect.leftFor(payoutId)).toBe(2500);
});

test('PayPal: an unknown host’s payout returns to the balance, and the retry is a new payout', async () => {
  const host = await newHost(app);
  await giveMoney(app, host, 2500);
  await addAccount(app, host, 'nobody@mail.test', 'paypal');
  const first = (await requestPayout(app, host)).data.payout.payout_uuid;
  await app.quiesce();
  paypal.payouts.decide(first, 'FAILED');
  expect(await hook('paypal', paypal.payoutWebhook(first))).toBe(200);
  await until('the payout failed', async () => (await payoutsOf(app, host))[0]?.state === 'failed');
  expect(await owed(app, host)).toBe(2500);
  const second = (await requestPayout(app, host, { amount: 20 })).data.payout.payout_uuid;
  await app.quiesce();
  paypal.payouts.decide(second, 'SUCCESS');
  // No webhook comes: it is looked at.
  await app.clock.advance(hours(2));
  await app.quiesce();
  expect(await payoutsOf(app, host)).toMatchObject([
    { payout_uuid: second, state: 'paid', account: 'n••••@mail.test' },
    { payout_uuid: first, state: 'failed', reason: 'No PayPal account uses this email address.' },
  ]);
  expect(await owed(app, host)).toBe(500);
  expect(paypal.payouts.batches.get(second)?.cents).toBe(2000);
});

test('PayPal: an inconclusive refusal is retried under the same name, and only a proven one credits the balance', async () => {
  const host = await newHost(app);
  await giveMoney(app, host, 2500);
  await addAccount(app, host, 'maybe@mail.test', 'paypal');
  const answers = async (status: number, body: object) => {
    paypal.payouts.refusal = { status, body };
    await app.clock.advance(minutes(20));
    await app.quiesce();
    return (await payoutsOf(app, host))[0]?.state;
  };
  const { payout_uuid: payoutId } = (await requestPayout(app, host)).data.payout;
  const nameTaken = [{ field: 'sender_batch_header.sender_batch_id', issue: 'Batch already exists' }];
  expect(await answers(400, { name: 'USER_BUSINESS_ERROR', message: 'User business error.' })).toBe('requested');
  expect(await answers(400, { name: 'VALIDATION_ERROR', details: nameTaken })).toBe('requested');
  expect(await answers(404, {})).toBe('requested');
  expect(await answers(422, { name: 'INSUFFICIENT_FUNDS' })).toBe('requested');
  expect(await owed(app, host)).toBe(0);
  paypal.payouts.refusal = undefined;
  await app.clock.advance(minutes(20));
  await app.quiesce();
  expect(await payoutsOf(app, host)).toMatchObject([{ payout_uuid: payoutId, state: 'sent' }]);
  paypal.payouts.decide(payoutId, 'SUCCESS');
  await app.clock.advance(hours(2));
  await app.quiesce();

  await giveMoney(app, host, 1000);
  await requestPayout(app, host);
  const receiver = { name: 'VALIDATION_ERROR', message: 'Invalid request.', details: [{ field: 'items[0].receiver' }] };
  expect(await answers(400, receiver)).toBe('failed');
  paypal.payouts.refusal = undefined;
  expect(await owed(app, host)).toBe(1000);
});

test('a flood of webhooks from one network is refused before PayPal is asked about them', async () => {
  const knock = () =>
    app.http.inject({
      method: 'POST',
      url: '/api/webhooks/payouts/paypal',
      payload: '{}',
      remoteAddress: '203.0.113.9',
    });
  const answers = await Promise.all(Array.from({ length: 301 }, knock));
  expect(answers.filter(({ statusCode }) => statusCode === 429)).toHaveLength(1);
  expect(await hook('paypal', paypal.payoutWebhook('nobody'))).toBe(200);
});
