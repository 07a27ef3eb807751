import { minutes, seconds } from '@frontrow/core/kernel/instant.ts';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { newHost, newViewer, type TestActor } from '../../../../test/actors.ts';
import { newEvent } from '../../../../test/events.ts';
import { type FakePaypal, startFakePaypal } from '../../../../test/fake-paypal.ts';
import { testApp, type TestApp, until } from '../../../../test/harness.ts';
import { expectInvariants } from '../../../../test/invariants.ts';
import { buy } from '../../../../test/tickets.ts';
import { paypalWallet } from '../../../adapters/wallet-payments/paypal.ts';
import { silentLog } from '../../../ports/log.ts';

let app: TestApp;
let paypal: FakePaypal;
let host: TestActor;
beforeAll(async () => {
  paypal = await startFakePaypal();
  app = await testApp({
    overrides: {
      wallets: paypalWallet({
        settings: { clientId: 'id', clientSecret: 'secret', webhookId: 'WH1', live: false },
        installation: 'test',
        log: silentLog,
        at: paypal.origin,
      }),
    },
  });
  host = await newHost(app);
});
afterEach(() => expectInvariants(app));
afterAll(async () => {
  await app.close();
  await paypal.close();
});

const price = 1200;
const fee = 110;
/** What the fake charges for a lost dispute. */
const costs = 1600;

/** PayPal sends its webhook twice, and everything that follows is done. */
async function hear(ref: string, type?: string): Promise<void> {
  for (let n = 0; n < 2; n++) {
    const { rawBody, headers } = paypal.webhook(ref, type);
    const { statusCode } = await app.http.inject({
      method: 'POST',
      url: '/api/webhooks/paypal',
      headers: { 'content-type': 'application/json', ...headers },
      payload: rawBody,
    });
    expect(statusCode).toBe(200);
  }
  // Processed after the response, next to the job.
  await until('all webhooks are processed', async () => {
    const waiting = await app.db.query('SELECT 1 FROM provider_event WHERE processed_at IS NULL');
    return waiting.length === 0;
  });
  await app.clock.advance(seconds(10));
  await app.quiesce();
}

/** A ticket paid with PayPal: approved there, captured by its webhook alone. */
async function sold() {
  const event = await newEvent(app, host, { priceMinor: price });
  const viewer = await newViewer(app);
  const { data } = await buy(app, event, viewer, { paypal: true });
  const ref = data.payment_order!.id;
  paypal.approve(ref);
  await hear(ref);
  const row = await app.db.one<{ order: string; capture: string }>(
    `SELECT o.id AS order, p.capture_ref AS capture FROM orders o JOIN payment p ON p.order_id = o.id
     WHERE o.event_id = $1`,
    [event.id],
  );
  return { event, viewer, ...row! };
}
type Sold = Awaited<ReturnType<typeof sold>>;

const stands = ({ order }: Sold) =>
  app.db.one(
    `SELECT o.status, e.sold, t.voided_at IS NULL AS live
     FROM orders o JOIN event e ON e.id = o.event_id JOIN ticket t ON t.order_id = o.id WHERE o.id = $1`,
    [order],
  );
/** Where the money of a sale is: amounts owed to someone are positive. */
async function books({ order }: Sold): Promise<Record<string, number>> {
  const rows = await app.db.query<{ kind: string; minor: number }>(
    `SELECT a.kind, -sum(e.amount_minor)::bigint AS minor FROM ledger_tx t JOIN ledger_entry e ON e.tx_id = t.id
     JOIN ledger_account a ON a.id = e.account_id WHERE t.order_id = $1
     GROUP BY a.kind HAVING sum(e.amount_minor) <> 0`,
    [order],
  );
  return Object.fromEntries(rows.map(({ kind, minor }) => [kind, minor]));
}

test('a PayPal dispute freezes ticket and money, and losing it takes both and charges us its costs', async () => {
  const one = await sold();
  expect(await stands(one)).toEqual({ status: 'paid', sold: 1, live: true });
  const ref = paypal.openDispute(one.capture);
  await hear(ref, 'CUSTOMER.DISPUTE.CREATED');
  expect(await stands(one)).toEqual({ status: 'disputed', sold: 0, live: false });
  expect(await books(one)).toEqual({
    dispute_clearing: -(price + fee),
    dispute_frozen: price,
    fee_deferred: fee,
  });
  paypal.decideDispute(ref, 'lost');
  await hear(ref, 'CUSTOMER.DISPUTE.RESOLVED');
  expect(await stands(one)).toEqual({ status: 'charged_back', sold: 0, live: false });
  expect(await books(one)).toEqual({ psp_clearing: costs, dispute_loss: -costs });
});

test('winning a PayPal dispute restores the same ticket and the money', async () => {
  const one = await sold();
  const before = await books(one);
  const ref = paypal.openDispute(one.capture);
  await hear(ref, 'CUSTOMER.DISPUTE.CREATED');
  paypal.decideDispute(ref, 'won');
  await hear(ref, 'CUSTOMER.DISPUTE.RESOLVED');
  expect(await stands(one)).toEqual({ status: 'paid', sold: 1, live: true });
  expect(await books(one)).toEqual(before);
});

test('a forged webhook changes nothing, and polling makes up for one that never arrives', async () => {
  const one = await sold();
  const ref = paypal.openDispute(one.capture);
  const { rawBody, headers } = paypal.webhook(ref, 'CUSTOMER.DISPUTE.CREATED');
  const forged = await app.http.inject({
    method: 'POST',
    url: '/api/webhooks/paypal',
    headers: { 'content-type': 'application/json', ...headers },
    payload: `${rawBody} `,
  });
  expect(forged.statusCode).toBe(400);
  await app.quiesce();
  expect(await stands(one)).toMatchObject({ status: 'paid' });
  await hear(ref, 'CUSTOMER.DISPUTE.CREATED');
  paypal.decideDispute(ref, 'lost', 500);
  // No webhook: open disputes are polled.
  for (let n = 0; n < 3; n++) {
    await app.clock.advance(minutes(61));
    await app.quiesce();
  }
  expect(await stands(one)).toMatchObject({ status: 'charged_back' });
  expect(await books(one)).toMatchObject({ dispute_loss: -costs });
});

test('a refund made in PayPal’s own pages is followed, a part first and then the rest', async () => {
  const one = await sold();
  paypal.refundByHand(one.capture, 400);
  await hear(one.capture, 'PAYMENT.CAPTURE.REFUNDED');
  const refunds = () =>
    app.db.query(
      `SELECT r.status, r.reason, r.amount_minor AS amount FROM refund r JOIN payment p ON p.id = r.payment_id
       WHERE p.order_id = $1 ORDER BY r.created_at`,
      [one.order],
    );
  expect(await refunds()).toEqual([{ status: 'succeeded', reason: 'provider', amount: 400 }]);
  expect(await books(one)).toMatchObject({ psp_clearing: -(price + fee - 400) });
  paypal.refundByHand(one.capture, price + fee - 400);
  await hear(one.capture, 'PAYMENT.CAPTURE.REFUNDED');
  expect(await refunds()).toHaveLength(2);
  expect(await stands(one)).toEqual({ status: 'refunded', sold: 0, live: false });
  expect(await books(one)).toEqual({});
});
