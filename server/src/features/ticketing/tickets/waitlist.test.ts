import { days, minutes, seconds } from '@frontrow/core/kernel/instant.ts';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { newHost, newViewer, type TestActor } from '../../../../test/actors.ts';
import { type EventTraits, newEvent, type TestEvent } from '../../../../test/events.ts';
import { testApp, type TestApp } from '../../../../test/harness.ts';
import { expectInvariants } from '../../../../test/invariants.ts';
import { mailsTo } from '../../../../test/mails.ts';
import { buy, giveTicket, startedAgo } from '../../../../test/tickets.ts';
import { joinList, leaveList, placeOf, placeStates } from '../../../../test/waitlist.ts';
import { moveEvent } from '../../events/event-states.ts';

let app: TestApp;
let host: TestActor;
beforeAll(async () => {
  app = await testApp();
  host = await newHost(app, { massive: true });
});
afterEach(() => expectInvariants(app));
afterAll(() => app.close());

const codes = (answer: { errors: readonly { code: string }[] }) => answer.errors.map((line) => line.code);
const viewers = (n: number) => Promise.all(Array.from({ length: n }, () => newViewer(app)));
const card = { stripe_token: 'pm_card_visa' };

/** An event whose only seat is sold. `inMs`: it starts no later than this. */
async function soldOut(
  traits: EventTraits = {},
  inMs?: number,
): Promise<{ event: TestEvent; holder: TestActor; startsAt: number }> {
  const event = await newEvent(app, host, { capacity: 1, priceMinor: 1200, ...traits });
  if (inMs !== undefined) await startedAgo(app, event, -inMs);
  const holder = await newViewer(app);
  await giveTicket(app, event, holder);
  const row = await app.db.one<{ starts_at: Date }>('SELECT starts_at FROM event WHERE id = $1', [event.id]);
  return { event, holder, startsAt: row!.starts_at.getTime() };
}
const until = (at: number) => app.clock.advance(at - app.clock.now());

/** The paid seat becomes free, as with any refund. */
const freeTheSeat = (event: TestEvent) => app.db.query("SELECT refund_orders($1, 'admin', NULL, 1)", [event.id]);
const lines = (event: TestEvent) => app.db.one('SELECT held, sold, waiting FROM event WHERE id = $1', [event.id]);
const hold = (event: TestEvent, viewer: TestActor) =>
  app.call('POST /events/hold', { as: viewer.token, body: { event_uuid: event.id, type: 'interactive' } });

test('a place on the waitlist is refused to everyone who has no use for one', async () => {
  const { event, holder } = await soldOut();
  const viewer = await newViewer(app);
  const said = async (on: TestEvent, who: TestActor) => codes(await joinList(app, on, who));
  expect(await said(event, host)).toEqual(['own_event']);
  expect(await said(event, holder)).toEqual(['already_has_ticket']);
  expect(await said(await newEvent(app, host), viewer)).toEqual(['seats_left']);
  expect(await said({ ...event, id: '0b7c3f3e-6f1e-4a55-9d2f-3f9f6f0a7c11' }, viewer)).toEqual(['event_not_found']);
  expect(await said(await newEvent(app, host, { state: 'finished' }), viewer)).toEqual(['event_over']);
  expect(await said(await newEvent(app, host, { cancelled: 'host' }), viewer)).toEqual(['event_cancelled']);
  expect(await said(await newEvent(app, host, { state: 'live' }), viewer)).toEqual(['waitlist_closed']);
  expect(codes(await app.call('POST /events/waitlist', { body: { event_uuid: event.id, join: true } }))).toEqual([
    'email_required',
  ]);
  const held = await newEvent(app, host, { capacity: 1, priceMinor: 1200 });
  await hold(held, viewer);
  expect(await said(held, viewer)).toEqual(['seat_held']);
});

test('the waitlist closes ten minutes before the start, for joining and for people still waiting', async () => {
  const { event, startsAt } = await soldOut({}, minutes(45));
  const [early, late] = await viewers(2);
  await until(startsAt - minutes(10) - seconds(5));
  expect((await joinList(app, event, early!)).status).toBe(200);
  await until(startsAt - minutes(10));
  expect(codes(await joinList(app, event, late!))).toEqual(['waitlist_closed']);
  await app.quiesce();
  expect(await placeStates(app, event)).toEqual(['ended']);
  await freeTheSeat(event);
  expect((await buy(app, event, late!, card)).status).toBe(200);
});

test('a waitlist is served in order: positions, an offer, its purchase, and the next in line', async () => {
  const { event } = await soldOut();
  const [first, second, third] = await viewers(3);
  expect((await joinList(app, event, first!)).data).toEqual({ position: 1, size: 1 });
  expect((await joinList(app, event, second!)).data).toEqual({ position: 2, size: 2 });
  expect((await joinList(app, event, second!)).data, 'asked twice').toEqual({ position: 2, size: 2 });
  expect((await joinList(app, event, third!)).data).toEqual({ position: 3, size: 3 });
  await freeTheSeat(event);
  // Before any job has run, no one else gets the seat.
  expect(codes(await buy(app, event, await newViewer(app), card))).toEqual(['sold_out']);
  await app.quiesce();
  const { data } = await joinList(app, event, first!);
  expect(data).toMatchObject({ position: 1, size: 3, offer: { order_uuid: expect.any(String) } });
  expect(data.offer!.expires_at - app.clock.now()).toBeGreaterThan(minutes(14));
  expect(data.offer!.expires_at - app.clock.now()).toBeLessThanOrEqual(minutes(15));
  expect((await placeOf(app, event, second!))?.offer).toBeUndefined();
  const [mail] = await mailsTo(app, first!.email);
  expect(mail).toMatchObject({ subject: 'A seat opened up for you: An evening for a test' });
  expect(mail!.text).toContain(`/event/${event.id}`);
  for (const other of [second!, third!]) expect(await mailsTo(app, other.email)).toEqual([]);

  expect(codes(await buy(app, event, second!, card))).toEqual(['sold_out']);
  const bought = await buy(app, event, first!, card);
  expect(bought.data.ticket).not.toBeNull();
  expect(bought.data.order.order_uuid).toBe(data.offer!.order_uuid);
  await app.quiesce();
  expect(await placeStates(app, event)).toEqual(['bought', 'waiting', 'waiting']);
  expect(await placeOf(app, event, second!)).toMatchObject({ position: 1, size: 2 });
  expect(await lines(event)).toEqual({ held: 0, sold: 1, waiting: 2 });
});

test('an offer that expires goes to the next in line, and then to everyone', async () => {
  const { event } = await soldOut({ priceMinor: 0 });
  const [first, second, other] = await viewers(3);
  await joinList(app, event, first!);
  await joinList(app, event, second!);
  await freeTheSeat(event);
  await app.quiesce();
  await app.clock.advance(minutes(15) + seconds(1));
  // The offer has expired before a job has recorded it.
  expect((await placeOf(app, event, first!))?.offer).toBeUndefined();
  expect(codes(await buy(app, event, first!))).toEqual(['sold_out']);
  await app.quiesce();
  expect(await placeStates(app, event)).toEqual(['lapsed', 'offered']);
  expect((await buy(app, event, first!)).status).toBe(409);
  await app.clock.advance(minutes(15) + seconds(1));
  await app.quiesce();
  expect(await placeStates(app, event)).toEqual(['lapsed', 'lapsed']);
  expect((await buy(app, event, other!)).status).toBe(200);
});

test('an offer can be taken in its last second, and not after it', async () => {
  for (const priceMinor of [0, 1200]) {
    const { event } = await soldOut({ priceMinor });
    const [first, second] = await viewers(2);
    await joinList(app, event, first!);
    await joinList(app, event, second!);
    await freeTheSeat(event);
    await app.quiesce();
    const ends = (await placeOf(app, event, first!))!.offer!.expires_at;
    await app.clock.advance(ends - app.clock.now() - 500);
    expect((await buy(app, event, first!, priceMinor > 0 ? card : {})).data.ticket).not.toBeNull();
    await freeTheSeat(event);
    await app.quiesce();
    const next = (await placeOf(app, event, second!))!.offer!.expires_at;
    await app.clock.advance(next - app.clock.now() + 500);
    expect((await buy(app, event, second!, priceMinor > 0 ? card : {})).status, 'nobody waits: sold to who comes').toBe(
      200,
    );
    await expectInvariants(app);
    expect(await placeStates(app, event)).toEqual(['bought', 'lapsed']);
  }
});

test('one free seat is offered once, however many jobs run concurrently', async () => {
  const { event } = await soldOut();
  const waiting = await viewers(6);
  for (const viewer of waiting) await joinList(app, event, viewer);
  await freeTheSeat(event);
  await Promise.all(
    Array.from({ length: 8 }, () => app.db.query('SELECT offer_seats($1, 900000, 300000, 600000, 200)', [event.id])),
  );
  expect(await placeStates(app, event)).toEqual(['offered', ...Array<string>(5).fill('waiting')]);
  expect(await lines(event)).toEqual({ held: 1, sold: 0, waiting: 5 });
});

test('an offer that is killed at any statement is made completely or not at all', async () => {
  const { event } = await soldOut();
  const [first] = await viewers(1);
  await joinList(app, event, first!);
  await freeTheSeat(event);
  await app.db.query(
    `CREATE FUNCTION die() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'killed'; END $$`,
  );
  for (const [table, what] of [
    ['orders', 'BEFORE INSERT'],
    ['orders', 'AFTER INSERT'],
    ['waitlist_place', 'BEFORE UPDATE'],
    ['waitlist_place', 'AFTER UPDATE'],
    ['outbox', 'BEFORE INSERT'],
    ['event', 'BEFORE UPDATE'],
    ['event', 'AFTER UPDATE'],
  ]) {
    await app.db.query(`CREATE TRIGGER killer ${what} ON ${table} FOR EACH ROW EXECUTE FUNCTION die()`);
    await expect(app.db.query('SELECT offer_seats($1, 900000, 300000, 600000, 200)', [event.id])).rejects.toThrow(
      'killed',
    );
    await app.db.query(`DROP TRIGGER killer ON ${table}`);
    expect(await placeStates(app, event)).toEqual(['waiting']);
    expect(await lines(event)).toEqual({ held: 0, sold: 0, waiting: 1 });
  }
  // The purchase of an offer, killed where its place follows the order, sells nothing either.
  await app.quiesce();
  await app.db.query('CREATE TRIGGER killer BEFORE UPDATE ON waitlist_place FOR EACH ROW EXECUTE FUNCTION die()');
  expect((await buy(app, event, first!, card)).status).toBe(500);
  await app.db.query('DROP TRIGGER killer ON waitlist_place');
  await app.db.query('DROP FUNCTION die');
  expect(await lines(event)).toEqual({ held: 1, sold: 0, waiting: 0 });
  await app.clock.advance(minutes(2));
  await app.quiesce();
  expect(await placeStates(app, event), 'the sweeper finds the money and finishes the sale').toEqual(['bought']);
});

test('every way a seat is freed makes an offer', async () => {
  const event = await newEvent(app, host, { capacity: 1, priceMinor: 1200 });
  const [idle, ...line] = await viewers(4);
  const held = await hold(event, idle!);
  for (const viewer of line) await joinList(app, event, viewer);
  // A released hold.
  await app.call('POST /events/release_hold', { as: idle!.token, body: { order_uuid: held.data.order.order_uuid } });
  await app.quiesce();
  expect(await placeStates(app, event)).toEqual(['offered', 'waiting', 'waiting']);
  // A person with an offer who leaves.
  expect((await leaveList(app, event, line[0]!)).data).toEqual({ position: null, size: 2 });
  await app.quiesce();
  expect(await placeStates(app, event)).toEqual(['left', 'offered', 'waiting']);
  // Seats that the host adds.
  const more = await app.call('POST /events/update', {
    as: host.token,
    body: { event_uuid: event.id, event_num_attendees: 2 },
  });
  expect(more.status).toBe(200);
  await app.quiesce();
  expect(await placeStates(app, event)).toEqual(['left', 'offered', 'offered']);
  expect(await lines(event)).toEqual({ held: 2, sold: 0, waiting: 0 });
});

test('a person who leaves can join again at the end, and the last one who leaves reopens the sale', async () => {
  const { event } = await soldOut();
  const [first, second] = await viewers(2);
  await joinList(app, event, first!);
  await joinList(app, event, second!);
  expect((await leaveList(app, event, first!)).data).toEqual({ position: null, size: 1 });
  expect((await leaveList(app, event, first!)).data, 'asked twice').toEqual({ position: null, size: 1 });
  expect((await joinList(app, event, first!)).data).toEqual({ position: 2, size: 2 });
  await freeTheSeat(event);
  await leaveList(app, event, second!);
  await leaveList(app, event, first!);
  expect((await buy(app, event, await newViewer(app), card)).status).toBe(200);
});

test('an expired hold is renewed only after the waitlist, and its late payment is refunded', async () => {
  const event = await newEvent(app, host, { capacity: 1, priceMinor: 1200 });
  const [slow, first] = await viewers(2);
  const challenged = await buy(app, event, slow!, { stripe_token: 'pm_card_authenticationRequired' });
  await joinList(app, event, first!);
  await app.clock.advance(minutes(10) + seconds(1));
  await app.quiesce();
  expect(await placeStates(app, event)).toEqual(['offered']);
  await leaveList(app, event, first!);
  const [other] = await viewers(1);
  await app.db.query('UPDATE event SET capacity = 1 WHERE id = $1', [event.id]);
  await hold(event, other!);
  await joinList(app, event, first!);
  await app.call('POST /events/release_hold', {
    as: other!.token,
    body: { order_uuid: (await hold(event, other!)).data.order.order_uuid },
  });
  // A free seat that a person waits for: a late payment of another buyer must not take it.
  await app.db.query("UPDATE sandbox_intent SET status = 'succeeded', capture_ref = 'ch_late' WHERE ref = $1", [
    challenged.data.payment_intent!.id,
  ]);
  const paid = await app.db.one<{ id: string; total: number }>(
    `SELECT p.id, p.amount_minor AS total FROM payment p JOIN orders o ON o.id = p.order_id
     WHERE o.event_id = $1 AND o.buyer_id = $2`,
    [event.id, slow!.id],
  );
  const [settled] = await app.db.query<{ verdict: string }>('SELECT verdict FROM settle_payments($1, $2)', [
    event.id,
    JSON.stringify([
      {
        n: 0,
        payment_id: paid!.id,
        status: 'succeeded',
        capture_ref: 'ch_late',
        amount: paid!.total,
        currency: 'EUR',
        ticket_id: '0b7c3f3e-6f1e-4a55-9d2f-3f9f6f0a7c12',
        code: 'FR-LATE',
      },
    ]),
  ]);
  expect(settled).toEqual({ verdict: 'refunding' });
  await app.quiesce();
  expect(await placeStates(app, event)).toEqual(['left', 'offered']);
});

test('cancelling the event ends offers and places, and nothing is sold', async () => {
  const { event } = await soldOut();
  const line = await viewers(2);
  for (const viewer of line) await joinList(app, event, viewer);
  await freeTheSeat(event);
  await app.quiesce();
  await app.db.tx((tx) => moveEvent(tx, event.id, 'cancel', 'host'));
  expect(codes(await buy(app, event, line[0]!, card))).toEqual(['event_cancelled']);
  await app.quiesce();
  expect(await placeStates(app, event)).toEqual(['ended', 'ended']);
  expect(await lines(event)).toEqual({ held: 0, sold: 0, waiting: 0 });
});

test('after a reschedule the waitlist waits for the new start, and an offer keeps its deadline', async () => {
  const { event, startsAt } = await soldOut({}, days(2));
  const line = await viewers(2);
  for (const viewer of line) await joinList(app, event, viewer);
  await freeTheSeat(event);
  await app.quiesce();
  const { offer } = (await placeOf(app, event, line[0]!))!;
  const later = new Date(startsAt + days(1));
  const moved = await app.call('POST /events/reschedule', {
    as: host.token,
    body: { event_uuid: event.id, event_date: later.getTime(), event_start_hour: later.toISOString().slice(11, 16) },
  });
  expect(moved.status).toBe(200);
  expect((await placeOf(app, event, line[0]!))!.offer).toEqual(offer);
  await app.clock.advance(minutes(16));
  await app.quiesce();
  expect(await placeStates(app, event)).toEqual(['lapsed', 'offered']);
  expect((await placeOf(app, event, line[1]!))!.offer!.expires_at).toBeGreaterThan(offer!.expires_at);
});

test('an early start closes the waitlist and sells free seats to everyone', async () => {
  const { event, startsAt } = await soldOut({}, minutes(45));
  const [first, comer] = await viewers(2);
  await joinList(app, event, first!);
  await until(startsAt - minutes(14));
  await app.db.tx((tx) => moveEvent(tx, event.id, 'start'));
  await freeTheSeat(event);
  await app.quiesce();
  expect(await placeStates(app, event)).toEqual(['ended']);
  expect((await buy(app, event, comer!, card)).status).toBe(200);
});

test('a promo code changes the price of an offer, which keeps its place', async () => {
  const { event } = await soldOut({ promo: { code: 'HALF', percent: 50 } });
  const [first] = await viewers(1);
  await joinList(app, event, first!);
  await freeTheSeat(event);
  await app.quiesce();
  const { offer } = (await placeOf(app, event, first!))!;
  const bought = await buy(app, event, first!, { ...card, promo_code: 'HALF' });
  expect(bought.data.order).toMatchObject({ discount: 6, order_status: 'paid' });
  expect(bought.data.order.order_uuid).not.toBe(offer!.order_uuid);
  expect(await placeStates(app, event)).toEqual(['bought']);
});

test('the page and the private panel show no free seat while people wait', async () => {
  const { event } = await soldOut({ capacity: 2 });
  await giveTicket(app, event, await newViewer(app));
  const [first, second] = await viewers(2);
  await joinList(app, event, first!);
  await joinList(app, event, second!);
  await freeTheSeat(event);
  const page = await app.call('GET /events/:id', { params: { id: event.id } });
  expect(page.data.event.event_num_tickets_free).toBe(0);
  const panel = await app.call('GET /events/:id/private', { as: host.token, params: { id: event.id } });
  expect(panel.data.waiting).toBe(2);
  const mine = await app.call('GET /events/mine', { as: host.token });
  const own = mine.data.events.find((listed) => listed.event.event_uuid === event.id);
  expect(own).toMatchObject({ waiting: 2 });
});

test('a broadcast offers no more seats than its room admits', async () => {
  const event = await newEvent(app, host, { kind: 'broadcast', capacity: 3 });
  const admits = (viewersMax: number) =>
    app.db.query('UPDATE installation SET broadcast_viewers_max = $1', [viewersMax]);
  const before = await app.db.one<{ max: number }>('SELECT broadcast_viewers_max AS max FROM installation');
  await admits(1);
  await giveTicket(app, event, await newViewer(app));
  const line = await viewers(2);
  for (const viewer of line) await joinList(app, event, viewer);
  await app.quiesce();
  expect(await placeStates(app, event)).toEqual(['waiting', 'waiting']);
  await admits(2);
  await app.quiesce();
  expect(await placeStates(app, event)).toEqual(['offered', 'waiting']);
  await admits(before!.max);
});

test('a person who gets a ticket in another way leaves the waitlist, and their offer goes to the next', async () => {
  const event = await newEvent(app, host, { capacity: 2, priceMinor: 1200 });
  const [giver, other, first, second] = await viewers(4);
  const { id } = await giveTicket(app, event, giver!);
  await giveTicket(app, event, other!);
  for (const viewer of [first!, second!]) await joinList(app, event, viewer);
  await app.db.query(
    "SELECT refund_orders($1, 'admin', ARRAY(SELECT id FROM orders WHERE event_id = $1 AND buyer_id = $2), 1)",
    [event.id, other!.id],
  );
  await app.quiesce();
  expect(await placeStates(app, event)).toEqual(['offered', 'waiting']);
  const passedOn = await app.call('POST /tickets/transfer', {
    as: giver!.token,
    body: { ticket_uuid: id, email: first!.email },
  });
  expect(passedOn.status).toBe(200);
  await app.quiesce();
  expect(await placeStates(app, event)).toEqual(['left', 'offered']);
});
