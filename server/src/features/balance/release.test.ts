import { days, hours, minutes, seconds } from '@frontrow/core/kernel/instant.ts';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { newHost, newViewer, type TestActor } from '../../../test/actors.ts';
import { betweenTimes } from '../../../test/interleaving.ts';
import { dyingApp } from '../../../test/killable-app.ts';
import { newEvent, type TestEvent } from '../../../test/events.ts';
import { testApp, type TestApp } from '../../../test/harness.ts';
import { expectInvariants } from '../../../test/invariants.ts';
import { addAccount, requestPayout } from '../../../test/payouts.ts';
import { giveTicket, startedAgo } from '../../../test/tickets.ts';
import { rankHost } from '../reviews/index.ts';
import { rebuildBalances } from './balances.ts';
import { releaseEvent, releaseEvents } from './release.ts';

let app: TestApp;
beforeAll(async () => void (app = await testApp()));
afterEach(() => expectInvariants(app));
afterAll(() => app.close());

/** An event that took place: sold to so many, started in time, finished now. */
async function delivered(host: TestActor, sold = 1, priceMinor = 1200): Promise<TestEvent> {
  const event = await newEvent(app, host, { priceMinor });
  for (let n = 0; n < sold; n++) await giveTicket(app, event, await newViewer(app));
  await startedAgo(app, event, minutes(60));
  await app.db.query('UPDATE event SET state = 1, started_at = starts_at WHERE id = $1', [event.id]);
  await finish(event);
  return event;
}
async function finish(event: TestEvent): Promise<void> {
  await app.db.query('UPDATE event SET state = 2, finished_at = app_now() WHERE id = $1', [event.id]);
  await rankHost(app.db, event.hostId);
}
const balance = async (host: TestActor) => (await app.call('GET /balance', { as: host.token })).data;
const euros = async (host: TestActor) => {
  const [line] = (await balance(host)).currencies;
  return line && [line.pending, line.available, line.paid_out];
};
const takeBack = (event: TestEvent, reason = 'admin') =>
  app.db.query('SELECT refund_orders($1, $2, NULL, 10)', [event.id, reason]);
const facts = (event: TestEvent) =>
  app.db.query("SELECT 1 FROM outbox WHERE topic = 'EventReleased' AND payload ->> 'eventUuid' = $1", [event.id]);

test('money is pending until three days after the end, and available from then on, released once', async () => {
  const host = await newHost(app);
  expect((await balance(host)).currencies).toEqual([]);
  const event = await delivered(host, 2);
  expect(await euros(host)).toEqual([24, 0, 0]);
  await app.clock.advance(days(3) - minutes(1));
  await app.quiesce();
  expect(await euros(host)).toEqual([24, 0, 0]);
  expect(await facts(event)).toHaveLength(0);
  await app.clock.advance(minutes(2));
  await Promise.all([app.quiesce(), releaseEvents(app.kit), releaseEvent(app.kit, event.id)]);
  expect(await releaseEvent(app.kit, event.id)).toBe(false);
  expect(await euros(host)).toEqual([0, 24, 0]);
  expect(await facts(event)).toHaveLength(1);
  const { movements } = await balance(host);
  expect(
    movements.map((each) => [each.movement_kind, each.amount, each.pending_change, each.available_change]),
  ).toEqual([
    ['release', 24, -24, 24],
    ['sale', 12, 12, 0],
    ['sale', 12, 12, 0],
  ]);
  const fee = await app.db.one<{ sum: number }>(
    `SELECT -sum(x.amount_minor)::bigint AS sum FROM ledger_entry x JOIN ledger_account a ON a.id = x.account_id
     WHERE a.kind = 'fee_revenue'`,
  );
  expect(fee?.sum).toBe(2 * 110);
});

test('an unfinished event, a cancelled one and a free one release nothing', async () => {
  const host = await newHost(app);
  const upcoming = await newEvent(app, host, { priceMinor: 500 });
  await giveTicket(app, upcoming, await newViewer(app));
  await startedAgo(app, upcoming, -days(30));
  const cancelled = await newEvent(app, host, { priceMinor: 500, cancelled: 'host' });
  const free = await newEvent(app, host, { state: 'finished' });
  await app.clock.advance(days(4));
  await app.quiesce();
  expect(await euros(host)).toEqual([5, 0, 0]);
  expect(await releaseEvent(app.kit, upcoming.id)).toBe(false);
  expect(await releaseEvent(app.kit, cancelled.id)).toBe(false);
  expect(await facts(free)).toHaveLength(0);
});

test('a refund after the release makes the balance negative, and the next release is netted with it', async () => {
  const host = await newHost(app);
  const first = await delivered(host, 1, 1200);
  await app.clock.advance(days(3) + seconds(1));
  await app.quiesce();
  expect(await euros(host)).toEqual([0, 12, 0]);
  await takeBack(first);
  await app.quiesce();
  expect(await euros(host)).toEqual([0, 0, 0]);
  // A payout had taken the money before the refund: the host owes it.
  const second = await delivered(host, 1, 3000);
  await app.clock.advance(days(3) + seconds(1));
  await app.quiesce();
  await addAccount(app, host, 'pays');
  expect((await requestPayout(app, host)).status).toBe(200);
  await app.quiesce();
  await app.clock.advance(seconds(5));
  await app.quiesce();
  expect(await euros(host)).toEqual([0, 0, 30]);
  await takeBack(second);
  await app.quiesce();
  expect(await euros(host)).toEqual([0, -30, 30]);
  const third = await delivered(host, 2, 2000);
  expect(await euros(host)).toEqual([40, -30, 30]);
  await app.clock.advance(days(3) + seconds(1));
  await app.quiesce();
  expect(await euros(host)).toEqual([0, 10, 30]);
  expect(await facts(third)).toHaveLength(1);
});

test('every ticket is refunded once when refunds meet the release, whichever comes first', async () => {
  const host = await newHost(app);
  for (let round = 0; round < 4; round++) {
    const event = await delivered(host, 2);
    await app.clock.advance(days(3) + seconds(1));
    await Promise.all([takeBack(event), releaseEvent(app.kit, event.id), takeBack(event), releaseEvents(app.kit)]);
    await app.quiesce();
    expect(await euros(host)).toEqual([0, 0, 0]);
  }
});

test('a late refund that is requested in time leaves before the release', async () => {
  const host = await newHost(app);
  const event = await newEvent(app, host, { priceMinor: 1200 });
  const viewer = await newViewer(app);
  const ticket = await giveTicket(app, event, viewer);
  await giveTicket(app, event, await newViewer(app));
  await app.db.query("UPDATE orders SET paid_at = paid_at - interval '2 hours' WHERE event_id = $1", [event.id]);
  await startedAgo(app, event, minutes(45));
  await app.db.query("UPDATE event SET state = 1, started_at = starts_at + interval '20 minutes' WHERE id = $1", [
    event.id,
  ]);
  await finish(event);
  await app.clock.advance(hours(23));
  const { refund } = app.kit.cards;
  app.kit.cards.refund = async () => ({ ref: 're_slow', status: 'pending' });
  await app.call('POST /tickets/refund', { as: viewer.token, body: { ticket_uuid: ticket.id } });
  await app.clock.advance(days(3));
  await releaseEvents(app.kit);
  expect(await euros(host)).toEqual([0, 12, 0]);
  app.kit.cards.refund = refund;
  await app.quiesce();
  await app.clock.advance(minutes(5));
  await app.quiesce();
  expect(await euros(host)).toEqual([0, 12, 0]);
});

test('a refund after the release comes from escrow, not from the host’s balance', async () => {
  const host = await newHost(app);
  const event = await delivered(host, 1);
  const viewer = await newViewer(app);
  const order = await app.db.one<{ id: string }>(
    `INSERT INTO orders (id, event_id, buyer_id, holder_key, status, price_minor, fee_minor, min_fee_minor, fee_bp,
       total_minor, currency)
     VALUES (gen_random_uuid(), $1, $2, 'o:late', 'expired', 1200, 110, 50, 500, 1310, 'EUR') RETURNING id`,
    [event.id, viewer.id],
  );
  await app.clock.advance(days(3) + seconds(1));
  await app.quiesce();
  const intent = await app.kit.cards.charge({
    paymentId: crypto.randomUUID(),
    orderId: order!.id,
    amountMinor: 1310,
    currency: 'EUR',
    source: { method: 'pm_card_visa' },
    remember: false,
    returnUrl: 'http://localhost:3000/x',
    description: 'late',
  });
  await app.db.query(
    `INSERT INTO payment (id, order_id, provider, provider_ref, amount_minor, currency, status, idem_key)
     VALUES ($1::uuid, $2, 'sandbox_card', $3, 1310, 'EUR', 'processing', $1::text)`,
    [intent.paymentId, order!.id, intent.ref],
  );
  await app.clock.advance(minutes(1));
  await app.quiesce();
  expect(await app.db.query('SELECT 1 FROM refund WHERE payment_id = $1', [intent.paymentId])).toHaveLength(1);
  expect(await euros(host)).toEqual([0, 12, 0]);
});

test('balances are recalculated from the ledger while sales continue', async () => {
  const host = await newHost(app);
  await delivered(host, 2);
  const event = await newEvent(app, host, { priceMinor: 700 });
  await app.db.query('UPDATE host_balance SET amount_minor = amount_minor + 5 WHERE host_id = $1', [host.id]);
  expect(await euros(host)).toEqual([24.05, 0, 0]);
  await Promise.all([
    ...Array.from({ length: 6 }, async () => giveTicket(app, event, await newViewer(app))),
    rebuildBalances(app.db),
    rebuildBalances(app.db),
  ]);
  expect(await euros(host)).toEqual([24 + 42, 0, 0]);
});

test('balances are recalculated while a sale holds its event and then posts to it', async () => {
  const host = await newHost(app);
  const event = await delivered(host, 2);
  const spoil = 'UPDATE host_balance SET amount_minor = amount_minor + 5 WHERE event_id = $1';
  await app.db.query(spoil, [event.id]);
  await app.db.tx(async (tx) => {
    await tx.query('SELECT 1 FROM event WHERE id = $1 FOR UPDATE', [event.id]);
    expect(await app.db.one('SELECT rebuild_host_balances() > 0 AS made')).toEqual({ made: true });
  });
  expect(await euros(host)).toEqual([24, 0, 0]);
  // A row that is missing names its event, and so waits for the sale before it keeps anyone from the balances.
  await app.db.query('DELETE FROM host_balance WHERE event_id = $1', [event.id]);
  await betweenTimes(
    app,
    event,
    () => rebuildBalances(app.db),
    () => app.db.query('UPDATE host_balance SET amount_minor = amount_minor WHERE host_id = $1', [host.id]),
  );
  expect(await euros(host)).toEqual([24, 0, 0]);
});

test('a release killed at any statement happens once', async () => {
  const host = await newHost(app);
  const dying = dyingApp(app);
  for (let statement = 0; ; statement++) {
    await delivered(host, 1);
    await app.clock.advance(days(3) + seconds(1));
    dying.dieAfter(statement);
    await releaseEvents(app.kit).catch(() => undefined);
    const died = dying.revive();
    await releaseEvents(app.kit);
    expect(await euros(host)).toEqual([0, 12 * (statement + 1), 0]);
    if (!died) break;
  }
});
