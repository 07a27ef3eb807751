import { minutes } from '@frontrow/core/kernel/instant.ts';
import { afterAll, afterEach, expect, test } from 'vitest';
import { newAdmin } from '../../../test/actors.ts';
import { disputesOf, fee, paid, price, type Sold } from '../../../test/disputes.ts';
import { dyingApp } from '../../../test/killable-app.ts';
import { testApp } from '../../../test/harness.ts';
import { expectInvariants } from '../../../test/invariants.ts';
import { correctReceipt } from './issue-receipts.ts';
import { receiptPdf } from './receipt-pdf.ts';

const app = await testApp();
afterEach(() => expectInvariants(app));
afterAll(() => app.close());
const { sold, dispute, decide, rethink } = disputesOf(app);

const receiptOf = async ({ viewer, order }: Sold) =>
  (await app.call('POST /billing/orders/:order/receipt', { as: viewer.token, params: { order }, body: {} })).data
    .receipt;
/** Each note's kind with what its parts say, in cents. */
const notesOf = async (one: Sold) =>
  (await receiptOf(one)).notes.map(({ kind, parts }) => [kind, ...parts.map(({ amount }) => Math.round(amount * 100))]);

test('an open dispute corrects no receipt; lost, it is corrected by a credit note, which host and buyer see', async () => {
  const one = await sold();
  await receiptOf(one);
  const ref = await dispute(one);
  expect(await notesOf(one)).toEqual([]);
  await decide(ref, 'lost');
  const { receipt, notes } = await receiptOf(one);
  expect(notes).toMatchObject([
    { kind: 'credit_note', total: 13.1, refund_uuid: null, dispute_uuid: expect.stringMatching(/^[0-9a-f-]{36}$/) },
  ]);
  const numbers = notes[0]!.parts.map(({ number }) => number);
  expect(numbers).toEqual([expect.stringMatching(`^HC${one.host.id}-`), expect.stringMatching('^FC-')]);
  const { orders } = (await app.call('GET /billing/orders', { as: one.viewer.token })).data;
  expect(orders[0]).toMatchObject({
    order_status: 'charged_back',
    receipt_numbers: receipt.parts.map(({ number }) => number),
    dispute_notes: numbers,
  });
  const issued = await app.call('GET /billing/issued', { as: one.host.token, query: { kind: 'credit_note' } });
  expect(issued.data.documents).toMatchObject([{ number: numbers[0], order_uuid: one.order, amount: 12 }]);
});

test('a loss before there was a receipt is noted together with it', async () => {
  const one = await sold();
  await decide(await dispute(one), 'lost');
  expect(await notesOf(one)).toEqual([['credit_note', price, fee]]);
});

test('a bank that thinks again: a debit note takes the loss back, and it may be lost again', async () => {
  const one = await sold();
  await app.call('POST /admin/tax_rates', { as: (await newAdmin(app)).token, body: { country: 'GB', rate: 20 } });
  await app.call('POST /billing/details', {
    as: one.viewer.token,
    body: { name: 'Ada', address: '', country: 'GB', tax_id: '' },
  });
  const sale = await receiptOf(one);
  const ref = await dispute(one);
  for (const status of ['lost', 'won', 'lost', 'open', 'won'] as const) await rethink(ref, status);
  const back = ['credit_note', price, fee];
  const again = ['debit_note', price, fee];
  expect(await notesOf(one)).toEqual([back, again, back, again]);
  const last = await receiptOf(one);
  expect(last.notes[1]?.parts.map(({ tax }) => tax)).toEqual(sale.receipt.parts.map(({ tax }) => tax));
  expect(last.notes[1]?.parts.map(({ number }) => number)).toEqual([
    expect.stringMatching(`^HD${one.host.id}-`),
    expect.stringMatching('^FD-'),
  ]);
  expect((await receiptPdf(last)).toString('latin1').match(/\/Type \/Page\b/g)).toHaveLength(5);
});

test('another sum is lost: what is more is credited, what is less is debited', async () => {
  const one = await sold();
  await receiptOf(one);
  const ref = await dispute(one, 500);
  await decide(ref, 'lost');
  for (const cents of [paid, 800]) {
    await app.db.query('UPDATE sandbox_dispute SET amount_minor = $2 WHERE ref = $1', [ref, cents]);
    await rethink(ref, 'lost');
  }
  expect(await notesOf(one)).toEqual([
    ['credit_note', 500],
    ['credit_note', price - 500, fee],
    ['debit_note', price - 800, fee],
  ]);
});

test('a dispute that is won where no seat is left has a debit note, and its refund another credit note', async () => {
  const one = await sold({ capacity: 1 });
  await receiptOf(one);
  const ref = await dispute(one);
  await decide(ref, 'lost');
  await sold({}, one);
  await rethink(ref, 'won');
  expect(await notesOf(one)).toEqual([
    ['credit_note', price, fee],
    ['debit_note', price, fee],
    ['credit_note', price, fee],
  ]);
});

test('a dispute of an earlier refund belongs to no sale and has no credit note', async () => {
  const one = await sold();
  await receiptOf(one);
  await app.db.query("SELECT refund_orders($1, 'admin', NULL, 1)", [one.event.id]);
  await app.quiesce();
  await decide(await dispute(one), 'lost');
  expect((await receiptOf(one)).notes).toMatchObject([{ kind: 'credit_note', dispute_uuid: null }]);
});

test('a refund that came back before its payment was disputed and lost is credited once', async () => {
  const one = await sold();
  await receiptOf(one);
  await app.db.query("SELECT refund_orders($1, 'admin', NULL, 1)", [one.event.id]);
  await app.quiesce();
  const credited = [['credit_note', price, fee]];
  expect(await notesOf(one)).toEqual(credited);
  await app.db.query("UPDATE sandbox_refund SET status = 'failed' WHERE capture_ref = $1", [one.charge]);
  await app.db.query('SELECT take_back_refund(payment_id, provider_ref, 86400, 3) FROM refund WHERE payment_id = $1', [
    one.payment,
  ]);
  const ref = await dispute(one);
  await app.clock.advance(minutes(2));
  await app.quiesce();
  await decide(ref, 'lost');
  const refunds = 'SELECT status FROM refund WHERE payment_id = $1';
  expect(await app.db.query(refunds, [one.payment])).toEqual([{ status: 'failed' }]);
  expect(await notesOf(one)).toEqual(credited);
  // Won after all, the same refund is made again.
  await rethink(ref, 'won');
  expect(await app.db.query(refunds, [one.payment])).toEqual([{ status: 'succeeded' }]);
  expect(await notesOf(one)).toEqual(credited);
});

test('a process that ends after any statement of the correction corrects it once', async () => {
  const mortal = await testApp({ overrides: { databaseUrl: app.databaseUrl, clock: app.clock } });
  const death = dyingApp(mortal);
  const one = await sold({ capacity: 49 });
  let deaths = 0;
  for (let statement = 0, died = true; died; statement++) {
    expect(statement).toBeLessThan(20);
    const next = await sold({}, one);
    await receiptOf(next);
    await app.db.query("SELECT settle_dispute($1, $2, 0, 'lost', $3, 'EUR', 0, 'general', NULL, 60)", [
      next.payment,
      `dp_${statement}`,
      paid,
    ]);
    death.dieAfter(statement);
    await mortal.db.tx((tx) => correctReceipt(tx, mortal.kit.ids, next.order)).catch(() => undefined);
    died = death.revive();
    if (died) deaths += 1;
    await app.quiesce();
    expect(await notesOf(next)).toEqual([['credit_note', price, fee]]);
  }
  expect(deaths).toBeGreaterThan(4);
  await mortal.close();
});
