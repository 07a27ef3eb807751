import { days, hours, minutes } from '@frontrow/core/kernel/instant.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newHost, newViewer, type TestActor } from '../../../test/actors.ts';
import { newEvent, type TestEvent } from '../../../test/events.ts';
import { testApp, type TestApp } from '../../../test/harness.ts';
import { expectInvariants } from '../../../test/invariants.ts';
import { liveRoom } from '../../../test/rooms.ts';
import { giveTicket, startedAgo } from '../../../test/tickets.ts';
import { joinList } from '../../../test/waitlist.ts';
import { rebuildStats } from './index.ts';

let app: TestApp;
beforeAll(async () => void (app = await testApp()));
afterAll(async () => {
  await expectInvariants(app);
  await app.close();
});

const stats = async (host: TestActor, query: Record<string, string> = {}) =>
  (await app.call('GET /stats', { as: host.token, query })).data;
const counted = () =>
  Promise.all(
    ['event_day', 'event_show', 'host_day', 'follow_day'].map((table) =>
      app.db.query(`SELECT * FROM ${table} AS t ORDER BY t`),
    ),
  );

/** What was counted from day to day is what a rebuild counts from the beginning, and what the ledger says. */
async function expectRebuilt(): Promise<void> {
  await app.quiesce();
  const before = await counted();
  await rebuildStats(app.db);
  expect(await counted()).toEqual(before);
  const different = await app.db.query(
    `SELECT d.event_id FROM (
       SELECT event_id, sum(price_minor - refunded_price_minor) AS price, sum(fee_minor - refunded_fee_minor) AS fee
       FROM event_day GROUP BY event_id) d
     CROSS JOIN LATERAL (
       SELECT coalesce(-sum(x.amount_minor) FILTER (WHERE a.kind IN ('host_escrow', 'host_payable')), 0) AS price,
         coalesce(-sum(x.amount_minor) FILTER (WHERE a.kind IN ('fee_deferred', 'fee_revenue')), 0) AS fee
       FROM ledger_tx t JOIN orders o ON o.id = t.order_id JOIN ledger_entry x ON x.tx_id = t.id
       JOIN ledger_account a ON a.id = x.account_id
       WHERE o.event_id = d.event_id) l
     WHERE (d.price, d.fee) IS DISTINCT FROM (l.price, l.fee)`,
  );
  expect(different).toEqual([]);
}

async function refund(ticketOf: TestActor, event: TestEvent, price: number, fee: number): Promise<void> {
  await app.db.tx(async (tx) => {
    await tx.query(
      `WITH changed AS (
         UPDATE orders SET refunded_price_minor = refunded_price_minor + $3, refunded_fee_minor = refunded_fee_minor + $4
         WHERE event_id = $1 AND buyer_id = $2 AND status = 'paid' RETURNING *)
       SELECT open_refund(p, c::orders, 'part', $3::bigint, $4::bigint) FROM changed c JOIN payment p ON p.order_id = c.id`,
      [event.id, ticketOf.id, price, fee],
    );
  });
}

test('others’ events, days that are none and ranges that are too long are refused', async () => {
  const [host, other] = [await newHost(app), await newHost(app)];
  const event = await newEvent(app, other);
  const refused = async (query: Record<string, string>) =>
    (await app.call('GET /stats', { as: host.token, query })).errors[0]?.code;
  for (const call of ['GET /stats', 'GET /stats/events', 'GET /stats/csv'] as const) {
    const query = { event_uuid: event.id, table: 'days' };
    expect((await app.call(call, { as: host.token, query })).status).toBe(403);
    expect((await app.call(call, { as: (await newViewer(app)).token, query })).errors[0]?.code).toBe('hosts_only');
  }
  expect(await refused({ event_uuid: '00000000-0000-4000-8000-000000000000' })).toBe('event_not_found');
  expect(await refused({ from: 'soon' })).toBe('range_day_invalid');
  expect(await refused({ from: '2026-02-02', to: '2026-02-01' })).toBe('range_reversed');
  expect(await refused({ from: '2020-02-02', to: '2026-02-01' })).toBe('range_too_long');
});

test('a new host reads zeros', async () => {
  const data = await stats(await newHost(app));
  expect(data.totals).toMatchObject({ views: 0, tickets_sold: 0, conversion: null, average_stars: null });
  expect(data.days).toHaveLength(30);
  expect([data.money, data.events, data.sources, data.who_stayed]).toEqual([[], [], [], null]);
});

test('sales, parts that went back and tickets that were taken back are counted by day, as in the ledger', async () => {
  const host = await newHost(app);
  const [event, free] = [await newEvent(app, host, { priceMinor: 1200 }), await newEvent(app, host)];
  const [first, second, third] = [await newViewer(app), await newViewer(app), await newViewer(app)];
  for (const buyer of [first, second, third]) await giveTicket(app, event, buyer);
  await giveTicket(app, free, first);
  await refund(first, event, 300, 0);
  await app.db.query(
    `SELECT refund_orders($1, 'admin', ARRAY(SELECT id FROM orders WHERE event_id = $1 AND buyer_id = $2), 1)`,
    [event.id, second.id],
  );
  await app.quiesce();
  const all = await stats(host);
  expect(all.totals).toMatchObject({ tickets_sold: 4, tickets_returned: 1 });
  expect(all.money).toEqual([{ currency_code: 'EUR', revenue: 21, fee: 2.2, refunded: 15 }]);
  expect(all.days.at(-1)).toMatchObject({ tickets_sold: 4, tickets_returned: 1, money: all.money });
  const one = await stats(host, { event_uuid: free.id });
  expect([one.totals.tickets_sold, one.money[0]?.revenue, one.event?.event_uuid]).toEqual([1, 0, free.id]);
  expect(all.events.map((row) => [row.event_uuid, row.seats_sold, row.money.revenue]).toSorted()).toEqual(
    [
      [event.id, 2, 21],
      [free.id, 1, 0],
    ].toSorted(),
  );
  const csv = (await app.call('GET /stats/csv', { as: host.token, query: { table: 'days' } })).data;
  expect(csv.csv.startsWith('\uFEFFday,views,visitors,tickets_sold')).toBe(true);
  expect(csv.csv.trim().split('\r\n')).toHaveLength(31);
  await expectRebuilt();
});

test('people who wait for a seat are counted, whenever the event is', async () => {
  const host = await newHost(app);
  const event = await startedAgo(app, await newEvent(app, host, { capacity: 1 }), -days(60));
  await giveTicket(app, event, await newViewer(app));
  expect((await joinList(app, event, await newViewer(app))).status).toBe(200);
  expect((await stats(host)).seats).toEqual({ seats: 0, seats_sold: 0, waiting: 1 });
  expect((await stats(host, { event_uuid: event.id })).seats).toEqual({ seats: 1, seats_sold: 1, waiting: 1 });
});

test('anyone who came, how many watched and for how long, turns and chat are counted when an event is over', async () => {
  const room = await liveRoom(app, 3);
  const [one, two] = [room.viewers[0]!, room.viewers[1]!];
  await room.enter(one);
  await app.quiesce();
  await app.clock.advance(minutes(1));
  await app.quiesce();
  await room.enter(two);
  await room.do(one, 'POST /events/streaming/raise_hand', { raised: true });
  await room.do(room.host, 'POST /events/streaming/allow_mic', { username: one.username });
  await room.do(one, 'POST /events/streaming/messages_new', { message: 'Hello' });
  await app.quiesce();
  await room.do(room.host, 'POST /events/streaming/stop_streaming');
  await app.quiesce();
  const data = await stats(room.host);
  expect(data.totals).toMatchObject({
    shows: 1,
    tickets_expected: 3,
    attended: 2,
    no_shows: 1,
    peak_viewers: 2,
    average_viewers: 1.5,
    average_watch_minutes: 1.5,
    turns: 1,
    chat_messages: 1,
  });
  expect(data.who_stayed?.viewers).toEqual([
    { minute: 0, viewers: 1 },
    { minute: 1, viewers: 2 },
  ]);
  await expectRebuilt();

  // Ninety days later the log is gone, and what was counted stays.
  await app.clock.advance(days(91));
  await app.quiesce();
  await expectRebuilt();
  const later = await stats(room.host, { event_uuid: room.event.id, from: data.from, to: data.to });
  expect(later.totals).toMatchObject({ turns: 1, chat_messages: 1, attended: 2 });
});

test('followers and reviews are counted, and no longer when they are gone; days are those of the host’s zone', async () => {
  const host = await newHost(app, { zoneName: 'Pacific/Kiritimati' });
  const [fan, other] = [await newViewer(app), await newViewer(app)];
  const event = await newEvent(app, host);
  await giveTicket(app, event, fan);
  const follow = (who: TestActor, follows: boolean) =>
    app.call('POST /hosts/follow', { as: who.token, body: { username: host.username, follow: follows } });
  await follow(fan, true);
  await follow(other, true);
  await app.quiesce();
  expect(await stats(host)).toMatchObject({ followers: 2, totals: { new_followers: 2, tickets_sold: 1 } });
  await follow(other, false);
  await app.quiesce();
  expect((await stats(host)).followers).toBe(1);

  const daysBefore = await app.db.query('SELECT day FROM event_day WHERE event_id = $1', [event.id]);
  await app.db.query("UPDATE app_user SET zone_name = 'Pacific/Pago_Pago' WHERE id = $1", [host.id]);
  await app.quiesce();
  const daysAfter = await app.db.query('SELECT day FROM event_day WHERE event_id = $1', [event.id]);
  // 25 hours lie between the two zones.
  expect(daysAfter).not.toEqual(daysBefore);
  await expectRebuilt();
});

test('a fact that is delivered twice, and counts that run at once, count once', async () => {
  const host = await newHost(app);
  const event = await newEvent(app, host);
  for (let n = 0; n < 3; n++) await giveTicket(app, event, await newViewer(app));
  await app.db.query(`UPDATE outbox SET sent_at = NULL WHERE topic = 'TicketIssued'`);
  await app.quiesce();
  await Promise.all(Array.from({ length: 4 }, () => app.db.query('SELECT recount_event($1)', [event.id])));
  expect((await stats(host)).totals.tickets_sold).toBe(3);
  await app.clock.advance(hours(1));
  await expectRebuilt();
});

test('the file of events is UTF-8 with a byte order mark, and no title in it becomes a formula', async () => {
  const host = await newHost(app);
  for (const title of ['＝SUM(A1), "all"', '＋1', '－1', '＠SUM(A1)']) await newEvent(app, host, { title });
  const { csv } = (await app.call('GET /stats/csv', { as: host.token, query: { table: 'events' } })).data;
  expect(csv.startsWith('\uFEFFevent_')).toBe(true);
  expect(csv).toContain(`"'＝SUM(A1), ""all"""`);
  for (const escaped of [`'＋1`, `'－1`, `'＠SUM(A1)`]) expect(csv).toContain(`,${escaped},`);
});
