import { randomUUID } from 'node:crypto';
import { minutes } from '@frontrow/core/kernel/instant.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { systemClock } from '../clock/system-clock.ts';
import type { CardCharge, CardPayments } from '../../ports/card-payments.ts';
import type { TheirMoney } from '../../ports/provider-books.ts';

export interface CardsOnStage {
  readonly cards: CardPayments;
  /** The buyer passes the bank's page. */
  passChallenge(ref: string): Promise<void>;
  /** The same for a card that is being saved. */
  passSetup(ref: string): Promise<void>;
  /** The bank disputes this much of a capture; answers the dispute. */
  openDispute(captureRef: string, amountMinor: number): Promise<string>;
  decideDispute(ref: string, status: 'won' | 'lost'): Promise<void>;
  /** A webhook about this intent or dispute as the provider signs it. */
  webhook(ref: string): { rawBody: string; headers: Record<string, string> };
  close(): Promise<void>;
}

/** What every card provider must do, whichever it is. */
export function cardPaymentsSuite(name: string, setUp: () => Promise<CardsOnStage>): void {
  describe(`cards: ${name}`, () => {
    let stage: CardsOnStage;
    beforeAll(async () => void (stage = await setUp()));
    afterAll(() => stage.close());

    const charge = (method: string, more: Partial<CardCharge> = {}) =>
      stage.cards.charge({
        paymentId: randomUUID(),
        orderId: '0b4a7c3e-0000-4000-8000-00000000000a',
        amountMinor: 1310,
        currency: 'EUR',
        source: { method },
        remember: false,
        returnUrl: 'http://localhost:3000/payment/callback/stripe',
        description: 'An evening',
        ...more,
      });

    test('a good card pays, and the payment is found again by reference and by our id', async () => {
      const paymentId = randomUUID();
      const paid = await charge('pm_card_visa', { paymentId });
      expect(paid).toMatchObject({
        status: 'succeeded',
        amountMinor: 1310,
        currency: 'EUR',
        paymentId,
        redirectUrl: undefined,
        failure: undefined,
      });
      expect(paid.captureRef).toBeTruthy();
      expect(paid.card).toMatchObject({ brand: 'visa', last4: '4242', expiry: { month: 12, year: 2034 } });
      expect(await stage.cards.intent(paid.ref)).toEqual(paid);
      expect(await stage.cards.findByPayment(paymentId)).toEqual(paid);
      expect(await stage.cards.findByPayment(randomUUID())).toBeUndefined();
    });

    test('a token of the card field pays too', async () => {
      expect(await charge('', { source: { token: 'tok_visa' } })).toMatchObject({ status: 'succeeded' });
    });

    test('the provider’s books have what was captured and refunded, once each, a page at a time', async () => {
      const [paymentId, refundId] = [randomUUID(), randomUUID()];
      const { captureRef = '' } = await charge('pm_card_visa', { paymentId });
      const refund = await stage.cards.refund({ refundId, captureRef, amountMinor: 300, currency: 'EUR' });
      const books = stage.cards.books!;
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

    test("a decline is an answer, with the provider's sentence and no capture", async () => {
      expect(await charge('pm_card_visa_chargeDeclined')).toMatchObject({
        status: 'failed',
        failure: 'Your card was declined.',
        captureRef: undefined,
      });
    });

    test("an unknown source is the caller's fault", async () => {
      await expect(charge('pm_card_nothing')).rejects.toMatchObject({ code: 'card_invalid' });
    });

    test('the same payment id charges once', async () => {
      const paymentId = randomUUID();
      const [first, second] = [
        await charge('pm_card_visa', { paymentId }),
        await charge('pm_card_visa', { paymentId }),
      ];
      expect(second.ref).toBe(first.ref);
      expect(second.captureRef).toBe(first.captureRef);
    });

    test('charges of the same moment get each its own answer, and one payment is charged once among them', async () => {
      const paymentId = randomUUID();
      const [visa, declined, challenged, again, dear] = await Promise.all([
        charge('pm_card_visa', { paymentId }),
        charge('pm_card_visa_chargeDeclined'),
        charge('pm_card_authenticationRequired'),
        charge('pm_card_visa', { paymentId }),
        charge('', { source: { token: 'tok_visa' }, amountMinor: 99_000, currency: 'USD' }),
      ]);
      expect([visa, declined, challenged, again, dear].map((one) => one.status)).toEqual([
        'succeeded',
        'failed',
        'requires_action',
        'succeeded',
        'succeeded',
      ]);
      expect(again).toEqual(visa);
      expect(dear).toMatchObject({ amountMinor: 99_000, currency: 'USD' });
    });

    test.each([
      ['USD', 1550],
      ['GBP', 1305],
      ['CHF', 1550],
      ['JPY', 1655],
    ])('%s is charged, refunded and booked in minor units', async (currency, amountMinor) => {
      const paid = await charge('pm_card_visa', { amountMinor, currency });
      expect(paid).toMatchObject({ status: 'succeeded', amountMinor, currency });
      const refundId = randomUUID();
      const captureRef = paid.captureRef!;
      const refund = await stage.cards.refund({ refundId, captureRef, amountMinor: 300, currency });
      expect(await stage.cards.refundsOf(captureRef)).toMatchObject([{ amountMinor: 300, refundId }]);
      const now = systemClock.now();
      const seen: TheirMoney[] = [];
      for (let after: string | undefined, more = true; more; more = after !== undefined) {
        const page = await stage.cards.books!.read({ from: now - minutes(5), to: now + minutes(1), after });
        seen.push(...page.money);
        after = page.next;
      }
      expect(seen.filter((each) => each.ref === captureRef || each.ref === refund.ref)).toMatchObject([
        { kind: 'capture', amountMinor, currency },
        { kind: 'refund', amountMinor: 300, currency },
      ]);
    });

    test('a challenge asks for a page, and pays once it was passed', async () => {
      const asked = await charge('pm_card_authenticationRequired');
      expect(asked).toMatchObject({ status: 'requires_action', captureRef: undefined });
      expect(asked.redirectUrl).toMatch(/^https?:\/\//);
      await stage.passChallenge(asked.ref);
      expect(await stage.cards.intent(asked.ref)).toMatchObject({
        status: 'succeeded',
        captureRef: expect.any(String),
      });
    });

    test('a cancelled challenge takes no money; cancelling what was paid answers that it was paid', async () => {
      const asked = await charge('pm_card_authenticationRequired');
      expect(await stage.cards.cancel(asked.ref)).toMatchObject({ status: 'canceled' });
      await stage.passChallenge(asked.ref);
      expect(await stage.cards.intent(asked.ref)).toMatchObject({ status: 'canceled' });
      const paid = await charge('pm_card_visa');
      expect(await stage.cards.cancel(paid.ref)).toMatchObject({ status: 'succeeded', captureRef: paid.captureRef });
    });

    test('a refund is made once per refund id and never exceeds its capture', async () => {
      const { captureRef = '' } = await charge('pm_card_visa');
      const refundId = randomUUID();
      const ask = { refundId, captureRef, amountMinor: 1310, currency: 'EUR' };
      const refund = await stage.cards.refund(ask);
      expect(refund.status).toBe('succeeded');
      expect(await stage.cards.refund(ask)).toEqual(refund);
      expect(await stage.cards.refundOf(refund.ref)).toEqual(refund);
      expect((await stage.cards.refund({ ...ask, refundId: randomUUID() })).status).toBe('failed');
      expect(await stage.cards.refundOf('re_nothing')).toBeUndefined();
      expect(await stage.cards.refundsOf(captureRef)).toEqual([{ ...refund, amountMinor: 1310, refundId }]);
    });

    test('a dispute is known by its name and by its capture, and how it ends', async () => {
      const { ref: paymentRef, captureRef = '' } = await charge('pm_card_visa');
      expect(await stage.cards.disputesOf(captureRef)).toEqual([]);
      expect(await stage.cards.dispute('dp_nothing')).toBeUndefined();
      const ref = await stage.openDispute(captureRef, 500);
      const { rawBody, headers } = stage.webhook(ref);
      expect(await stage.cards.readWebhook(rawBody, headers)).toMatchObject({ about: 'dispute', disputeRef: ref });
      const open = await stage.cards.dispute(ref);
      expect(open).toEqual({
        ref,
        status: 'open',
        amountMinor: 500,
        currency: 'EUR',
        costsMinor: 1500,
        reason: 'fraudulent',
        evidenceDueAt: expect.any(Number),
        captureRef,
        paymentRef,
      });
      expect(await stage.cards.disputesOf(captureRef)).toEqual([open]);
      const refund = { captureRef, amountMinor: 100, currency: 'EUR' };
      expect((await stage.cards.refund({ ...refund, refundId: randomUUID() })).status).toBe('failed');
      await stage.decideDispute(ref, 'won');
      expect(await stage.cards.dispute(ref)).toMatchObject({ status: 'won', costsMinor: 0 });
      expect((await stage.cards.refund({ ...refund, refundId: randomUUID() })).status).toBe('succeeded');
      const lost = await stage.openDispute(captureRef, 500);
      await stage.decideDispute(lost, 'lost');
      expect(await stage.cards.dispute(lost)).toMatchObject({ status: 'lost', amountMinor: 500, costsMinor: 1500 });
      const now = systemClock.now();
      const booked = await stage.cards.disputeBooks.read({
        from: now - minutes(5),
        to: now + minutes(1),
        after: undefined,
      });
      const taken = 500 + (await stage.cards.dispute(lost))!.costsMinor;
      expect(booked.money.filter((one) => one.ref === ref || one.ref === lost)).toMatchObject([
        { kind: 'dispute', ref, amountMinor: 0, currency: 'EUR' },
        { kind: 'dispute', ref: lost, amountMinor: taken, currency: 'EUR' },
      ]);
      const tomorrow = { from: now + minutes(60), to: now + minutes(120), after: undefined };
      expect((await stage.cards.disputeBooks.read(tomorrow)).money).toEqual([]);
    });

    test('a webhook is read when every byte is signed, and not otherwise', async () => {
      const { ref } = await charge('pm_card_visa');
      const { rawBody, headers } = stage.webhook(ref);
      expect(await stage.cards.readWebhook(rawBody, headers)).toMatchObject({
        type: 'payment_intent.succeeded',
        intentRef: ref,
        about: 'payment',
      });
      expect(await stage.cards.readWebhook(`${rawBody} `, headers)).toBeUndefined();
      expect(await stage.cards.readWebhook(rawBody.replace('succeeded', 'Succeeded'), headers)).toBeUndefined();
      expect(await stage.cards.readWebhook(rawBody, {})).toBeUndefined();
      const broken = Object.fromEntries(
        Object.entries(headers).map(([key, value]) => [key, value.replace(/v1=./, 'v1=z')]),
      );
      expect(await stage.cards.readWebhook(rawBody, broken)).toBeUndefined();
    });

    test('a customer is forgotten, and once more without harm', async () => {
      const ref = await stage.cards.customer({ userId: 7, known: undefined });
      await stage.cards.forgetCustomer(ref);
      await expect(stage.cards.forgetCustomer(ref)).resolves.toBeUndefined();
    });

    test('a forgotten card cannot be charged again, and is forgotten once more without harm', async () => {
      const customer = await stage.cards.customer({ userId: 8, known: undefined });
      const paid = await charge('', { source: { token: 'tok_visa' }, remember: true, customer });
      const method = paid.card!.method;
      expect(await charge(method, { customer })).toMatchObject({ status: 'succeeded' });
      await stage.cards.forgetCard(method);
      await expect(charge(method, { customer })).rejects.toMatchObject({ code: 'card_invalid' });
      await expect(stage.cards.forgetCard(method)).resolves.toBeUndefined();
      await expect(stage.cards.forgetCard('pm_nothing')).resolves.toBeUndefined();
    });

    const save = async (token: string, setupId = randomUUID()) =>
      stage.cards.saveCard({
        setupId,
        customer: await stage.cards.customer({ userId: 9, known: undefined }),
        token,
        returnUrl: 'http://localhost:3000/payment/callback/stripe',
      });

    test('a card is saved without a payment, once per id, and pays for its customer from then on', async () => {
      const setupId = randomUUID();
      const saved = await save('tok_visa', setupId);
      const customer = await stage.cards.customer({ userId: 9, known: undefined });
      expect(saved).toMatchObject({ status: 'succeeded', customer, redirectUrl: undefined, failure: undefined });
      expect(saved.card).toMatchObject({ brand: 'visa', last4: '4242', expiry: { month: 12, year: 2034 } });
      expect(await save('tok_visa', setupId)).toEqual(saved);
      expect(await stage.cards.cardSetup(saved.ref)).toEqual(saved);
      expect(await charge(saved.card!.method, { customer })).toMatchObject({ status: 'succeeded' });
      expect(await stage.cards.cardSetup('seti_nothing')).toBeUndefined();
    });

    test('a card that its bank asks about is saved once the page was passed; a decline is an answer', async () => {
      const asked = await save('tok_authenticationRequired');
      expect(asked).toMatchObject({ status: 'requires_action' });
      expect(asked.redirectUrl).toMatch(/^https?:\/\//);
      await stage.passSetup(asked.ref);
      expect(await stage.cards.cardSetup(asked.ref)).toMatchObject({ status: 'succeeded', card: { last4: '3155' } });
      const refused = await save('tok_chargeDeclined');
      expect(refused).toMatchObject({ status: 'failed', failure: 'Your card was declined.' });
      await expect(save('tok_nothing')).rejects.toMatchObject({ code: 'card_invalid' });
    });

    test('published test cards have no fingerprint: everybody uses them', async () => {
      expect(await stage.cards.fingerprint({ method: 'pm_card_visa' })).toBeUndefined();
      expect(await stage.cards.fingerprint({ token: 'tok_visa' })).toBeUndefined();
    });

    test("an unknown reference is nobody's", async () => {
      expect(await stage.cards.intent('pi_nothing')).toBeUndefined();
    });
  });
}
