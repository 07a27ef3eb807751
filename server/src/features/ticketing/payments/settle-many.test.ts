import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newHost, newViewer, type TestActor } from '../../../../test/actors.ts';
import { newEvent, type TestEvent } from '../../../../test/events.ts';
import { testApp, type TestApp } from '../../../../test/harness.ts';
import { brokenInvariants } from '../../../../test/invariants.ts';
import { purchaseBody } from '../../../../test/tickets.ts';

let app: TestApp;
beforeAll(
  async () =>
    void (app = await testApp({
      apart: { L09: 'tampered money waits in suspense', S01: 'an event is cancelled by hand' },
    })),
);
afterAll(() => app.close());

interface Said {
  readonly payment_id: string;
  readonly status: string;
  readonly amount: number;
}

/** A held seat with an open payment. */
async function paying(event: TestEvent, buyer: TestActor): Promise<{ orderId: string; said: Said }> {
  const held = await app.call('POST /events/hold', { as: buyer.token, body: await purchaseBody(app, event) });
  return anotherPayment(held.data.order.order_uuid);
}
async function anotherPayment(orderId: string): Promise<{ orderId: string; said: Said }> {
  const payment_id = randomUUID();
  const row = await app.db.one<{ total_minor: number }>('SELECT total_minor FROM orders WHERE id = $1', [orderId]);
  await app.db.query(
    `INSERT INTO payment (id, order_id, provider, amount_minor, currency, status, idem_key)
     VALUES ($1::uuid, $2, 'stripe', $3, 'EUR', 'creating', $1::uuid::text)`,
    [payment_id, orderId, row!.total_minor],
  );
  return { orderId, said: { payment_id, status: 'succeeded', amount: row!.total_minor } };
}

async function settle(event: TestEvent, said: readonly Said[]): Promise<string[]> {
  const rows = said.map((one, n) => ({
    n,
    ref: `pi_${one.payment_id}`,
    capture_ref: `ch_${one.payment_id}`,
    currency: 'EUR',
    ticket_id: randomUUID(),
    code: `FR-${one.payment_id.slice(0, 8)}${n}`,
    ...one,
  }));
  const answers = await app.db.query<{ n: number; verdict: string }>('SELECT * FROM settle_payments($1, $2)', [
    event.id,
    JSON.stringify(rows),
  ]);
  return answers.toSorted((a, b) => a.n - b.n).map((answer) => answer.verdict);
}

test('one batch of every case is settled as if each payment came alone', async () => {
  const host = await newHost(app);
  const event = await newEvent(app, host, { priceMinor: 1200, kind: 'broadcast', capacity: 20 });
  const [plain, twice, declined, tampered, given] = await Promise.all(
    Array.from({ length: 5 }, async () => paying(event, await newViewer(app))),
  );
  // Two tabs paid for one order.
  await app.db.query("UPDATE payment SET status = 'failed' WHERE id = $1", [twice!.said.payment_id]);
  const secondTab = await anotherPayment(twice!.orderId);
  await app.db.query("UPDATE payment SET status = 'failed' WHERE id = $1", [secondTab.said.payment_id]);
  // Abandoned, but its money arrives anyway.
  await app.db.query("UPDATE payment SET status = 'canceled' WHERE id = $1", [given!.said.payment_id]);
  await app.db.query('SELECT release_hold($1)', [given!.orderId]);

  expect(
    await settle(event, [
      plain!.said,
      plain!.said,
      twice!.said,
      secondTab.said,
      { ...declined!.said, status: 'failed' },
      { ...tampered!.said, amount: 1 },
      given!.said,
    ]),
  ).toEqual(['paid', 'already', 'paid', 'refunding', 'failed', 'mismatch', 'refunding']);
  expect(await settle(event, [plain!.said, twice!.said])).toEqual(['already', 'already']);

  const counts = await app.db.one('SELECT sold, held, tickets_issued FROM event WHERE id = $1', [event.id]);
  expect(counts).toEqual({ sold: 2, held: 2, tickets_issued: 2 });
  const seats = await app.db.query<{ order_id: string; seat: number }>(
    'SELECT order_id, seat FROM ticket WHERE event_id = $1 ORDER BY seat',
    [event.id],
  );
  expect(seats).toEqual([
    { order_id: plain!.orderId, seat: 1 },
    { order_id: twice!.orderId, seat: 2 },
  ]);
  const books = await app.db.query<{ kind: string; owner: string; sum: number }>(
    `SELECT a.kind, a.owner, sum(e.amount_minor)::int AS sum
     FROM ledger_entry e JOIN ledger_account a ON a.id = e.account_id
     JOIN ledger_tx t ON t.id = e.tx_id WHERE t.kind = 'capture' GROUP BY a.kind, a.owner ORDER BY a.kind`,
  );
  // Four captures of 12.00 and their fee of 1.10 each: two kept, two being refunded.
  expect(books).toEqual([
    { kind: 'fee_deferred', owner: event.id, sum: -440 },
    { kind: 'host_escrow', owner: event.id, sum: -4800 },
    { kind: 'psp_clearing', owner: 'stripe', sum: 5240 },
  ]);
  const broken = await brokenInvariants(app.db);
  expect(broken.filter((line) => /^(M0[1-7]|S0)/.test(line))).toEqual([]);
});

test('a cancelled event keeps no money, however many payments arrive at the same time', async () => {
  const host = await newHost(app);
  const event = await newEvent(app, host, { priceMinor: 1200 });
  const buyers = await Promise.all(Array.from({ length: 3 }, async () => paying(event, await newViewer(app))));
  await app.db.query("UPDATE event SET state = 2, cancelled_at = app_now(), cancel_reason = 'host' WHERE id = $1", [
    event.id,
  ]);
  expect(
    await settle(
      event,
      buyers.map(({ said }) => said),
    ),
  ).toEqual(['refunding', 'refunding', 'refunding']);
  expect(await app.db.one('SELECT sold, held FROM event WHERE id = $1', [event.id])).toEqual({ sold: 0, held: 0 });
});
