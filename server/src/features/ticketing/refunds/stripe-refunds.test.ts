import { days, minutes } from '@frontrow/core/kernel/instant.ts';
import { refundFailuresMax, refundsAgainMax } from '@frontrow/core/ticketing/limits.ts';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { newAdmin, newHost, newViewer, type TestActor } from '../../../../test/actors.ts';
import { newEvent, type TestEvent } from '../../../../test/events.ts';
import { type FakeStripe, startFakeStripe } from '../../../../test/fake-stripe.ts';
import { testApp, type TestApp } from '../../../../test/harness.ts';
import { brokenInvariants, expectInvariants } from '../../../../test/invariants.ts';
import { mailsTo } from '../../../../test/mails.ts';
import { giveTicket } from '../../../../test/tickets.ts';
import { stripeCards } from '../../../adapters/card-payments/stripe.ts';
import { silentLog } from '../../../ports/log.ts';

let app: TestApp;
let host: TestActor;
let stripe: FakeStripe;
const warned: string[] = [];
const failed: string[] = [];
beforeAll(async () => {
  stripe = await startFakeStripe(() => app.clock.now());
  app = await testApp({
    overrides: {
      log: {
        ...silentLog,
        warn: (_fields, message) => void warned.push(message),
        error: (_fields, message) => void failed.push(message),
      },
      cards: stripeCards({
        settings: { secretKey: 'sk_test_fake', publishableKey: 'pk_test_fake', webhookSecret: stripe.webhookSecret },
        installation: 'test',
        log: silentLog,
        at: stripe,
      }),
    },
  });
  host = await newHost(app);
});
afterEach(() => expectInvariants(app));
afterAll(async () => {
  await app.close();
  await stripe.close();
});

const paid = 1310;
/** A paid ticket and its charge. */
async function sold(): Promise<{ event: TestEvent; viewer: TestActor; charge: string }> {
  const event = await newEvent(app, host, { priceMinor: 1200 });
  const viewer = await newViewer(app);
  await giveTicket(app, event, viewer);
  const row = await app.db.one<{ charge: string }>(
    'SELECT p.capture_ref AS charge FROM payment p JOIN orders o ON o.id = p.order_id WHERE o.event_id = $1',
    [event.id],
  );
  return { event, viewer, charge: row!.charge };
}
/** Stripe sends its webhook, and the inbox is processed. */
async function hear(ref: string): Promise<void> {
  const { rawBody, headers } = stripe.webhook(ref);
  const { statusCode } = await app.http.inject({
    method: 'POST',
    url: '/api/webhooks/stripe',
    headers: { 'content-type': 'application/json', ...headers },
    payload: rawBody,
  });
  expect(statusCode).toBe(200);
  // The webhook's route processes it after its answer.
  const open = () => app.db.query('SELECT 1 FROM provider_event WHERE processed_at IS NULL');
  await vi.waitFor(async () => expect(await open()).toEqual([]), { timeout: 20_000 });
  await app.quiesce();
}
const refundOf = async (charge: string) =>
  (await app.db.one<{ status: string; ref: string; taken_back: number }>(
    `SELECT r.status, r.provider_ref AS ref, r.taken_back
     FROM refund r JOIN payment p ON p.id = r.payment_id WHERE p.capture_ref = $1`,
    [charge],
  ))!;
const stands = (event: TestEvent) =>
  app.db.one(
    `SELECT e.sold, o.status, t.voided_at IS NOT NULL AS voided
     FROM event e JOIN orders o ON o.event_id = e.id JOIN ticket t ON t.order_id = o.id WHERE e.id = $1`,
    [event.id],
  );
const tellBank = async (charge: string): Promise<string> => {
  const { ref } = await refundOf(charge);
  stripe.failRefund(ref);
  await hear(ref);
  return ref;
};
const refunded = async (): Promise<{ event: TestEvent; viewer: TestActor; charge: string }> => {
  const { event, viewer, charge } = await sold();
  await app.db.query("SELECT refund_orders($1, 'admin', NULL, 1)", [event.id]);
  await app.quiesce();
  expect([stripe.givenBack(charge), (await refundOf(charge)).status]).toEqual([paid, 'succeeded']);
  return { event, viewer, charge };
};

test('a refund that the bank returns after it succeeded is made again', async () => {
  const { charge } = await refunded();
  const first = await tellBank(charge);
  expect(stripe.givenBack(charge)).toBe(paid);
  const second = await refundOf(charge);
  expect(second).toMatchObject({ status: 'succeeded', taken_back: 1 });
  expect(second.ref).not.toBe(first);
  // A repeated webhook of the first refund says nothing about the second.
  await app.db.query('DELETE FROM provider_event');
  await hear(first);
  expect(await refundOf(charge)).toEqual(second);
});

const refundSteps = async (event: TestEvent) => {
  const { order } = (await app.db.one<{ order: string }>('SELECT id AS order FROM orders WHERE event_id = $1', [
    event.id,
  ]))!;
  const { data } = await app.call('GET /admin/orders/:order', { as: (await newAdmin(app)).token, params: { order } });
  return data.timeline
    .filter(({ kind, detail }) => kind.startsWith('refund') || detail === 'refund_retried')
    .map(({ kind, amount, detail }) => [kind, amount, detail])
    .toReversed();
};

test('an order’s timeline shows when a refund was returned or rejected, why, and that it succeeded later', async () => {
  const returned = await refunded();
  await app.clock.advance(minutes(1));
  await tellBank(returned.charge);
  expect(await refundSteps(returned.event)).toEqual([
    ['refund_requested', 13.1, 'admin'],
    ['refunded', 13.1, null],
    ['refund_failed', 13.1, 'returned'],
    ['refunded', 13.1, null],
  ]);
  const { event, charge } = await sold();
  const taken = stripe.captures.get(charge)!;
  stripe.captures.set(charge, 1);
  await app.db.query("SELECT refund_orders($1, 'admin', NULL, 1)", [event.id]);
  await app.quiesce();
  stripe.captures.set(charge, taken);
  await app.clock.advance(minutes(1));
  await app.quiesce();
  expect(await refundSteps(event)).toEqual([
    ['refund_requested', 13.1, 'admin'],
    ['refund_failed', 13.1, 'rejected'],
    ['refunded', 13.1, null],
  ]);
});

test('a refund that keeps being returned is made once a day', async () => {
  const { charge } = await refunded();
  await tellBank(charge);
  await tellBank(charge);
  expect(stripe.givenBack(charge)).toBe(0);
  expect(await refundOf(charge)).toMatchObject({ status: 'requested', ref: null, taken_back: 2 });
  await expectInvariants(app);
  await app.clock.advance(days(1));
  await app.quiesce();
  expect([stripe.givenBack(charge), (await refundOf(charge)).status]).toEqual([paid, 'succeeded']);
});

test('a refund that is returned too often is given up, and the buyer was emailed once', async () => {
  const { viewer, charge } = await refunded();
  for (let n = 1; n <= refundsAgainMax; n++) {
    await tellBank(charge);
    await app.clock.advance(days(1));
    await app.quiesce();
    expect(await refundOf(charge)).toMatchObject({ status: 'succeeded', taken_back: n });
  }
  failed.length = 0;
  const last = await tellBank(charge);
  await app.db.query('DELETE FROM provider_event');
  await hear(last);
  await app.clock.advance(days(3));
  await app.quiesce();
  expect(stripe.givenBack(charge)).toBe(0);
  expect(await refundOf(charge)).toMatchObject({ status: 'requested', ref: null, taken_back: refundsAgainMax + 1 });
  expect(failed).toEqual(['the bank returned a refund too often: given up until an operator handles it']);
  const listed = await app.call('GET /admin/refunds', {
    as: (await newAdmin(app)).token,
    query: { state: 'requested' },
  });
  expect(listed.data.refunds).toMatchObject([{ buyer_email: viewer.email, refund_status: 'requested' }]);
  const received = (await mailsTo(app, viewer.email)).filter(({ subject }) => subject.startsWith('Your refund of'));
  expect(received).toHaveLength(1);
});

test('the invariants find a returned refund that is not posted back, or posted twice', async () => {
  const { charge } = await refunded();
  await tellBank(charge);
  const brokenBy = async (change: string): Promise<string[]> => {
    let broken: string[] = [];
    const undone = app.db.tx(async (tx) => {
      await tx.query('ALTER TABLE ledger_tx DISABLE TRIGGER USER');
      await tx.query('ALTER TABLE ledger_entry DISABLE TRIGGER USER');
      await tx.query(change);
      broken = (await brokenInvariants(tx)).map((line) => line.slice(0, 3));
      throw new Error('undone');
    });
    await expect(undone).rejects.toThrow('undone');
    return broken;
  };
  expect(
    await brokenBy("DELETE FROM ledger_entry WHERE tx_id IN (SELECT id FROM ledger_tx WHERE kind = 'refund_reversal')"),
  ).toEqual(expect.arrayContaining(['L03', 'L05']));
  expect(
    await brokenBy(
      `SELECT ledger_post(
         'refund', t.source_key || ':9', t.order_id, 'EUR',
         '[["refund_clearing", "", 1310], ["psp_clearing", "stripe", -1310]]')
       FROM ledger_tx t WHERE t.kind = 'refund' LIMIT 1`,
    ),
  ).toEqual(expect.arrayContaining(['L03', 'L05']));
  expect(
    await brokenBy(
      `SELECT ledger_post(
         'refund_reversal', 'refund_reversal:nobody:1', NULL, 'EUR',
         '[["refund_clearing", "", 1], ["psp_clearing", "stripe", -1]]')`,
    ),
  ).toEqual(expect.arrayContaining(['L04']));
});

test('a full refund made by hand at Stripe voids its ticket, once', async () => {
  const { event, charge } = await sold();
  stripe.refundByHand(charge);
  await hear(charge);
  expect(await stands(event)).toEqual({ sold: 0, status: 'refunded', voided: true });
  const adopted = await refundOf(charge);
  expect(adopted).toMatchObject({ status: 'succeeded', taken_back: 0 });
  await app.db.query('DELETE FROM provider_event');
  await hear(charge);
  expect([stripe.givenBack(charge), await refundOf(charge)]).toEqual([paid, adopted]);
});

test('a partial refund made by hand at Stripe is booked once and keeps the ticket, and the rest voids it', async () => {
  const { event, viewer, charge } = await sold();
  const hostMails = async () =>
    (await mailsTo(app, host.email)).filter(({ subject }) => subject.startsWith('A buyer was refunded'));
  const received = await hostMails();
  const refunds = () =>
    app.db.query(
      `SELECT r.status, r.price_minor AS price, r.fee_minor AS fee FROM refund r JOIN payment p ON p.id = r.payment_id
       WHERE p.capture_ref = $1 ORDER BY r.created_at`,
      [charge],
    );
  stripe.refundByHand(charge, 500);
  for (let n = 0; n < 2; n++) {
    await app.db.query('DELETE FROM provider_event');
    await hear(charge);
  }
  expect(await stands(event)).toEqual({ sold: 1, status: 'paid', voided: false });
  expect(await refunds()).toEqual([{ status: 'succeeded', price: 500, fee: 0 }]);
  stripe.refundByHand(charge, 810);
  await hear(charge);
  expect(await stands(event)).toEqual({ sold: 0, status: 'refunded', voided: true });
  expect(await refunds()).toEqual([
    { status: 'succeeded', price: 500, fee: 0 },
    { status: 'succeeded', price: 700, fee: 110 },
  ]);
  const mails = (await mailsTo(app, viewer.email)).filter(({ subject }) => subject.startsWith('Your refund of'));
  expect(mails.map(({ subject }) => subject.split(':')[0]).toSorted()).toEqual([
    'Your refund of €5.00',
    'Your refund of €8.10',
  ]);
  expect((await hostMails()).length - received.length).toBe(2);
});

test('a refund that the provider refuses repeatedly is given up, and a person can retry it or mark it as paid', async () => {
  const admin = (await newAdmin(app)).token;
  const list = async () =>
    (await app.call('GET /admin/refunds', { as: admin, query: { state: 'given_up' } })).data.refunds.map(
      (one) => one.refund_uuid,
    );
  const gauge = async () => /^frontrow_refunds_given_up (\d+)$/m.exec((await app.http.inject('/metrics')).body)?.[1];
  const before = await list();
  const { event, charge } = await sold();
  const taken = stripe.captures.get(charge)!;
  stripe.captures.set(charge, 1);
  await app.db.query("SELECT refund_orders($1, 'admin', NULL, 1)", [event.id]);
  for (let n = 0; n < refundFailuresMax; n++) {
    await app.quiesce();
    await app.clock.advance(minutes(1));
  }
  await app.quiesce();
  const id = (await list()).find((one) => !before.includes(one));
  expect(await gauge()).toBe(String(before.length + 1));
  stripe.captures.set(charge, taken);
  const act = (call: 'POST /admin/refunds/retry' | 'POST /admin/refunds/paid_otherwise', more = {}) =>
    app.call(call, { as: admin, body: { refund_uuid: id, ...more } });
  expect((await act('POST /admin/refunds/paid_otherwise', { reference: ' ' })).errors[0]?.code).toBe('field_required');
  expect((await act('POST /admin/refunds/retry')).status).toBe(200);
  expect((await act('POST /admin/refunds/retry')).errors[0]?.code).toBe('refund_not_given_up');
  await app.clock.advance(minutes(1));
  await app.quiesce();
  expect([stripe.givenBack(charge), (await refundOf(charge)).status]).toEqual([paid, 'succeeded']);
  expect((await refundSteps(event)).slice(-3)).toEqual([
    ['refund_failed', 13.1, 'rejected_finally'],
    ['admin_action', null, 'refund_retried'],
    ['refunded', 13.1, null],
  ]);

  // The one of the test above that was returned too often.
  const [other] = before;
  const body = { refund_uuid: other, reference: 'SEPA 2026-11-25' };
  expect((await app.call('POST /admin/refunds/paid_otherwise', { as: admin, body })).status).toBe(200);
  expect((await app.call('POST /admin/refunds/paid_otherwise', { as: admin, body })).status).toBe(409);
  expect(await list()).toEqual([]);
  expect(
    await app.db.query(
      `SELECT e.amount_minor AS minor FROM ledger_entry e JOIN ledger_account a ON a.id = e.account_id
       WHERE a.kind = 'bank'`,
    ),
  ).toEqual([{ minor: -paid }]);
});
