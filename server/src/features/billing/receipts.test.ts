import type { WireReceipt } from '@frontrow/contract/billing/api.ts';
import { accessTokenHeader, receiptKeyHeader } from '@frontrow/contract/kernel/headers.ts';
import { receiptAfterMs } from '@frontrow/core/billing/limits.ts';
import { minutes } from '@frontrow/core/kernel/instant.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { atOtherEvent, newAdmin, newGuest, newHost, newViewer, type TestActor } from '../../../test/actors.ts';
import { dyingApp } from '../../../test/killable-app.ts';
import { type EventTraits, newEvent } from '../../../test/events.ts';
import { testApp, type TestApp } from '../../../test/harness.ts';
import { expectInvariants } from '../../../test/invariants.ts';
import { mailsTo, tokenIn } from '../../../test/mails.ts';
import { buyPass, newPass } from '../../../test/passes.ts';
import { signUp, signUpPassword } from '../../../test/sign-up.ts';
import { buy } from '../../../test/tickets.ts';
import { createReceiptLinks } from '../ticketing/notify/send-ticket-mails.ts';
import { issueReceipts } from './issue-receipts.ts';

let app: TestApp;
let host: TestActor;
beforeAll(async () => {
  app = await testApp();
  host = await newHost(app);
});
afterAll(async () => {
  await expectInvariants(app);
  await app.close();
});

const details = { name: 'Ada Lovelace', address: '12 St James Square\nLondon', country: 'GB', tax_id: 'GB 123' };

/** An order of a new event of the host; 12.00 and a fee of 1.10 where nothing else is said. */
async function ordered(who: TestActor, traits: EventTraits = { priceMinor: 1200 }, more: object = {}): Promise<string> {
  const event = await newEvent(app, host, traits);
  const answer = await buy(app, event, who, { ...(traits.priceMinor && { stripe_token: 'pm_card_visa' }), ...more });
  expect(answer.status).toBe(200);
  return answer.data.order.order_uuid;
}

const open = (who: TestActor | undefined, order: string, body: object = {}, key?: string) =>
  app.call('POST /billing/orders/:order/receipt', {
    ...(who && { as: who.token }),
    params: { order },
    body,
    ...(key !== undefined && { headers: { [receiptKeyHeader]: key } }),
  });
const look = async (who: TestActor, order: string): Promise<WireReceipt | null> =>
  (await app.call('GET /billing/orders/:order/receipt', { as: who.token, params: { order } })).data.receipt;
const numbers = (receipt: WireReceipt | null | undefined): string[] =>
  receipt?.receipt.parts.map(({ number }) => number) ?? [];
const listed = async (who: TestActor, query: Record<string, string> = {}) =>
  (await app.call('GET /billing/orders', { as: who.token, query })).data;

/** Gives a part of a paid order back by hand; nothing left of it takes the ticket, as a whole refund does. */
async function giveBack(order: string, reason: string, price: number, fee: number): Promise<void> {
  await app.db.tx(async (tx) => {
    await tx.query(
      `SELECT open_refund(p, o, $2, $3, $4) FROM orders o JOIN payment p ON p.id = sale_payment(o) WHERE o.id = $1`,
      [order, reason, price, fee],
    );
    await tx.query(
      `UPDATE orders SET refunded_price_minor = refunded_price_minor + $2, refunded_fee_minor = refunded_fee_minor + $3
       WHERE id = $1`,
      [order, price, fee],
    );
  });
  await app.quiesce();
}

const refundWhole = async (order: string): Promise<void> => {
  await app.db.query("SELECT refund_orders(event_id, 'admin', ARRAY[id], 1) FROM orders WHERE id = $1", [order]);
  await app.quiesce();
};

test('the receipt of a date of a pass names the one payment that the bank knows', async () => {
  const [seller, buyer] = [await newHost(app), await newViewer(app)];
  const pass = await newPass(app, seller, { price: 20, dates: [{ priceMinor: 1200 }, { priceMinor: 1200 }] });
  expect((await buyPass(app, pass, buyer)).status).toBe(200);
  const { orders } = await listed(buyer);
  const total = orders.reduce((sum, order) => sum + order.total, 0);
  expect(orders.map((order) => order.pass)).toEqual([
    { dates: 2, total },
    { dates: 2, total },
  ]);
  const { receipt } = (await open(buyer, orders[0]!.order_uuid)).data;
  expect(receipt).toMatchObject({ pass: { dates: 2, total }, total: orders[0]!.total });
  expect(receipt!.discount).toBeGreaterThan(0);
  const alone = await ordered(buyer);
  expect((await open(buyer, alone)).data.receipt?.pass).toBeNull();
});

test('a receipt names the day of the event where it takes place, as it was when the receipt was issued', async () => {
  const buyer = await newViewer(app);
  const order = await ordered(buyer);
  const startsInTokyo = (local: string) =>
    app.db.query(
      `UPDATE event e SET tz = 'Asia/Tokyo', local_start = $2, starts_at = $2::timestamp AT TIME ZONE 'Asia/Tokyo',
         original_starts_at = $2::timestamp AT TIME ZONE 'Asia/Tokyo'
       FROM orders o WHERE o.id = $1 AND e.id = o.event_id`,
      [order, local],
    );
  await startsInTokyo('2031-05-02 00:30');
  expect((await open(buyer, order)).data.receipt.event_day).toBe('2031-05-02');
  await startsInTokyo('2031-06-02 00:30');
  expect((await look(buyer, order))?.event_day).toBe('2031-05-02');
});

test('others, guests of another event, and links that are not ours find no order', async () => {
  const viewer = await newViewer(app);
  const event = await newEvent(app, host, { priceMinor: 1200 });
  const guest = await newGuest(app, event.id);
  const own = await ordered(viewer);
  const typed = (await buy(app, event, guest, { stripe_token: 'pm_card_visa' })).data.order.order_uuid;
  const elsewhere = atOtherEvent(app, guest, (await newEvent(app, host)).id);
  for (const [who, order, key] of [
    [await newViewer(app), own, undefined],
    [elsewhere, typed, undefined],
    [undefined, typed, undefined],
    [undefined, typed, 'k'.repeat(43)],
  ] as const) {
    const answer = await open(who, order, {}, key);
    expect([answer.status, answer.errors[0]?.code]).toEqual([404, 'order_not_found']);
  }
  expect((await listed(elsewhere)).orders).toEqual([]);
  expect((await listed(guest)).orders.map((order) => order.order_uuid)).toEqual([typed]);
});

test('an order that was free or is not paid has no receipt', async () => {
  const viewer = await newViewer(app);
  const free = await ordered(viewer, {});
  expect((await open(viewer, free)).errors[0]?.code).toBe('receipt_free');
  const event = await newEvent(app, host, { priceMinor: 1200 });
  await buy(app, event, viewer, { stripe_token: 'pm_card_visa_chargeDeclined' });
  const { orders } = await listed(viewer);
  expect(orders.map(({ receipt_state: state }) => state)).toEqual(['none', 'none']);
  expect((await open(viewer, orders[0]!.order_uuid)).errors[0]?.code).toBe('receipt_unpaid');
});

test('a receipt has a part of the host and one of ours, and keeps the details it was issued with', async () => {
  const viewer = await newViewer(app);
  const order = await ordered(viewer);
  expect(await look(viewer, order)).toBeNull();
  expect((await listed(viewer)).orders[0]).toMatchObject({ receipt_state: 'due', receipt_numbers: [], tax: null });

  const { data } = await open(viewer, order, { details });
  const year = new Date(app.clock.now()).getUTCFullYear();
  expect(data.receipt).toMatchObject({
    price: 12,
    discount: 0,
    fee: 1.1,
    total: 13.1,
    buyer: details,
    seller: { name: host.username, country: null },
    tax_rate: 0,
    notes: [],
    receipt: {
      kind: 'receipt',
      total: 13.1,
      parts: [
        { issuer: 'host', number: expect.stringMatching(`^H${host.id}-${year}-\\d{6}$`), amount: 12, tax: 0 },
        { issuer: 'platform', number: expect.stringMatching(`^F-${year}-\\d{6}$`), amount: 1.1, tax: 0 },
      ],
    },
  });
  expect((await app.call('GET /billing/details', { as: viewer.token })).data).toEqual(details);

  await app.call('POST /billing/details', { as: viewer.token, body: { ...details, name: 'Another' } });
  expect((await open(viewer, order, { details: { ...details, name: 'Yet another' } })).data).toEqual(data);
  expect((await listed(viewer)).orders[0]).toMatchObject({
    receipt_state: 'issued',
    receipt_numbers: numbers(data.receipt),
    tax: { rate: 0, amount: 0 },
  });
  for (const change of [
    "UPDATE receipt SET buyer_name = 'x'",
    'DELETE FROM receipt_part',
    'UPDATE receipt_part SET amount_minor = 1',
  ])
    await expect(app.db.query(change)).rejects.toThrow('append-only');
});

test('no one opened it: the job issues it a day after the payment, once', async () => {
  const viewer = await newViewer(app);
  const order = await ordered(viewer);
  await app.clock.advance(receiptAfterMs - minutes(1));
  await app.quiesce();
  expect(await look(viewer, order)).toBeNull();
  await app.clock.advance(minutes(2));
  await app.quiesce();
  const issued = await look(viewer, order);
  expect(numbers(issued)).toHaveLength(2);
  await app.db.query('UPDATE receipt_progress SET ledger_tx = 0');
  await app.quiesce();
  expect(await look(viewer, order)).toEqual(issued);
});

test('many at once, some of them the same: no number is missing or given twice', async () => {
  const viewer = await newViewer(app);
  const orders = [await ordered(viewer), await ordered(viewer), await ordered(viewer), await ordered(viewer)];
  const answers = await Promise.all([...orders, ...orders.toReversed(), ...orders].map((order) => open(viewer, order)));
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
  const given = new Set(answers.flatMap(({ data }) => numbers(data.receipt)));
  expect(given.size).toBe(2 * orders.length);
  await expectInvariants(app);
});

test('killed at any statement, a receipt is issued whole or not at all, and no number is lost', async () => {
  const viewer = await newViewer(app);
  const process = dyingApp(app);
  let deaths = 0;
  for (let statement = 0; ; statement++) {
    const order = await ordered(viewer);
    process.dieAfter(statement);
    await open(viewer, order, { details });
    const died = process.revive();
    await expectInvariants(app);
    expect(numbers((await open(viewer, order)).data.receipt)).toHaveLength(2);
    if (!died) break;
    deaths += 1;
  }
  expect(deaths).toBeGreaterThan(8);
  await expectInvariants(app);
});

test('refunds in parts and of the rest become credit notes that add up to the receipt', async () => {
  const viewer = await newViewer(app);
  const order = await ordered(viewer);
  await app.call('POST /admin/tax_rates', { as: (await newAdmin(app)).token, body: { country: 'GB', rate: 20 } });
  await open(viewer, order, { details });
  await giveBack(order, 'by_hand_1', 333, 0);
  await giveBack(order, 'by_hand_2', 0, 10);
  await refundWhole(order);
  const receipt = await look(viewer, order);
  expect(receipt?.receipt.parts.map(({ amount, tax }) => [amount, tax])).toEqual([
    [12, 2],
    [1.1, 0.18],
  ]);
  expect(receipt?.notes.map(({ total, parts }) => [total, parts.map((part) => part.issuer)])).toEqual([
    [3.33, ['host']],
    [0.1, ['platform']],
    [9.67, ['host', 'platform']],
  ]);
  const back = receipt!.notes.flatMap(({ parts }) => parts).reduce((sum, { tax }) => sum + tax, 0);
  expect(back).toBeCloseTo(2.18, 10);
  expect(receipt?.notes[2]?.parts.map(({ number }) => number)).toEqual([
    expect.stringMatching(`^HC${host.id}-`),
    expect.stringMatching('^FC-'),
  ]);
  const [row] = (await listed(viewer)).orders;
  expect(row).toMatchObject({
    order_status: 'refunded',
    refunded: 13.1,
    tax: { country: 'GB', rate: 20, amount: 2.18 },
  });
  expect(row?.refunds.map((refund) => refund.credit_note.length)).toEqual([1, 1, 2]);
  expect(row?.refunds.every((refund) => refund.reference?.startsWith('re_sb_'))).toBe(true);
});

test('what went back before there was a receipt gets its credit note with the receipt', async () => {
  const viewer = await newViewer(app);
  const order = await ordered(viewer);
  await refundWhole(order);
  expect(await look(viewer, order)).toBeNull();
  const { data } = await open(viewer, order);
  expect(data.receipt.notes.map(({ total }) => total)).toEqual([13.1]);
});

test('the rate is the buyer’s country’s, else the host’s, fixed at the issue; admins alone change it', async () => {
  const [viewer, admin, seller] = [await newViewer(app), await newAdmin(app), await newHost(app)];
  const set = (country: string, rate: number, as = admin.token) =>
    app.call('POST /admin/tax_rates', { as, body: { country, rate } });
  expect((await set('DE', 19, viewer.token)).status).toBe(403);
  for (const [country, rate, code] of [
    ['XX', 19, 'country_unknown'],
    ['DE', -1, 'tax_rate_wrong'],
    ['DE', 50.01, 'tax_rate_wrong'],
    ['DE', 19.999, 'tax_rate_wrong'],
  ] as const)
    expect((await set(country, rate)).errors[0]?.code).toBe(code);
  await set('DE', 7);
  await set('DE', 19);
  expect((await set('FR', 5.5)).data.rates).toEqual([
    { country: 'DE', rate: 19 },
    { country: 'FR', rate: 5.5 },
    { country: 'GB', rate: 20 },
  ]);

  await app.call('POST /billing/details', { as: seller.token, body: { ...details, name: 'Nora Vale', country: 'DE' } });
  const bought = async (): Promise<string> =>
    (await buy(app, await newEvent(app, seller, { priceMinor: 1200 }), viewer, { stripe_token: 'pm_card_visa' })).data
      .order.order_uuid;
  const [first, second, third] = [await bought(), await bought(), await bought()];
  const byHost = (await open(viewer, first)).data.receipt;
  expect(byHost).toMatchObject({ tax_country: 'DE', tax_rate: 19, seller: { name: 'Nora Vale', tax_id: 'GB 123' } });
  expect(byHost.receipt.parts.map(({ tax }) => tax)).toEqual([1.92, 0.18]);
  await set('DE', 0);
  expect((await look(viewer, first))?.tax_rate).toBe(19);
  expect((await open(viewer, second)).data.receipt).toMatchObject({ tax_country: 'DE', tax_rate: 0 });
  const own = await open(viewer, third, { details: { ...details, country: 'FR' } });
  expect(own.data.receipt).toMatchObject({ tax_country: 'FR', tax_rate: 5.5 });
  const log = await app.call('GET /admin/audit_log', { as: admin.token });
  expect(log.data.entries.slice(0, 2).map(({ action, details: what }) => [action, what])).toEqual([
    ['tax_rate_changed', { country: 'DE', rate: '0' }],
    ['tax_rate_changed', { country: 'FR', rate: '5.5' }],
  ]);
});

test('a guest opens the receipt by the link of the email, without a session, and writes the details there', async () => {
  const event = await newEvent(app, host, { priceMinor: 1200 });
  const email = 'receipt.guest@mail.test';
  const answer = await app.call('POST /events/purchase_no_login', {
    body: { event_uuid: event.id, type: 'interactive', stripe_token: 'pm_card_visa', email },
  });
  const order = answer.data.order.order_uuid;
  await app.quiesce();
  const [mail] = await mailsTo(app, email);
  const link = mail!.links.find((one) => one.includes(`/receipt/${order}`));
  const key = tokenIn({ links: [link!] });
  const headers = { [receiptKeyHeader]: key };
  const found = await app.call('GET /billing/orders/:order/receipt', { params: { order }, headers });
  expect(found.data).toMatchObject({ receipt: null, details: { name: '' } });
  expect((await open(undefined, order, { details }, key)).data.receipt.buyer).toEqual(details);
  const other = await ordered(await newViewer(app));
  expect((await open(undefined, other, {}, key)).status).toBe(404);
});

test('the PDF is a file of a page for each document, and issues the receipt when it is first opened', async () => {
  const viewer = await newViewer(app);
  const order = await ordered(viewer);
  const ask = () =>
    app.http.inject({
      url: `/api/billing/orders/${order}/receipt.pdf`,
      headers: { [accessTokenHeader]: viewer.token },
    });
  const pdf = await ask();
  expect([pdf.statusCode, pdf.headers['content-type'], pdf.headers['cache-control']]).toEqual([
    200,
    'application/pdf',
    'no-store',
  ]);
  expect(pdf.headers['content-disposition']).toMatch(/^attachment; filename="frontrow-H\d+-\d{4}-\d{6}\.pdf"$/);
  expect(pdf.rawPayload.subarray(0, 5).toString()).toBe('%PDF-');
  expect(pdf.rawPayload.toString('latin1').match(/\/Type \/Page\b/g)).toHaveLength(1);
  expect(await look(viewer, order)).not.toBeNull();
  await refundWhole(order);
  expect((await ask()).rawPayload.toString('latin1').match(/\/Type \/Page\b/g)).toHaveLength(2);
  expect((await app.http.inject(`/api/billing/orders/${order}/receipt.pdf`)).statusCode).toBe(404);
});

test('orders come a page at a time, by state and by year', async () => {
  const viewer = await newViewer(app);
  const orders: string[] = [];
  for (let n = 0; n < 22; n++) orders.unshift(await ordered(viewer, n % 2 === 0 ? {} : { priceMinor: 1200 }));
  const first = await listed(viewer);
  const rest = await listed(viewer, { cursor: first.next_cursor! });
  expect([...first.orders, ...rest.orders].map((order) => order.order_uuid)).toEqual(orders);
  expect([first.orders.length, rest.next_cursor]).toEqual([20, null]);
  await refundWhole(orders[0]!);
  expect((await listed(viewer, { state: 'refunded' })).orders.map((order) => order.order_uuid)).toEqual([orders[0]]);
  expect((await listed(viewer, { state: 'paid' })).orders).toHaveLength(20);
  expect((await listed(viewer, { state: 'open' })).orders).toEqual([]);
  const [year] = first.years;
  expect((await listed(viewer, { year: String(year! - 1) })).orders).toEqual([]);
  expect((await listed(viewer, { year: String(year) })).orders).toHaveLength(20);
});

test('an erased buyer’s receipts stay and open for no one; the details go, and the export had both', async () => {
  const leaver = await signUp(app, 'payer');
  const bought = await ordered(leaver);
  await open(leaver, bought, { details });
  await refundWhole(bought);
  const { data } = await app.call('GET /user/export', { as: leaver.token });
  expect(data).toMatchObject({
    billing_details: [{ name: 'Ada Lovelace', country: 'GB' }],
    receipts: [{ kind: 'credit_note' }, { kind: 'receipt', buyer_name: 'Ada Lovelace', total_minor: 1310 }],
  });
  expect((await app.call('POST /user/delete', { as: leaver.token, body: { password: signUpPassword } })).status).toBe(
    200,
  );
  expect(await app.db.query('SELECT 1 FROM billing_details WHERE user_id = $1', [leaver.id])).toEqual([]);
  expect(await app.db.query('SELECT DISTINCT buyer_name FROM receipt WHERE order_id = $1', [bought])).toEqual([
    { buyer_name: 'Ada Lovelace' },
  ]);
  const link = createReceiptLinks(app.kit).linkOf(bought, true);
  expect((await open(undefined, bought, {}, tokenIn({ links: [link] }))).status).toBe(404);
});

test('a host sees the receipts and credit notes in their name, and opens those only', async () => {
  const issuer = await newHost(app);
  const event = await newEvent(app, issuer, { priceMinor: 1200 });
  const viewer = await newViewer(app);
  const sold = async () =>
    (await buy(app, event, await newViewer(app), { stripe_token: 'pm_card_visa' })).data.order.order_uuid;
  const first = (await buy(app, event, viewer, { stripe_token: 'pm_card_visa' })).data.order.order_uuid;
  const issued = async (who: TestActor, query: { kind?: 'credit_note'; cursor?: string } = {}) =>
    (await app.call('GET /billing/issued', { as: who.token, query })).data;
  expect((await issued(issuer)).documents).toEqual([]);
  await open(viewer, first, { details });
  for (let n = 0; n < 21; n++) await app.db.tx(async (tx) => issueReceipts(tx, app.kit.ids, [await sold()]));
  const page = await issued(issuer);
  expect(page.documents).toHaveLength(20);
  expect(page.documents[0]).toMatchObject({ number: expect.stringMatching(/-000022$/), amount: 12, tax: 0 });
  const rest = await issued(issuer, { cursor: page.next_cursor! });
  expect(rest).toMatchObject({
    documents: [{ number: expect.stringMatching(/-000002$/) }, { order_uuid: first }],
    next_cursor: null,
  });
  await refundWhole(first);
  expect((await issued(issuer, { kind: 'credit_note' })).documents).toMatchObject([{ order_uuid: first, amount: 12 }]);
  expect((await issued(host)).documents.some(({ order_uuid: order }) => order === first)).toBe(false);
  const file = (who: TestActor) =>
    app.http.inject({
      url: `/api/billing/issued/${first}/receipt.pdf`,
      headers: { [accessTokenHeader]: who.token },
    });
  expect((await file(host)).statusCode).toBe(404);
  expect((await file(viewer)).statusCode).toBe(403);
  const pdf = await file(issuer);
  expect([pdf.statusCode, pdf.headers['content-type'], pdf.rawPayload.subarray(0, 5).toString()]).toEqual([
    200,
    'application/pdf',
    '%PDF-',
  ]);
});
