import { randomUUID } from 'node:crypto';
import { hours } from '@frontrow/core/kernel/instant.ts';
import { afterAll, assert, beforeAll, expect, test } from 'vitest';
import { contractOf, type Exchange } from '../../../test/contracts/contract.ts';
import { type FakePaypal, startFakePaypal } from '../../../test/fake-paypal.ts';
import { heardLog } from '../../../test/captured-log.ts';
import { didProviderAnswer } from '../../ports/provider-books.ts';
import type { WalletPayments } from '../../ports/wallet-payments.ts';
import { declines, paypalWallet } from './paypal.ts';
import { blocks } from './paypal-errors.ts';

const settings = { clientId: 'id', clientSecret: 'secret', webhookId: 'WH1', live: false };

const exchanges: Exchange[] = [];
let fake: FakePaypal;
let wallets: WalletPayments;
const log = heardLog();
beforeAll(async () => {
  fake = await startFakePaypal(exchanges);
  wallets = paypalWallet({ settings, installation: 'one', log, at: fake.origin });
});
afterAll(() => fake.close());

const wish = (more: Partial<Parameters<WalletPayments['create']>[0]> = {}) => ({
  paymentId: randomUUID(),
  orderId: randomUUID(),
  amountMinor: 1310,
  currency: 'EUR',
  returnUrl: 'http://localhost:3000/a',
  cancelUrl: 'http://localhost:3000/b',
  description: 'x',
  language: 'en' as const,
  ...more,
});

async function approved(): Promise<{ ref: string; paymentId: string }> {
  const asked = wish();
  const { ref } = await wallets.create(asked);
  fake.approve(ref);
  return { ref, paymentId: asked.paymentId };
}

const thrownBy = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => assert.fail('nothing was thrown'),
    (error: unknown) => error,
  );

const refusedWith = (status: number, name: string, issue?: string) => ({
  status,
  body: { name, message: name, debug_id: 'dbg1', ...(issue && { details: [{ issue, field: '/amount' }] }) },
});

test('a token that PayPal has withdrawn is renewed once, and the call is made again', async () => {
  const { ref, paymentId } = await approved();
  const before = fake.tokensGiven();
  fake.withdrawTokens();
  expect(await wallets.order(ref)).toMatchObject({ status: 'APPROVED' });
  expect(fake.tokensGiven()).toBe(before + 1);
  // The calls that PayPal's library does not have keep a token of their own.
  const { rawBody, headers } = fake.webhook(ref);
  expect(await wallets.readWebhook(rawBody, headers)).toMatchObject({ orderRef: ref });
  fake.withdrawTokens();
  const again = fake.webhook(ref);
  expect(await wallets.readWebhook(again.rawBody, again.headers)).toMatchObject({ orderRef: ref });
  expect(await wallets.capture(ref, paymentId)).toMatchObject({ status: 'COMPLETED' });
});

test('calls that meet the withdrawn token at the same moment share the new one', async () => {
  const { ref } = await approved();
  const before = fake.tokensGiven();
  fake.withdrawTokens();
  await Promise.all(Array.from({ length: 5 }, () => wallets.order(ref)));
  expect(fake.tokensGiven() - before).toBeLessThanOrEqual(5);
  const settled = fake.tokensGiven();
  await wallets.order(ref);
  expect(fake.tokensGiven()).toBe(settled);
});

test('access that is wrong for good is unavailable after the second no', async () => {
  const { ref } = await approved();
  const locked = paypalWallet({ settings, installation: 'one', log, at: fake.origin });
  fake.refuseAll = true;
  fake.asked.length = 0;
  await expect(locked.order(ref)).rejects.toMatchObject({ code: 'payment_unavailable' });
  expect(fake.asked).toHaveLength(2);
  fake.refuseAll = false;
  expect(locked.state()).toBe('down');
});

test('a request that PayPal refuses is logged with what finds it there, and charged nobody', async () => {
  fake.refuseNext = refusedWith(400, 'INVALID_REQUEST', 'INVALID_CURRENCY_CODE');
  log.lines.length = 0;
  const thrown = await thrownBy(wallets.create(wish()));
  expect(thrown).toMatchObject({ code: 'payment_blocked', message: expect.stringContaining('haven’t been charged') });
  expect(didProviderAnswer(thrown)).toBe(true);
  expect(wallets.state()).toBe('ready');
  expect(log.lines[0]?.fields).toMatchObject({
    status: 400,
    name: 'INVALID_REQUEST',
    issues: ['INVALID_CURRENCY_CODE'],
    fields: ['/amount'],
    debugId: 'dbg1',
  });
});

test('only a no about the buyer is a decline', async () => {
  const { ref, paymentId } = await approved();
  fake.refuseNext = refusedWith(422, 'UNPROCESSABLE_ENTITY', 'ORDER_COMPLETION_IN_PROGRESS');
  await expect(wallets.capture(ref, paymentId)).rejects.toMatchObject({ code: 'payment_unavailable' });
  fake.refuseNext = refusedWith(422, 'UNPROCESSABLE_ENTITY', 'PAYER_CANNOT_PAY');
  expect(await wallets.capture(ref, paymentId)).toMatchObject({ status: 'DECLINED' });
});

test.each([
  [422, 'PAYEE_BLOCKED_TRANSACTION'],
  [422, 'TRANSACTION_RECEIVING_LIMIT_EXCEEDED'],
  [403, 'PERMISSION_DENIED'],
])('with %i %s the buyer reads that no payment is taken, and PayPal’s reason is logged', async (status, issue) => {
  const { ref, paymentId } = await approved();
  fake.refuseNext = refusedWith(status, 'UNPROCESSABLE_ENTITY', issue);
  log.lines.length = 0;
  await expect(wallets.capture(ref, paymentId)).rejects.toMatchObject({ code: 'payment_blocked' });
  expect(log.lines).toMatchObject([{ fields: { status, issues: [issue], debugId: 'dbg1' } }]);
  expect(wallets.state()).toBe('ready');
});

test('every reason that ends a payment is one that PayPal names', () => {
  const { text } = contractOf('paypal');
  expect([...declines, ...blocks].filter((issue) => !text.includes(`"${issue}"`))).toEqual([]);
  expect([...declines].filter((issue) => blocks.has(issue))).toEqual([]);
});

test('a read that PayPal refuses answers payment_unavailable and is no outage', async () => {
  const { ref } = await approved();
  fake.refuseReads = refusedWith(403, 'NOT_AUTHORIZED', 'PERMISSION_DENIED');
  await expect(wallets.order(ref)).rejects.toMatchObject({ code: 'payment_unavailable' });
  fake.refuseReads = undefined;
  expect(wallets.state()).toBe('ready');
});

test('a fault in our own code is not called an outage', async () => {
  expect(await thrownBy(wallets.create(wish({ currency: 'XXX' })))).toBeInstanceOf(RangeError);
});

test('one line of the books that cannot be read is named, and all others are read', async () => {
  const { ref, paymentId } = await approved();
  const { captureRef } = await wallets.capture(ref, paymentId);
  const now = Date.now();
  const line = (id: string, more: object) => ({
    at: now,
    transaction_info: {
      transaction_id: id,
      transaction_event_code: 'T0006',
      transaction_initiation_date: new Date(now).toISOString(),
      transaction_amount: { currency_code: 'EUR', value: '1.00' },
      transaction_status: 'S',
      ...more,
    },
  });
  fake.oddLines.push(
    line('ODD1', { transaction_amount: { currency_code: 'XTS', value: '5.00' } }),
    line('ODD2', { transaction_amount: { currency_code: 'EUR', value: 'a lot' } }),
    line('ODD3', { transaction_event_code: 'T9999' }),
  );
  const page = await wallets.books!.read({ from: now - hours(1), to: now + hours(1), after: undefined });
  fake.oddLines.length = 0;
  expect(page.unread).toEqual([
    { ref: 'ODD1', error: expect.stringContaining('XTS') },
    { ref: 'ODD2', error: expect.anything() },
  ]);
  expect(page.money).toContainEqual(expect.objectContaining({ ref: captureRef, amountMinor: 1310 }));
});

test('request ids name the installation', async () => {
  fake.asked.length = 0;
  const { ref, paymentId } = await approved();
  const { captureRef = '' } = await wallets.capture(ref, paymentId);
  const refundId = randomUUID();
  await wallets.refund({ refundId, captureRef, amountMinor: 100, currency: 'EUR' });
  expect(fake.asked.flatMap(({ key }) => key ?? [])).toEqual([
    `one:${paymentId}`,
    `one:capture:${paymentId}`,
    `one:${refundId}`,
  ]);
});

test('a part that was refunded is not refunded again after PayPal forgot the request', async () => {
  const { ref, paymentId } = await approved();
  const { captureRef = '' } = await wallets.capture(ref, paymentId);
  const ask = { refundId: randomUUID(), captureRef, amountMinor: 300, currency: 'EUR' };
  const made = await wallets.refund(ask);
  fake.forgetAnswers();
  expect(await wallets.refund({ ...ask, askedBefore: true })).toEqual(made);
  expect(await wallets.refundsOf(captureRef)).toHaveLength(1);
});

test('all of this is valid by PayPal’s published contract', () => {
  const paypal = contractOf('paypal');
  expect([...new Set(exchanges.flatMap((one) => paypal.faults(one)))]).toEqual([]);
});
