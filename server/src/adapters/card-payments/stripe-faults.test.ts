import { randomUUID } from 'node:crypto';
import { seconds } from '@frontrow/core/kernel/instant.ts';
import { afterAll, assert, beforeAll, expect, test } from 'vitest';
import { type FakeStripe, startFakeStripe } from '../../../test/fake-stripe.ts';
import { heardLog } from '../../../test/captured-log.ts';
import type { CardCharge, CardPayments } from '../../ports/card-payments.ts';
import { silentLog } from '../../ports/log.ts';
import { didProviderAnswer } from '../../ports/provider-books.ts';
import { stripeCards } from './stripe.ts';

const settings = { secretKey: 'sk_test_fake', publishableKey: 'pk_test_fake', webhookSecret: 'whsec_fake' };

let fake: FakeStripe;
let cards: CardPayments;
const log = heardLog();
beforeAll(async () => {
  fake = await startFakeStripe();
  cards = stripeCards({ settings, installation: 'one', log, at: fake });
});
afterAll(() => fake.close());

const charge = (more: Partial<CardCharge> = {}) =>
  cards.charge({
    paymentId: randomUUID(),
    orderId: randomUUID(),
    amountMinor: 1310,
    currency: 'EUR',
    source: { method: 'pm_card_visa' },
    remember: false,
    returnUrl: 'http://localhost:3000/x',
    description: 'x',
    ...more,
  });

const thrownBy = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => assert.fail('nothing was thrown'),
    (error: unknown) => error,
  );

const invalid = 'invalid_request_error';
test.each([
  [400, { type: invalid, code: 'amount_too_small', param: 'amount' }],
  [400, { type: invalid, code: 'url_invalid', param: 'return_url' }],
  [400, { type: invalid, code: 'resource_missing', param: 'customer' }],
  [400, { type: invalid, message: 'Your account cannot currently make live charges.' }],
  [403, { type: invalid, message: 'The provided key does not have the required permissions.' }],
])('a request that Stripe refuses with %i is no fault of the card: %o', async (status, error) => {
  fake.refuseNext = { status, error: { message: 'No.', ...error } };
  log.lines.length = 0;
  const thrown = await thrownBy(charge());
  expect(thrown).toMatchObject({ code: 'payment_blocked', message: expect.stringContaining('haven’t been charged') });
  expect(didProviderAnswer(thrown)).toBe(true);
  expect(cards.state()).toBe('ready');
  const { code, param } = error as Record<string, string | undefined>;
  expect(log.lines).toEqual([
    { fields: expect.objectContaining({ status, code, param, requestId: 'req_fake' }), message: expect.anything() },
  ]);
});

test.each([
  [{ type: invalid, code: 'resource_missing', param: 'payment_method' }],
  [{ type: invalid, code: 'token_already_used' }],
  [{ type: invalid, code: 'payment_method_unexpected_state' }],
])('an error that only the card can cause is shown to the buyer: %o', async (error) => {
  fake.refuseNext = { status: 400, error: { message: 'No.', ...error } };
  await expect(charge()).rejects.toMatchObject({ code: 'card_invalid', message: expect.stringContaining('card') });
});

test('a request that Stripe may have carried out is not reported as one that charged nothing', async () => {
  for (const status of [401, 429, 500]) {
    fake.refuseNext = { status, error: { type: 'api_error', message: 'No.' } };
    const thrown = await thrownBy(charge());
    expect(thrown).toMatchObject({ code: 'payment_unavailable' });
    expect(didProviderAnswer(thrown)).toBe(false);
  }
  await charge();
});

test('a read that Stripe refuses answers payment_unavailable and is no outage', async () => {
  const { ref } = await charge();
  fake.refuseReads = { status: 403, error: { type: invalid, message: 'No such permission.' } };
  await expect(cards.intent(ref)).rejects.toMatchObject({ code: 'payment_unavailable' });
  fake.refuseReads = undefined;
  expect(cards.state()).toBe('ready');
});

test('a fault in our own code is not called an outage', async () => {
  const thrown = await thrownBy(charge({ currency: undefined as unknown as string }));
  expect(thrown).toBeInstanceOf(TypeError);
});

test('one line of the books that cannot be read is named, and all others are read', async () => {
  const { captureRef } = await charge();
  const created = Math.floor(Date.now() / seconds(1));
  fake.oddLines.push(
    { id: 'txn_odd', type: 'charge', created, source: { id: 'ch_odd', currency: null } } as { created: number },
    { id: 'txn_new', type: 'payment_network_fee_v9', created, source: { id: 'x' } } as { created: number },
  );
  const now = Date.now();
  const page = await cards.books.read({ from: now - seconds(60), to: now + seconds(60), after: undefined });
  fake.oddLines.length = 0;
  expect(page.unread).toEqual([{ ref: 'txn_odd', error: expect.stringContaining('TypeError') }]);
  expect(page.money).toContainEqual(expect.objectContaining({ ref: captureRef, amountMinor: 1310 }));
});

test('two installations that share an account never meet in one idempotency key', async () => {
  const other = stripeCards({ settings, installation: 'two', log: silentLog, at: fake });
  fake.asked.length = 0;
  for (const each of [cards, other]) {
    await each.customer({ userId: 7, known: undefined });
    const setup = { setupId: 'same', customer: 'cus_7', token: 'tok_visa', returnUrl: 'http://localhost:3000/x' };
    await each.saveCard(setup);
  }
  const { captureRef = '' } = await charge();
  await cards.refund({ refundId: randomUUID(), captureRef, amountMinor: 1, currency: 'EUR' });
  const keys = fake.asked.flatMap(({ key }) => key ?? []);
  expect(keys.length).toBe(8);
  expect(keys.filter((key) => !/^(one|two):/.test(key))).toEqual([]);
  expect(new Set(keys).size).toBe(keys.length);
});

test('a lost charge is found with one request, however many there are', async () => {
  const paymentId = randomUUID();
  fake.mode = 'lost';
  await thrownBy(charge({ paymentId }));
  fake.mode = 'up';
  fake.asked.length = 0;
  expect(await cards.findByPayment(paymentId)).toMatchObject({ status: 'succeeded', paymentId });
  expect(fake.asked.map(({ path }) => path)).toEqual(['/v1/payment_intents/search']);
});

test('a part that was refunded is not refunded again after Stripe forgot the key', async () => {
  const { captureRef = '' } = await charge();
  const ask = { refundId: randomUUID(), captureRef, amountMinor: 300, currency: 'EUR' };
  const made = await cards.refund(ask);
  const forgotten = stripeCards({ settings, installation: 'another key', log: silentLog, at: fake });
  expect(await forgotten.refund({ ...ask, askedBefore: true })).toEqual(made);
  expect(fake.givenBack(captureRef)).toBe(300);
});
