import { randomUUID } from 'node:crypto';
import { minutes } from '@frontrow/core/kernel/instant.ts';
import { afterAll, assert, beforeAll, expect, test } from 'vitest';
import { contractOf, type Exchange } from '../../../test/contracts/contract.ts';
import { type FakeStripe, startFakeStripe, type StripeEvent } from '../../../test/fake-stripe.ts';
import type { CardPayments } from '../../ports/card-payments.ts';
import { cardPaymentsSuite } from './card-payments.suite.ts';
import { webhooksAtStripe } from './stripe-webhooks.ts';
import { stripeCards } from './stripe.ts';
import { silentLog } from '../../ports/log.ts';

const settings = { secretKey: 'sk_test_fake', publishableKey: 'pk_test_fake', webhookSecret: 'whsec_fake' };

const exchanges: Exchange[] = [];
const stages: FakeStripe[] = [];

cardPaymentsSuite('stripe', async () => {
  const fake = await startFakeStripe(Date.now, exchanges);
  stages.push(fake);
  return {
    cards: stripeCards({ settings, installation: 'test', log: silentLog, at: fake }),
    passChallenge: async (ref) => fake.completeChallenge(ref),
    passSetup: async (ref) => fake.completeSetup(ref),
    openDispute: async (charge, cents) => fake.openDispute(charge, cents),
    decideDispute: async (ref, status) => fake.decideDispute(ref, status),
    webhook: (ref) => fake.webhook(ref),
    close: () => fake.close(),
  };
});

let fake: FakeStripe;
let cards: CardPayments;
beforeAll(async () => {
  fake = await startFakeStripe(Date.now, exchanges);
  stages.push(fake);
  cards = stripeCards({ settings, installation: 'test', log: silentLog, at: fake });
});
afterAll(() => fake.close());

const charge = (paymentId: string) =>
  cards.charge({
    paymentId,
    orderId: randomUUID(),
    amountMinor: 1310,
    currency: 'EUR',
    source: { method: 'pm_card_visa' },
    remember: false,
    returnUrl: 'http://localhost:3000/x',
    description: 'x',
  });

test('a provider that cannot be reached is unavailable, and nothing is tried again blindly', async () => {
  fake.mode = 'down';
  await expect(charge(randomUUID())).rejects.toMatchObject({ code: 'payment_unavailable' });
  expect(cards.state()).toBe('down');
  fake.mode = 'up';
  // No sign of life: that is for everybody to send.
  await cards.readWebhook('{}', {});
  expect(cards.state()).toBe('down');
  await cards.intent('pi_nothing');
  expect(cards.state()).toBe('ready');
  expect(fake.captures.size).toBe(0);
});

test('a charge whose answer was lost is found by our id, and was made once', async () => {
  const paymentId = randomUUID();
  fake.mode = 'lost';
  await expect(charge(paymentId)).rejects.toMatchObject({ code: 'payment_unavailable' });
  fake.mode = 'up';
  expect(await cards.findByPayment(paymentId)).toMatchObject({ status: 'succeeded', paymentId });
  expect(fake.captures.size).toBe(1);
});

test('a charge is found however many were made after it', async () => {
  const paymentId = randomUUID();
  fake.mode = 'lost';
  await expect(charge(paymentId)).rejects.toMatchObject({ code: 'payment_unavailable' });
  fake.mode = 'up';
  await Promise.all(Array.from({ length: 320 }, () => charge(randomUUID())));
  expect(await cards.findByPayment(paymentId)).toMatchObject({ status: 'succeeded', paymentId });
});

test('a charge that the search does not know yet is found among all of its time before it is written off', async () => {
  const paymentId = randomUUID();
  const askedAt = Date.now();
  fake.mode = 'lost';
  await expect(charge(paymentId)).rejects.toMatchObject({ code: 'payment_unavailable' });
  fake.mode = 'up';
  await Promise.all(Array.from({ length: 220 }, () => charge(randomUUID())));
  fake.searchLags = true;
  expect(await cards.findByPayment(paymentId)).toBeUndefined();
  expect(await cards.findByPayment(paymentId, askedAt)).toMatchObject({ status: 'succeeded', paymentId });
  expect(await cards.findByPayment(randomUUID(), askedAt)).toBeUndefined();
  fake.searchLags = false;
});

test('a charge that was given back by hand is not asked for again', async () => {
  const { captureRef } = await charge(randomUUID());
  assert(captureRef !== undefined);
  fake.refundByHand(captureRef);
  const ask = { refundId: randomUUID(), captureRef, currency: 'EUR' };
  const amountMinor = fake.captures.get(captureRef)!;
  expect(await cards.refund({ ...ask, amountMinor })).toMatchObject({ status: 'succeeded' });
  expect(await cards.refund({ ...ask, refundId: randomUUID(), amountMinor: 1 })).toMatchObject({ status: 'failed' });
});

test('live events with test keys, and old ones, are refused', async () => {
  const { ref } = await charge(randomUUID());
  const live = fake.webhook(ref, { livemode: true });
  expect(await cards.readWebhook(live.rawBody, live.headers)).toBeUndefined();
  const old = fake.webhook(ref, { at: Date.now() - minutes(6) });
  expect(await cards.readWebhook(old.rawBody, old.headers)).toBeUndefined();
});

test('a question of a bank that has taken no money is no dispute', async () => {
  const { captureRef } = await charge(randomUUID());
  const ref = fake.openDispute(captureRef!, 1310, 'warning_needs_response');
  expect(await cards.dispute(ref)).toBeUndefined();
  expect(await cards.disputesOf(captureRef!)).toEqual([]);
});

test('a refund by hand that is booked already is not taken for another one', async () => {
  const { captureRef = '' } = await charge(randomUUID());
  fake.refundByHand(captureRef, 655);
  fake.refundByHand(captureRef, 655);
  const [first, second] = (await cards.refundsOf(captureRef)).map(({ ref }) => ref);
  const ask = { refundId: randomUUID(), captureRef, currency: 'EUR', amountMinor: 655 };
  expect(await cards.refund({ ...ask, booked: [first!] })).toEqual({ ref: second, status: 'succeeded' });
});

test('all answers and webhooks of our stand-in are valid by Stripe’s published contract', async () => {
  expect(await cards.fingerprint({ token: 'tok_1Own' })).toBe('fp_own');
  const { ref, captureRef = '' } = await charge(randomUUID());
  fake.refundByHand(captureRef, 655);
  const [refund] = await cards.refundsOf(captureRef);
  for (const about of [ref, captureRef, refund!.ref, fake.openDispute(captureRef, 655)]) fake.webhook(about);
  await webhooksAtStripe(settings.secretKey, fake);
  const stripe = contractOf('stripe');
  expect([...new Set(exchanges.flatMap((one) => stripe.faults(one)))]).toEqual([]);
  const asked = new Set(exchanges.map((one) => stripe.callOf(one)));
  expect(stripe.calls.filter((call) => !/account|transfer|payout/.test(call) && !asked.has(call))).toEqual([]);
  const said = stages.flatMap(({ events }) => events);
  expect(new Set(said.map(({ type }) => type)).size).toBeGreaterThanOrEqual(4);
  const faultsOf = (event: StripeEvent) => [
    ...stripe.faultsOf('event', event),
    ...stripe.faultsOf(event.data.object.object, event.data.object),
  ];
  expect([...new Set(said.flatMap(faultsOf))]).toEqual([]);
});
