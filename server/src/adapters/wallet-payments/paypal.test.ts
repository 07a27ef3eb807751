import { randomUUID } from 'node:crypto';
import { minutes } from '@frontrow/core/kernel/instant.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { contractOf, type Exchange } from '../../../test/contracts/contract.ts';
import { type FakePaypal, startFakePaypal } from '../../../test/fake-paypal.ts';
import type { WalletPayments } from '../../ports/wallet-payments.ts';
import { paypalWallet } from './paypal.ts';
import { webhooksAtPaypal } from './paypal-webhooks.ts';
import { walletPaymentsSuite } from './wallet-payments.suite.ts';
import { silentLog } from '../../ports/log.ts';

const settings = { clientId: 'id', clientSecret: 'secret', webhookId: 'WH1', live: false };

const exchanges: Exchange[] = [];

walletPaymentsSuite('paypal', async () => {
  const fake = await startFakePaypal(exchanges);
  return {
    wallets: paypalWallet({ settings, installation: 'test', log: silentLog, at: fake.origin }),
    approve: async (ref) => fake.approve(ref),
    openDispute: async (capture, cents) => fake.openDispute(capture, cents),
    decideDispute: async (ref, status) => fake.decideDispute(ref, status),
    webhook: (ref) => fake.webhook(ref),
    close: () => fake.close(),
  };
});

let fake: FakePaypal;
let wallets: WalletPayments;
beforeAll(async () => {
  fake = await startFakePaypal(exchanges);
  wallets = paypalWallet({ settings, installation: 'test', log: silentLog, at: fake.origin });
});
afterAll(() => fake.close());

const wish = {
  orderId: randomUUID(),
  amountMinor: 1310,
  currency: 'EUR',
  returnUrl: 'http://localhost:3000/a',
  cancelUrl: 'http://localhost:3000/b',
  description: 'x',
  language: 'en',
} as const;

const approved = async (): Promise<{ ref: string; paymentId: string }> => {
  const paymentId = randomUUID();
  const { ref } = await wallets.create({ ...wish, paymentId });
  fake.approve(ref);
  return { ref, paymentId };
};

test('the buyer is asked for no postal address, reads "Pay now", and pays at once', async () => {
  const description = `${'x'.repeat(126)}👩‍🎤 and friends`;
  await wallets.create({ ...wish, paymentId: randomUUID(), description });
  const body = JSON.parse(fake.asked.findLast(({ path }) => path === '/v2/checkout/orders')!.body) as {
    payment_source: object;
    purchase_units: { description: string }[];
  };
  expect(body.payment_source).toEqual({
    paypal: {
      experience_context: {
        brand_name: 'Frontrow',
        locale: 'en-US',
        shipping_preference: 'NO_SHIPPING',
        user_action: 'PAY_NOW',
        payment_method_preference: 'IMMEDIATE_PAYMENT_REQUIRED',
        return_url: 'http://localhost:3000/a',
        cancel_url: 'http://localhost:3000/b',
      },
    },
  });
  // A character that does not fit as a whole is left out, never halved.
  expect(body.purchase_units[0]?.description).toBe('x'.repeat(126));
});

test.each([
  ['en', 'en-US'],
  ['de', 'de-DE'],
  ['es', 'es-ES'],
] as const)('a buyer who reads %s approves the payment in that language', async (language, locale) => {
  await wallets.create({ ...wish, paymentId: randomUUID(), language });
  const body = JSON.parse(fake.asked.findLast(({ path }) => path === '/v2/checkout/orders')!.body) as object;
  expect(body).toMatchObject({ payment_source: { paypal: { experience_context: { locale } } } });
});

test('a pending capture is not money yet, a declined one never', async () => {
  fake.captureAs = 'PENDING';
  const pending = await approved();
  expect(await wallets.capture(pending.ref, pending.paymentId)).toMatchObject({
    status: 'PENDING',
    captureRef: undefined,
  });
  fake.captureAs = 'DECLINED';
  const declined = await approved();
  expect(await wallets.capture(declined.ref, declined.paymentId)).toMatchObject({
    status: 'DECLINED',
    captureRef: undefined,
  });
  fake.captureAs = 'COMPLETED';
  expect(fake.captures.size).toBe(0);
});

test('a capture that was given back by hand is not asked for again', async () => {
  const given = async (cents?: number) => {
    const { ref, paymentId } = await approved();
    const { captureRef = '' } = await wallets.capture(ref, paymentId);
    fake.refundByHand(captureRef, cents);
    return { refundId: randomUUID(), captureRef, currency: 'EUR', amountMinor: 1310 };
  };
  const ask = await given();
  const adopted = await wallets.refund(ask);
  expect(adopted.status).toBe('succeeded');
  expect(await wallets.refundOf(adopted.ref)).toEqual(adopted);
  expect(await wallets.refund({ ...ask, refundId: randomUUID(), amountMinor: 1 })).toMatchObject({ status: 'failed' });
  expect(await wallets.refund(await given(500))).toMatchObject({ status: 'failed' });
});

test('a refund of ours whose answer was lost is known again, whichever of its tries made it', async () => {
  const captured = async () => {
    const { ref, paymentId } = await approved();
    const { captureRef = '' } = await wallets.capture(ref, paymentId);
    return { refundId: randomUUID(), captureRef, currency: 'EUR', amountMinor: 1310 };
  };
  const ask = await captured();
  const made = await wallets.refund(ask);
  fake.forgetAnswers();
  for (const refundId of [ask.refundId, `${ask.refundId}:1`])
    expect(await wallets.refund({ ...ask, refundId })).toEqual(made);
  const later = await captured();
  const second = await wallets.refund({ ...later, refundId: `${later.refundId}:1` });
  expect(await wallets.refund({ ...later, refundId: `${later.refundId}:2` })).toEqual(second);
  // What goes by the name of another refund is not this one.
  expect(await wallets.refund({ ...ask, refundId: randomUUID() })).toMatchObject({ status: 'failed' });
});

test('what cannot be a webhook is none, and PayPal is not even asked', async () => {
  const { ref } = await approved();
  const { rawBody, headers } = fake.webhook(ref);
  const { 'paypal-transmission-sig': _signature, ...unsigned } = headers;
  fake.mode = 'down';
  for (const body of ['', 'null', '1', '"x"', '[]', '{}'])
    expect(await wallets.readWebhook(body, headers)).toBeUndefined();
  expect(await wallets.readWebhook(rawBody, unsigned)).toBeUndefined();
  expect(await wallets.readWebhook(rawBody, {})).toBeUndefined();
  fake.mode = 'up';
  for (const links of ['5', '{}', '[null]', '[{"href":null}]', 'null']) {
    const odd = `{"id":"WH","event_type":"PAYMENT.CAPTURE.REFUNDED","resource":{"links":${links}}}`;
    expect(await wallets.readWebhook(odd, headers)).toBeUndefined();
  }
  expect(await wallets.readWebhook(rawBody, headers)).toMatchObject({ orderRef: ref });
});

test('a wallet that cannot be reached is unavailable', async () => {
  const { ref, paymentId } = await approved();
  fake.mode = 'down';
  await expect(wallets.order(ref)).rejects.toMatchObject({ code: 'payment_unavailable' });
  await expect(wallets.capture(ref, paymentId)).rejects.toMatchObject({ code: 'payment_unavailable' });
  fake.mode = 'up';
  expect(await wallets.capture(ref, paymentId)).toMatchObject({ status: 'COMPLETED' });
});

test('whether PayPal answers is known from the last call', async () => {
  expect(wallets.state()).toBe('ready');
  fake.mode = 'down';
  await expect(wallets.refundOf('NOTHING')).rejects.toMatchObject({ code: 'payment_unavailable' });
  expect(wallets.state()).toBe('down');
  fake.mode = 'up';
  await wallets.refundOf('NOTHING');
  expect(wallets.state()).toBe('ready');
});

test('a webhook of a capture that was given back or reversed names the order by asking for it', async () => {
  const { ref, paymentId } = await approved();
  const { captureRef = '' } = await wallets.capture(ref, paymentId);
  fake.refundByHand(captureRef, 500);
  for (const type of ['PAYMENT.CAPTURE.REFUNDED', 'PAYMENT.CAPTURE.REVERSED']) {
    const { rawBody, headers } = fake.webhook(captureRef, type);
    expect(await wallets.readWebhook(rawBody, headers)).toMatchObject({ type, orderRef: ref, about: 'refund' });
  }
  expect(await wallets.refundsOf(captureRef)).toMatchObject([{ amountMinor: 500, refundId: undefined }]);
});

test('a lost dispute counts what was taken', async () => {
  const { ref, paymentId } = await approved();
  const { captureRef = '' } = await wallets.capture(ref, paymentId);
  const dispute = fake.openDispute(captureRef);
  fake.decideDispute(dispute, 'lost', 400);
  expect(await wallets.dispute(dispute)).toMatchObject({ status: 'lost', amountMinor: 400 });
});

test('disputes are read page by page, and each one once', async () => {
  const from = Date.now();
  const { ref, paymentId } = await approved();
  const { captureRef = '' } = await wallets.capture(ref, paymentId);
  const opened = Array.from({ length: 70 }, () => fake.openDispute(captureRef, 1));
  const seen: string[] = [];
  let after: string | undefined;
  do {
    const page = await wallets.disputeBooks.read({ from, to: Date.now() + minutes(1), after });
    seen.push(...page.money.map((one) => one.ref));
    after = page.next;
  } while (after !== undefined && seen.length < 1_000);
  expect(seen.toSorted()).toEqual(opened.toSorted());
});

test('a refund that is tried again has a name that PayPal takes, and is known by ours', async () => {
  const { ref, paymentId } = await approved();
  const { captureRef = '' } = await wallets.capture(ref, paymentId);
  const refundId = `${randomUUID()}:1`;
  const made = await wallets.refund({ refundId, captureRef, amountMinor: 300, currency: 'EUR' });
  expect(await wallets.refundsOf(captureRef)).toEqual([{ ...made, amountMinor: 300, refundId }]);
});

test('all requests and all answers of our stand-in are valid by PayPal’s published contract', async () => {
  await webhooksAtPaypal(settings, fake.origin);
  const paypal = contractOf('paypal');
  expect([...new Set(exchanges.flatMap((one) => paypal.faults(one)))]).toEqual([]);
  // Payouts have a test of their own, and `reporting` is asked by both.
  const asked = new Set(exchanges.map((one) => paypal.callOf(one)));
  expect(paypal.calls.filter((call) => !call.includes('payouts') && !asked.has(call))).toEqual([]);
});

test('a field, a value or a parameter that PayPal does not have is noticed', () => {
  const paypal = contractOf('paypal');
  const sent = exchanges.find(({ method, url }) => method === 'POST' && url === '/v2/checkout/orders')!;
  const faultsWith = (more: Partial<Exchange>) => paypal.faults({ ...sent, ...more }).join('\n');
  const { purchase_units: units, ...body } = JSON.parse(sent.body) as { purchase_units: object[] };
  expect(faultsWith({})).toBe('');
  expect(faultsWith({ body: JSON.stringify({ ...body, purchase_units: units, colour: 'blue' }) })).toContain('colour');
  expect(faultsWith({ body: JSON.stringify(body) })).toContain('purchase_units');
  expect(faultsWith({ answer: { ...(sent.answer as object), status: 'PAID' } })).toContain('/status');
  expect(faultsWith({ status: 202 })).toContain('202');
  expect(faultsWith({ method: 'GET', url: '/v1/customer/disputes?page=2' })).toContain('page');
  expect(faultsWith({ method: 'GET', url: '/v2/checkout/baskets/1' })).toContain('no call');
});
