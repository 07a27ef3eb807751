import { hours, minutes, seconds } from '@frontrow/core/kernel/instant.ts';
import { refuse } from '@frontrow/core/refuse.ts';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { newHost, newViewer, type TestActor } from '../../../../test/actors.ts';
import { type EventTraits, newEvent } from '../../../../test/events.ts';
import { testApp, type TestApp } from '../../../../test/harness.ts';
import { expectInvariants } from '../../../../test/invariants.ts';
import { buy, giveTicket, startedAgo } from '../../../../test/tickets.ts';
import { moveEvent } from '../../events/event-states.ts';
import { refundInPart } from './refunds.ts';

let app: TestApp;
let host: TestActor;
beforeAll(async () => {
  app = await testApp();
  host = await newHost(app, { massive: true });
});
afterEach(() => expectInvariants(app));
afterAll(() => app.close());

const show = (traits: EventTraits = {}) => newEvent(app, host, { priceMinor: 1200, ...traits });
const codes = (answer: { errors: readonly { code: string }[] }) => answer.errors.map((line) => line.code);
const refund = (ticket: string, as: TestActor) =>
  app.call('POST /tickets/refund', { as: as.token, body: { ticket_uuid: ticket } });
const counters = (id: string) =>
  app.db.one<{ held: number; sold: number }>('SELECT held, sold FROM event WHERE id = $1', [id]);
const statuses = (id: string) =>
  app.db
    .query<{ status: string }>('SELECT status FROM orders WHERE event_id = $1 ORDER BY status', [id])
    .then((rows) => rows.map((row) => row.status));

test('only the holder may refund a late host’s ticket, once the host is late, and the seat is free immediately', async () => {
  const event = await show({ capacity: 1 });
  const viewer = await newViewer(app);
  const { id } = await giveTicket(app, event, viewer);
  expect(codes(await refund(id, viewer))).toEqual(['refund_not_due']);
  await app.db.query("UPDATE orders SET paid_at = paid_at - interval '1 hour' WHERE event_id = $1", [event.id]);
  await startedAgo(app, event, minutes(10));
  expect(codes(await refund(id, await newViewer(app)))).toEqual(['ticket_not_found']);
  const answer = await refund(id, viewer);
  expect(answer.data.ticket).toMatchObject({ ticket_state: 'refunding', order: { order_status: 'refunding' } });
  expect(await counters(event.id)).toEqual({ held: 0, sold: 0 });
  await app.quiesce();
  expect((await refund(id, viewer)).data.ticket).toMatchObject({
    ticket_state: 'refunded',
    order: { order_status: 'refunded' },
  });
  expect(await app.db.query('SELECT 1 FROM refund')).toHaveLength(1);
});

test('what a full refund returns is known before, without what was refunded by hand', async () => {
  const event = await show();
  const viewer = await newViewer(app);
  const ticket = await giveTicket(app, event, viewer);
  const shown = async () => (await app.call('GET /tickets/mine', { as: viewer.token })).data.tickets[0];
  expect(await shown()).toMatchObject({ refund_total: 13.1, bought: true });
  const order = await app.db.one<{ id: string }>('SELECT id FROM orders WHERE event_id = $1', [event.id]);
  expect(await refundInPart(app.db, order!.id, 'admin', { priceMinor: 500, feeMinor: 10 })).toBe(true);
  await app.db.query("UPDATE orders SET paid_at = paid_at - interval '1 hour' WHERE event_id = $1", [event.id]);
  await startedAgo(app, event, minutes(10));
  expect(await shown()).toMatchObject({ refundable: true, refund_total: 8, ticket: { order: { total: 13.1 } } });
  const page = await app.call('GET /tickets/:ticket', { as: viewer.token, params: { ticket: ticket.id } });
  expect(page.data).toMatchObject({ refundable: true, refund_total: 8 });
  await refund(ticket.id, viewer);
  await app.quiesce();
  expect(await app.db.query("SELECT amount_minor FROM refund WHERE reason = 'host_late'")).toContainEqual({
    amount_minor: 800,
  });
});

test('a cancelled event refunds every buyer, releases its holds and voids free tickets', async () => {
  const event = await show({ capacity: 40, promo: { code: 'GIFT', percent: 100 } });
  const buyers = await Promise.all(Array.from({ length: 6 }, () => newViewer(app)));
  await Promise.all(buyers.map((buyer) => giveTicket(app, event, buyer)));
  await buy(app, event, await newViewer(app), { promo_code: 'GIFT' });
  await app.call('POST /events/hold', {
    as: (await newViewer(app)).token,
    body: { event_uuid: event.id, type: 'interactive' },
  });
  await app.db.tx((tx) => moveEvent(tx, event.id, 'cancel', 'host'));
  await app.quiesce();
  expect(await counters(event.id)).toEqual({ held: 0, sold: 0 });
  expect(await statuses(event.id)).toEqual(['cancelled', ...Array.from({ length: 7 }, () => 'refunded')].toSorted());
  const back = await app.db.one<{ sum: number; n: number }>(
    `SELECT sum(r.amount_minor) AS sum, count(*) AS n
     FROM refund r JOIN payment p ON p.id = r.payment_id JOIN orders o ON o.id = p.order_id
     WHERE o.event_id = $1 AND r.status = 'succeeded' AND r.reason = 'event_cancelled'`,
    [event.id],
  );
  expect(back).toEqual({ sum: 6 * 1310, n: 6 });
  const mails = async (buyer: TestActor) => {
    const box = await app.http.inject(`/dev/mailbox.json?to=${encodeURIComponent(buyer.email)}`);
    return box
      .json<{ data: { messages: { subject: string }[] } }>()
      .data.messages.map((mail) => mail.subject)
      .toSorted();
  };
  for (const buyer of buyers)
    expect(await mails(buyer)).toEqual([
      'Cancelled: An evening for a test',
      'Your receipt: An evening for a test',
      'Your refund of €13.10: An evening for a test',
    ]);
});

test('five concurrent reasons make one refund', async () => {
  const event = await show();
  const viewer = await newViewer(app);
  const { id } = await giveTicket(app, event, viewer);
  await app.db.query("UPDATE orders SET paid_at = paid_at - interval '1 hour' WHERE event_id = $1", [event.id]);
  await startedAgo(app, event, minutes(10));
  await Promise.all([
    refund(id, viewer),
    refund(id, viewer),
    app.db.tx((tx) => moveEvent(tx, event.id, 'cancel', 'host')),
    ...['a', 'b', 'c'].map((reason) => app.db.query('SELECT refund_orders($1, $2, NULL, 10)', [event.id, reason])),
  ]);
  await Promise.all([app.quiesce(), app.quiesce()]);
  expect(
    await app.db.query(
      `SELECT 1 FROM refund r JOIN payment p ON p.id = r.payment_id JOIN orders o ON o.id = p.order_id
       WHERE o.event_id = $1`,
      [event.id],
    ),
  ).toHaveLength(1);
});

test('a provider that does not answer, then refuses, then pays makes the refund once', async () => {
  const event = await show();
  await giveTicket(app, event, await newViewer(app));
  const { cards } = app.kit;
  const real = cards.refund.bind(cards);
  const said: string[] = [];
  cards.refund = async (asked) => {
    said.push(asked.refundId);
    if (said.length === 1) throw new Error('socket hang up');
    if (said.length === 2) throw refuse('payment_unavailable');
    if (said.length === 3) return { ref: 're_no', status: 'failed' };
    return real(asked);
  };
  await app.db.tx((tx) => moveEvent(tx, event.id, 'cancel', 'host'));
  for (let round = 0; round < 5; round++) {
    await app.quiesce();
    await app.clock.advance(minutes(2));
  }
  cards.refund = real;
  expect(said.slice(0, 3).every((key) => key === said[0])).toBe(true);
  expect(said[3]).toBe(`${said[0]}:1`);
  expect(await statuses(event.id)).toEqual(['refunded']);
});

test('after a late start everyone who bought before it can refund until 24 h after the end', async () => {
  const event = await show({ state: 'live' });
  const [early, late] = [await newViewer(app), await newViewer(app)];
  const first = await giveTicket(app, event, early);
  const second = await giveTicket(app, event, late);
  await app.db.query(
    "UPDATE orders SET paid_at = app_now() - interval '1 hour' WHERE event_id = $1 AND buyer_id = $2",
    [event.id, early.id],
  );
  await startedAgo(app, event, minutes(30));
  await app.db.query("UPDATE event SET started_at = starts_at + interval '11 minutes' WHERE id = $1", [event.id]);
  expect(codes(await refund(second.id, late))).toEqual(['refund_not_due']);
  await app.db.query('UPDATE event SET state = 2, finished_at = app_now() WHERE id = $1', [event.id]);
  await app.clock.advance(hours(24) + seconds(1));
  expect(codes(await refund(first.id, early))).toEqual(['refund_not_due']);
  await app.db.query("UPDATE event SET finished_at = finished_at + interval '1 hour' WHERE id = $1", [event.id]);
  expect((await refund(first.id, early)).status).toBe(200);
});

test('a caller’s tickets are listed in pages, upcoming and past, with what can be refunded', async () => {
  const viewer = await newViewer(app);
  const made = [];
  for (let n = 0; n < 23; n++) {
    const event = await newEvent(app, host);
    await giveTicket(app, event, viewer);
    made.push(event.id);
  }
  const gone = await show();
  await giveTicket(app, gone, viewer);
  await app.db.tx((tx) => moveEvent(tx, gone.id, 'cancel', 'host'));
  await app.quiesce();
  const list = async (query: Record<string, string>) =>
    (await app.call('GET /tickets/mine', { as: viewer.token, query })).data;
  const first = await list({ scope: 'upcoming' });
  expect(first.tickets).toHaveLength(20);
  const rest = await list({ scope: 'upcoming', cursor: first.next_cursor! });
  expect([rest.tickets.length, rest.next_cursor]).toEqual([3, null]);
  expect(new Set([...first.tickets, ...rest.tickets].map((line) => line.ticket.event_uuid))).toEqual(new Set(made));
  const past = await list({ scope: 'past' });
  expect(past.tickets).toMatchObject([
    { ticket: { event_uuid: gone.id, ticket_state: 'refunded' }, refundable: false },
  ]);
  expect((await list({ event_uuid: made[0]! })).tickets).toHaveLength(1);
  const ofLastRelease = Buffer.from(`1793318400000|${made[0]}`).toString('base64url');
  for (const cursor of ['nonsense', ofLastRelease])
    expect(codes(await app.call('GET /tickets/mine', { as: viewer.token, query: { cursor } }))).toEqual(['bad_input']);
});
