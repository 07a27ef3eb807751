import { booksOverlapMs, differenceRecheckMs } from '@frontrow/core/balance/limits.ts';
import { days, minutes } from '@frontrow/core/kernel/instant.ts';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { newAdmin, newHost, newViewer, type TestActor } from '../../../../test/actors.ts';
import { newEvent, type TestEvent } from '../../../../test/events.ts';
import { testApp, type TestApp } from '../../../../test/harness.ts';
import { heardLog } from '../../../../test/captured-log.ts';
import { expectInvariants } from '../../../../test/invariants.ts';
import { addAccount, giveMoney, payoutsOf, requestPayout } from '../../../../test/payouts.ts';
import { buy, giveTicket, pressOnSandboxPage } from '../../../../test/tickets.ts';
import { reconcile } from './reconcile.ts';

let app: TestApp;
let admin: TestActor;
let event: TestEvent;
beforeAll(async () => {
  app = await testApp();
  admin = await newAdmin(app);
  event = await newEvent(app, await newHost(app), { priceMinor: 1200 });
});
afterEach(() => expectInvariants(app));
afterAll(() => app.close());

/** The next comparison, when the books are complete. */
async function compare(): Promise<void> {
  await app.clock.advance(minutes(31));
  await app.quiesce();
}
/** One comparison covers a day at most: after a long time several are needed until the last one. */
async function catchUp(): Promise<void> {
  for (let n = 0; n < 5; n++) await compare();
}
const listed = async (state: 'open' | 'resolved' = 'open') =>
  (await app.call('GET /admin/reconciliation', { as: admin.token, query: { state } })).data.differences;
const short = async (state: 'open' | 'resolved' = 'open') =>
  (await listed(state))
    .map(({ difference_kind: kind, provider_ref: ref, theirs, ours }) => [
      kind,
      ref,
      theirs?.amount ?? null,
      ours?.amount ?? null,
    ])
    .toSorted();
const audited = () => app.db.query("SELECT 1 FROM audit_log WHERE action = 'books_differ'");
const openByMetrics = async () =>
  /books_differences_open\{provider="sandbox_card"\} (\d+)/.exec((await app.http.inject('/metrics')).body)?.[1];
/** A new sale that the buyer's bank disputes; answers the dispute. */
async function disputed(): Promise<string> {
  const another = await newEvent(app, await newHost(app), { priceMinor: 1200 });
  const { code } = await giveTicket(app, another, await newViewer(app));
  const ref = `dp_${code}`;
  await app.db.query("SELECT sandbox_open_dispute('sandbox_card', $1, $2, 1310, 'fraudulent')", [
    ref,
    await captureOf(code),
  ]);
  await app.clock.advance(minutes(1));
  await app.quiesce();
  return ref;
}
const captureOf = async (code: string) =>
  (await app.db.one<{ ref: string }>(
    `SELECT p.capture_ref AS ref FROM ticket t JOIN payment p ON p.order_id = t.order_id WHERE t.code = $1`,
    [code],
  ))!.ref;

test('sales and refunds by card and wallet are in both books', async () => {
  await giveTicket(app, event, await newViewer(app));
  const { data } = await buy(app, event, await newViewer(app), { paypal: true });
  await pressOnSandboxPage(app, data.payment_order!.links[0]!.href, 'approve');
  await app.clock.advance(minutes(1));
  await app.quiesce();
  await app.db.query('SELECT refund_orders($1, $2, NULL, 1)', [event.id, 'admin']);
  await compare();
  expect(await short()).toEqual([]);
  expect(await audited()).toHaveLength(0);
  const paid = await app.db.query("SELECT DISTINCT provider FROM payment WHERE status = 'succeeded' ORDER BY 1");
  expect(paid).toEqual([{ provider: 'sandbox_card' }, { provider: 'sandbox_wallet' }]);
  const { data: page } = await app.call('GET /admin/reconciliation', { as: admin.token });
  expect(page.comparisons.map((each) => each.payment_provider)).toEqual([
    'sandbox_card',
    'sandbox_card_disputes',
    'sandbox_payouts',
    'sandbox_wallet',
    'sandbox_wallet_disputes',
  ]);
});

test('each difference is shown with both sides, reported once, and resolved when it disappears', async () => {
  const codes = [];
  for (let n = 0; n < 3; n++) codes.push((await giveTicket(app, event, await newViewer(app))).code);
  const [differs = '', missing = '', refunded = ''] = await Promise.all(codes.map(captureOf));
  await app.quiesce();
  const lost = await app.db.one<object>('SELECT * FROM sandbox_intent WHERE capture_ref = $1', [missing]);
  await app.db.query('UPDATE sandbox_intent SET amount_minor = 1311 WHERE capture_ref = $1', [differs]);
  await app.db.query('DELETE FROM sandbox_intent WHERE capture_ref = $1', [missing]);
  await app.db.query(
    `INSERT INTO sandbox_refund (ref, refund_id, capture_ref, amount_minor, currency, status)
     VALUES ('re_sb_hand', 'by hand', $1, 500, 'EUR', 'succeeded')`,
    [refunded],
  );
  await app.db.query(
    `INSERT INTO sandbox_intent (ref, payment_id, amount_minor, currency, status, card, method, capture_ref, return_url,
       description)
     VALUES ('pi_sb_stray', 'nobody', 700, 'EUR', 'succeeded', 'visa', 'pm_card_visa', 'ch_sb_stray', '', '')`,
  );
  await compare();
  const all = [
    ['capture_differs', differs, 13.11, 13.1],
    ['missing_capture', missing, null, 13.1],
    ['unknown_capture', 'ch_sb_stray', 7, null],
    ['unknown_refund', 're_sb_hand', 5, null],
  ];
  expect(await short()).toEqual(all);
  expect(await openByMetrics()).toBe('4');
  await compare();
  await reconcile({ ...app.kit, accounts: { recordAudit: () => Promise.reject(new Error('told again')) } });
  expect(await short()).toEqual(all);
  expect(await audited()).toHaveLength(4);

  await app.db.query('UPDATE sandbox_intent SET amount_minor = 1310 WHERE capture_ref = $1', [differs]);
  await app.db.query('INSERT INTO sandbox_intent SELECT * FROM json_populate_record(NULL::sandbox_intent, $1)', [
    JSON.stringify(lost),
  ]);
  await app.db.query("DELETE FROM sandbox_refund WHERE ref = 're_sb_hand'");
  await compare();
  expect(await short()).toEqual([['unknown_capture', 'ch_sb_stray', 7, null]]);
  expect(await openByMetrics()).toBe('1');
  expect((await short('resolved')).map(([kind]) => kind)).toEqual([
    'capture_differs',
    'missing_capture',
    'unknown_refund',
  ]);
});

test('app admins close a difference with a reason, and it stays closed', async () => {
  const [open] = await listed();
  const close = (as: TestActor, reason: string) =>
    app.call('POST /admin/reconciliation/close', {
      as: as.token,
      body: { difference_uuid: open!.difference_uuid, reason },
    });
  expect((await close(await newHost(app), 'mine')).status).toBe(403);
  expect((await close(admin, ' ')).status).toBe(400);
  expect((await close(admin, 'A test charge of the bank.')).status).toBe(200);
  expect((await close(admin, 'Again.')).status).toBe(404);
  await compare();
  expect(await short()).toEqual([]);
  expect(await listed('resolved')).toContainEqual(
    expect.objectContaining({ provider_ref: 'ch_sb_stray', closed_by: admin.username }),
  );
  expect(await audited()).toHaveLength(4);
});

test('a refund that the ledger has and the provider has not is missing', async () => {
  const buyer = await newViewer(app);
  await giveTicket(app, event, buyer);
  const order = await app.db.one<{ id: string }>('SELECT id FROM orders WHERE buyer_id = $1', [buyer.id]);
  await app.db.query('SELECT refund_orders($1, $2, $3, 1)', [event.id, 'admin', [order!.id]]);
  await app.quiesce();
  const lost = await app.db.one<object>(
    `DELETE FROM sandbox_refund WHERE ref = (
       SELECT r.provider_ref FROM refund r JOIN payment p ON p.id = r.payment_id WHERE p.order_id = $1) RETURNING *`,
    [order!.id],
  );
  await compare();
  expect((await short()).map(([kind, , theirs, ours]) => [kind, theirs, ours])).toEqual([
    ['missing_refund', null, 13.1],
  ]);
  await app.db.query('INSERT INTO sandbox_refund SELECT * FROM json_populate_record(NULL::sandbox_refund, $1)', [
    JSON.stringify(lost),
  ]);
  await compare();
  expect(await short()).toEqual([]);
});

test('a provider whose books cannot be read blocks no other, and is compared from where it ended', async () => {
  const { books } = app.kit.cards;
  const stalled = { ...app.kit.cards, books: { ...books, read: () => Promise.reject(new Error('away')) } };
  await app.clock.advance(minutes(31));
  const kit = { ...app.kit, cards: stalled, accounts: { recordAudit: () => Promise.resolve() } };
  await reconcile(kit);
  const { data } = await app.call('GET /admin/reconciliation', { as: admin.token });
  const until = (name: string, { comparisons } = data) =>
    comparisons.find((one) => one.payment_provider === name)!.compared_until;
  const wallet = until('sandbox_wallet');
  expect(until('sandbox_card')).toBeLessThan(wallet);
  await compare();
  const after = (await app.call('GET /admin/reconciliation', { as: admin.token })).data;
  expect(until('sandbox_card', after)).toBeGreaterThan(wallet);
});

test('disputes and payouts that both books contain are no difference, however they end', async () => {
  const host = await newHost(app);
  await giveMoney(app, host, 9000);
  for (const account of ['pays', 'rejects', 'returns']) {
    await addAccount(app, host, account);
    await requestPayout(app, host, { amount: 10 });
    await app.quiesce();
    await app.clock.advance(minutes(1));
    await app.quiesce();
  }
  for (const ends of ['won', 'lost', undefined]) {
    const ref = await disputed();
    if (ends) await app.db.query('SELECT sandbox_decide_dispute($1, $2)', [ref, ends]);
    await app.clock.advance(minutes(1));
    await app.quiesce();
  }
  await compare();
  expect(await app.db.query('SELECT status FROM dispute ORDER BY status')).toHaveLength(3);
  expect(await short()).toEqual([]);
  // Days later the money comes back, and one dispute is decided.
  await app.clock.advance(days(4));
  await app.quiesce();
  await app.db.query("SELECT sandbox_decide_dispute(ref, 'lost') FROM sandbox_dispute WHERE status = 'open'");
  await catchUp();
  expect((await payoutsOf(app, host)).map(({ state }) => state)).toEqual(['returned', 'failed', 'paid']);
  expect(await short()).toEqual([]);
});

test('a payout or dispute that one side lacks, or has with another amount, is shown with both sides', async () => {
  const host = await newHost(app);
  await giveMoney(app, host, 9000);
  await addAccount(app, host, 'pays');
  const asked: string[] = [];
  for (let n = 0; n < 2; n++) {
    asked.push((await requestPayout(app, host, { amount: 20 })).data.payout.payout_uuid);
    await app.quiesce();
    await app.clock.advance(minutes(1));
    await app.quiesce();
  }
  const [missing = '', differs = ''] = asked;
  const transfer = await app.db.one<object>('DELETE FROM sandbox_bank_transfer WHERE payout_id = $1 RETURNING *', [
    missing,
  ]);
  await app.db.query('UPDATE sandbox_bank_transfer SET amount_minor = 2001 WHERE payout_id = $1', [differs]);
  await app.db.query(
    `INSERT INTO sandbox_bank_transfer (ref, payout_id, account, amount_minor, currency, status, settles_at, returns_at)
     VALUES ('tr_stray', 'by hand', 'pays', 500, 'EUR', 'paid', app_now(), app_now())`,
  );
  await app.db.query(
    `INSERT INTO sandbox_dispute
       (ref, provider, capture_ref, amount_minor, currency, status, reason, costs_minor, evidence_due_at)
     VALUES ('dp_stray', 'sandbox_card', 'ch_nobody', 700, 'EUR', 'open', 'fraudulent', 1500, app_now())`,
  );
  const known = await disputed();
  await app.db.query('UPDATE sandbox_dispute SET amount_minor = 1200 WHERE ref = $1', [known]);
  await compare();
  expect(await short()).toEqual(
    [
      ['unknown_dispute', 'dp_stray', 22, null],
      ['dispute_differs', known, 27, 28.1],
      ['unknown_payout', 'by hand', 5, null],
      ['payout_differs', differs, 20.01, 20],
      ['missing_payout', missing, null, 20],
    ].toSorted(),
  );
  // Long after the window of its time it is compared again, in its own stretch.
  await app.clock.advance(days(3));
  await catchUp();
  await app.db.query("DELETE FROM sandbox_bank_transfer WHERE ref = 'tr_stray'");
  await app.db.query('UPDATE sandbox_bank_transfer SET amount_minor = 2000 WHERE payout_id = $1', [differs]);
  await app.db.query(
    'INSERT INTO sandbox_bank_transfer SELECT * FROM json_populate_record(NULL::sandbox_bank_transfer, $1)',
    [JSON.stringify(transfer)],
  );
  await app.db.query("DELETE FROM sandbox_dispute WHERE ref = 'dp_stray'");
  await app.db.query('UPDATE sandbox_dispute SET amount_minor = 1310 WHERE ref = $1', [known]);
  await compare();
  await compare();
  expect(await short()).toEqual([]);
});

test('an old open difference does not make every run begin there', async () => {
  await app.db.query(
    `INSERT INTO sandbox_intent (ref, payment_id, amount_minor, currency, status, card, method, capture_ref, return_url,
       description)
     VALUES ('pi_sb_old', 'nobody at all', 900, 'EUR', 'succeeded', 'visa', 'pm_card_visa', 'ch_sb_old', '', '')`,
  );
  await compare();
  await app.clock.advance(days(3));
  await catchUp();
  const asked: number[] = [];
  const { books } = app.kit.cards;
  const read: typeof books.read = (window) => {
    asked.push(window.to - window.from);
    return books.read(window);
  };
  await app.clock.advance(minutes(31));
  await reconcile({
    ...app.kit,
    cards: { ...app.kit.cards, books: { ...books, read } },
    accounts: { recordAudit: () => Promise.reject(new Error('told again')) },
  });
  expect(await short()).toEqual([['unknown_capture', 'ch_sb_old', 9, null]]);
  expect(asked).toHaveLength(2);
  expect(Math.max(...asked)).toBeLessThanOrEqual(days(1) + 2 * booksOverlapMs);
});

test('a line that cannot be read is logged, and all others are compared', async () => {
  const another = await newEvent(app, await newHost(app), { priceMinor: 1200 });
  const { code } = await giveTicket(app, another, await newViewer(app));
  const known = await captureOf(code);
  const { books } = app.kit.cards;
  const log = heardLog();
  const at = app.clock.now();
  const cards = {
    ...app.kit.cards,
    books: {
      ...books,
      read: async (asked: Parameters<typeof books.read>[0]) => {
        const page = await books.read(asked);
        const stray = { kind: 'capture', ref: 'ch_stray', amountMinor: 700, currency: 'XTS', at } as const;
        return {
          ...page,
          money: [...page.money.filter(({ ref }) => ref !== known), { ...stray, paymentId: undefined }],
          unread: [{ ref: known, error: 'TypeError: x' }],
        };
      },
    },
  };
  await app.clock.advance(minutes(31));
  await reconcile({ ...app.kit, accounts: { recordAudit: async () => undefined }, cards, log });
  expect(log.lines).toContainEqual({
    fields: { provider: 'sandbox_card', ref: known, error: 'TypeError: x' },
    message: 'a line of the books cannot be read',
  });
  // The provider knows the money by its name, so only what is not ours differs: the page shows any currency.
  expect((await short()).filter(([, ref]) => ref === known)).toEqual([]);
  expect((await short()).filter(([, ref]) => ref === 'ch_stray')).toEqual([['unknown_capture', 'ch_stray', 7, null]]);
  await catchUp();
});

const age = async () =>
  Number(
    /books_compared_seconds_ago\{provider="sandbox_card"\} ([\d.]+)/.exec(
      (await app.http.inject('/metrics')).body,
    )?.[1],
  );

test('a comparison that never finishes grows old and triggers the alarm', async () => {
  await compare();
  expect(await age()).toBeLessThan(60);
  const broken = async () => {
    throw new TypeError('a fault of ours');
  };
  const cards = { ...app.kit.cards, books: { ...app.kit.cards.books, read: broken } };
  const log = heardLog();
  for (let n = 0; n < 3; n++) {
    await app.clock.advance(minutes(31));
    await reconcile({ ...app.kit, accounts: { recordAudit: async () => undefined }, cards, log });
  }
  expect(await age()).toBeGreaterThan(90 * 60);
  expect(log.lines[0]).toMatchObject({ fields: { books: 'sandbox_card', error: 'TypeError: a fault of ours' } });
  await catchUp();
});

test('after a stop of more than a month the last 30 days are compared, and the log names what is not', async () => {
  await compare();
  const { at: until } = (await app.db.one<{ at: Date }>(
    `UPDATE reconciliation SET compared_until = app_now() - interval '40 days' WHERE provider = 'sandbox_card'
     RETURNING compared_until AS at`,
  ))!;
  await app.clock.advance(minutes(31));
  const log = heardLog();
  const asked: number[] = [];
  const { books } = app.kit.cards;
  const read: typeof books.read = (window) => {
    asked.push(window.from + booksOverlapMs);
    return books.read(window);
  };
  const cards = { ...app.kit.cards, books: { ...books, read } };
  const start = app.clock.now() - differenceRecheckMs;
  await reconcile({ ...app.kit, accounts: { recordAudit: async () => undefined }, cards, log });
  expect(asked).toHaveLength(1);
  expect(Math.abs(asked[0]! - start)).toBeLessThan(minutes(1));
  expect(log.lines).toContainEqual({
    fields: { provider: 'sandbox_card', from: until.toISOString(), to: new Date(asked[0]!).toISOString() },
    message: 'the books of this time are too old to be compared',
  });
  await app.db.query(
    `UPDATE reconciliation SET compared_until = app_now() - interval '1 hour' WHERE provider = 'sandbox_card'`,
  );
  await compare();
});

test('a run that compares nothing leaves the comparison as old as it was', async () => {
  await compare();
  await app.db.query(
    `UPDATE reconciliation SET compared_until = app_now() + interval '1 day' WHERE provider = 'sandbox_card'`,
  );
  await compare();
  await compare();
  expect(await age()).toBeGreaterThan(minutes(60) / 1000);
  await app.db.query(
    `UPDATE reconciliation SET compared_until = app_now() - interval '1 hour' WHERE provider = 'sandbox_card'`,
  );
  await compare();
  expect(await age()).toBeLessThan(60);
});
