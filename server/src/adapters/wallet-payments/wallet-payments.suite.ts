import { randomUUID } from 'node:crypto';
import { minutes } from '@frontrow/core/kernel/instant.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TheirMoney } from '../../ports/provider-books.ts';
import type { WalletPayments } from '../../ports/wallet-payments.ts';
import { systemClock } from '../clock/system-clock.ts';

export interface WalletOnStage {
  readonly wallets: WalletPayments;
  /** The buyer approves on the wallet's page. */
  approve(ref: string): Promise<void>;
  /** The buyer disputes this much of a capture; answers the dispute. */
  openDispute(captureRef: string, amountMinor: number): Promise<string>;
  decideDispute(ref: string, status: 'won' | 'lost'): Promise<void>;
  /** About an order or a dispute. */
  webhook(ref: string): { rawBody: string; headers: Record<string, string> };
  close(): Promise<void>;
}

/** What every wallet must do, whichever it is. */
export function walletPaymentsSuite(name: string, setUp: () => Promise<WalletOnStage>): void {
  describe(`wallet: ${name}`, () => {
    let stage: WalletOnStage;
    beforeAll(async () => void (stage = await setUp()));
    afterAll(() => stage.close());

    const create = (paymentId: string = randomUUID(), amountMinor = 1310, currency = 'EUR') =>
      stage.wallets.create({
        paymentId,
        orderId: randomUUID(),
        amountMinor,
        currency,
        returnUrl: 'http://localhost:3000/event/x?paypal_callback',
        cancelUrl: 'http://localhost:3000/event/x?paypal_callback_error',
        description: 'An evening',
        language: 'en',
      });

    test('an order is created once per payment, with a page to approve it on', async () => {
      const paymentId = randomUUID();
      const order = await create(paymentId);
      expect(order).toMatchObject({
        status: 'CREATED',
        amountMinor: 1310,
        currency: 'EUR',
        paymentId,
        captureRef: undefined,
      });
      expect(order.approveUrl).toMatch(/^https?:\/\//);
      expect((await create(paymentId)).ref).toBe(order.ref);
      expect((await stage.wallets.order(order.ref))?.ref).toBe(order.ref);
      expect(await stage.wallets.order('NOTHING')).toBeUndefined();
    });

    test('approval is consent, not money; a capture is money, once', async () => {
      const paymentId = randomUUID();
      const { ref } = await create(paymentId);
      await stage.approve(ref);
      expect(await stage.wallets.order(ref)).toMatchObject({ status: 'APPROVED', captureRef: undefined });
      const captured = await stage.wallets.capture(ref, paymentId);
      expect(captured).toMatchObject({
        status: 'COMPLETED',
        amountMinor: 1310,
        currency: 'EUR',
        paymentId,
        captureRef: expect.any(String),
      });
      expect(await stage.wallets.capture(ref, paymentId)).toEqual(captured);
      expect(await stage.wallets.order(ref)).toEqual(captured);
    });

    test.each([
      ['USD', 1550],
      ['GBP', 1305],
      ['CHF', 1550],
      ['JPY', 1655],
    ])('%s is captured, refunded and booked in minor units', async (currency, amountMinor) => {
      const paymentId = randomUUID();
      const { ref } = await create(paymentId, amountMinor, currency);
      await stage.approve(ref);
      const captured = await stage.wallets.capture(ref, paymentId);
      expect(captured).toMatchObject({ status: 'COMPLETED', amountMinor, currency });
      const captureRef = captured.captureRef!;
      const refund = await stage.wallets.refund({ refundId: randomUUID(), captureRef, amountMinor: 300, currency });
      const now = systemClock.now();
      const seen: TheirMoney[] = [];
      for (let after: string | undefined, more = true; more; more = after !== undefined) {
        const page = await stage.wallets.books!.read({ from: now - minutes(5), to: now + minutes(1), after });
        seen.push(...page.money);
        after = page.next;
      }
      expect(seen.filter((each) => each.ref === captureRef || each.ref === refund.ref)).toMatchObject([
        { kind: 'capture', amountMinor, currency },
        { kind: 'refund', amountMinor: 300, currency },
      ]);
    });

    test('the provider’s books have what was captured and refunded, once each, a page at a time', async () => {
      const [paymentId, refundId] = [randomUUID(), randomUUID()];
      const { ref } = await create(paymentId);
      await stage.approve(ref);
      const { captureRef = '' } = await stage.wallets.capture(ref, paymentId);
      const refund = await stage.wallets.refund({ refundId, captureRef, amountMinor: 300, currency: 'EUR' });
      const books = stage.wallets.books!;
      const now = systemClock.now();
      const seen: TheirMoney[] = [];
      let after: string | undefined;
      do {
        const page = await books.read({ from: now - minutes(5), to: now + minutes(1), after });
        seen.push(...page.money);
        after = page.next;
      } while (after !== undefined);
      expect(seen.filter((each) => each.ref === captureRef || each.ref === refund.ref)).toMatchObject([
        { kind: 'capture', ref: captureRef, amountMinor: 1310, currency: 'EUR', paymentId },
        { kind: 'refund', ref: refund.ref, amountMinor: 300, currency: 'EUR' },
      ]);
      expect(new Set(seen.map((each) => `${each.kind} ${each.ref}`)).size).toBe(seen.length);
      const tomorrow = await books.read({ from: now + minutes(60), to: now + minutes(120), after: undefined });
      expect(tomorrow.money).toEqual([]);
    });

    test('what nobody approved is not captured', async () => {
      const paymentId = randomUUID();
      const { ref } = await create(paymentId);
      expect((await stage.wallets.capture(ref, paymentId)).status).toBe('CREATED');
    });

    test('a refund is made once per refund id and never exceeds its capture', async () => {
      const paymentId = randomUUID();
      const { ref } = await create(paymentId);
      await stage.approve(ref);
      const { captureRef = '' } = await stage.wallets.capture(ref, paymentId);
      const ask = { refundId: randomUUID(), captureRef, amountMinor: 1310, currency: 'EUR' };
      const refund = await stage.wallets.refund(ask);
      expect(refund.status).toBe('succeeded');
      expect(await stage.wallets.refund(ask)).toEqual(refund);
      expect(await stage.wallets.refundOf(refund.ref)).toEqual(refund);
      expect((await stage.wallets.refund({ ...ask, refundId: randomUUID() })).status).toBe('failed');
      expect(await stage.wallets.refundOf('NOTHING')).toBeUndefined();
      expect(await stage.wallets.refundsOf(captureRef)).toEqual([
        { ...refund, amountMinor: 1310, refundId: ask.refundId },
      ]);
    });

    test('a dispute is known by its name and by its capture, and how it ends', async () => {
      const paymentId = randomUUID();
      const { ref: paymentRef } = await create(paymentId);
      await stage.approve(paymentRef);
      const { captureRef = '' } = await stage.wallets.capture(paymentRef, paymentId);
      expect(await stage.wallets.dispute('PP-D-NOTHING')).toBeUndefined();
      const ref = await stage.openDispute(captureRef, 500);
      const { rawBody, headers } = stage.webhook(ref);
      expect(await stage.wallets.readWebhook(rawBody, headers)).toMatchObject({ about: 'dispute', disputeRef: ref });
      const open = await stage.wallets.dispute(ref);
      expect(open).toMatchObject({
        ref,
        status: 'open',
        amountMinor: 500,
        currency: 'EUR',
        evidenceDueAt: expect.any(Number),
        captureRef,
        paymentRef,
      });
      expect(await stage.wallets.disputesOf(captureRef)).toEqual([open]);
      const refund = { captureRef, amountMinor: 100, currency: 'EUR' };
      expect((await stage.wallets.refund({ ...refund, refundId: randomUUID() })).status).toBe('failed');
      await stage.decideDispute(ref, 'won');
      expect(await stage.wallets.dispute(ref)).toMatchObject({ status: 'won' });
      expect((await stage.wallets.refund({ ...refund, refundId: randomUUID() })).status).toBe('succeeded');
      const lost = await stage.openDispute(captureRef, 500);
      await stage.decideDispute(lost, 'lost');
      expect(await stage.wallets.dispute(lost)).toMatchObject({ status: 'lost', amountMinor: 500 });
      const now = systemClock.now();
      const booked = await stage.wallets.disputeBooks.read({
        from: now - minutes(5),
        to: now + minutes(1),
        after: undefined,
      });
      const taken = 500 + (await stage.wallets.dispute(lost))!.costsMinor;
      const bookedAs = (one: string) => booked.money.filter((line) => line.ref === one);
      expect(bookedAs(ref)).toMatchObject([{ kind: 'dispute', amountMinor: 0, currency: 'EUR' }]);
      expect(bookedAs(lost)).toMatchObject([{ kind: 'dispute', amountMinor: taken, currency: 'EUR' }]);
      const tomorrow = { from: now + minutes(60), to: now + minutes(120), after: undefined };
      expect((await stage.wallets.disputeBooks.read(tomorrow)).money).toEqual([]);
    });

    test('a webhook is read when every byte is signed, and not otherwise', async () => {
      const { ref } = await create();
      const { rawBody, headers } = stage.webhook(ref);
      expect(await stage.wallets.readWebhook(rawBody, headers)).toMatchObject({
        type: 'CHECKOUT.ORDER.APPROVED',
        orderRef: ref,
      });
      expect(await stage.wallets.readWebhook(`${rawBody} `, headers)).toBeUndefined();
      expect(await stage.wallets.readWebhook(rawBody.replace('APPROVED', 'COMPLETED'), headers)).toBeUndefined();
      expect(await stage.wallets.readWebhook(rawBody, {})).toBeUndefined();
    });
  });
}
