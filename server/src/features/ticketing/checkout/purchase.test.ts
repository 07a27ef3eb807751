import { minutes } from '@frontrow/core/kernel/instant.ts';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { newAdmin, newHost, newViewer, type TestActor } from '../../../../test/actors.ts';
import { betweenTimes } from '../../../../test/interleaving.ts';
import { type EventTraits, newEvent, type TestEvent } from '../../../../test/events.ts';
import { testApp, type TestApp, until } from '../../../../test/harness.ts';
import { expectInvariants } from '../../../../test/invariants.ts';
import { buy, giveTicket, purchaseBody, startedAgo } from '../../../../test/tickets.ts';

let app: TestApp;
let host: TestActor;
beforeAll(async () => {
  app = await testApp();
  host = await newHost(app, { massive: true });
});
afterEach(() => expectInvariants(app));
afterAll(() => app.close());

const event = (traits: EventTraits = {}) => newEvent(app, host, traits);
const paid = { stripe_token: 'pm_card_visa' };
const codes = (answer: { errors: readonly { code: string }[] }) => answer.errors.map((line) => line.code);
const seats = (id: string) =>
  app.db.one<{ held: number; sold: number }>('SELECT held, sold FROM event WHERE id = $1', [id]);

test('a free purchase returns the ticket, which has a number and admits to the room', async () => {
  const party = await event({ capacity: 2 });
  const viewer = await newViewer(app);
  const answer = await buy(app, party, viewer);
  expect(answer.status).toBe(200);
  expect(answer.data).toMatchObject({
    ticket: { ticket_state: 'valid', ticket_seat: 1, event_uuid: party.id },
    order: { order_status: 'paid', price: 0, fee: 0, total: 0, currency_code: 'EUR', hold_expires_at: null },
  });
  expect(answer.data.ticket?.ticket_code).toMatch(/^FR-/);
  expect(answer.data.payment_intent).toBeUndefined();
  expect(await seats(party.id)).toEqual({ held: 0, sold: 1 });
});

test('a paid purchase leaves a hold, a charge, a ticket, ledger entries and price lines', async () => {
  const show = await event({ priceMinor: 1200 });
  const viewer = await newViewer(app);
  const answer = await buy(app, show, viewer, paid);
  expect(answer.status).toBe(200);
  expect(answer.data).toMatchObject({
    payment_intent: { status: 'succeeded', amount: 13.1, currency: 'EUR', next_action: null },
    order: { order_status: 'paid', price: 12, discount: 0, fee: 1.1, total: 13.1 },
    ticket: { ticket_state: 'valid', ticket_seat: 1 },
  });
  const entries = await app.db.query(
    `SELECT a.kind, x.amount_minor AS amount
     FROM ledger_tx t JOIN ledger_entry x ON x.tx_id = t.id JOIN ledger_account a ON a.id = x.account_id
     WHERE t.order_id = $1 ORDER BY a.kind`,
    [answer.data.order.order_uuid],
  );
  expect(entries).toEqual([
    { kind: 'fee_deferred', amount: -110 },
    { kind: 'host_escrow', amount: -1200 },
    { kind: 'psp_clearing', amount: 1310 },
  ]);
});

test('each refusal has its own message: sold out, own event, wrong kind, over, nothing to pay with, …', async () => {
  const viewer = await newViewer(app);
  const full = await event({ capacity: 1 });
  await giveTicket(app, full, await newViewer(app));
  const soldOut = await buy(app, full, viewer);
  expect([soldOut.status, soldOut.errors]).toEqual([409, [{ message: 'Sorry event sold out', code: 'sold_out' }]]);

  const party = await event();
  await giveTicket(app, party, viewer);
  expect(codes(await buy(app, party, viewer))).toEqual(['already_has_ticket']);
  expect(codes(await buy(app, party, host))).toEqual(['own_event']);
  expect(
    codes(
      await app.call('POST /events/purchase', { as: viewer.token, body: { event_uuid: party.id, type: 'streaming' } }),
    ),
  ).toEqual(['ticket_type_wrong']);
  expect(codes(await buy(app, await event({ state: 'finished' }), viewer))).toEqual(['event_over']);
  expect(codes(await buy(app, await event({ cancelled: 'host' }), viewer))).toEqual(['event_cancelled']);
  expect(codes(await buy(app, await event({ openingTicketing: false }), viewer))).toEqual(['token_gated']);
  // A no-show lowers the host's score, so this uses another host.
  const late = await startedAgo(app, await newEvent(app, await newHost(app)), minutes(61));
  expect(codes(await buy(app, late, viewer))).toEqual(['ticketing_closed']);
  expect(codes(await buy(app, await event({ priceMinor: 500 }), viewer))).toEqual(['payment_choice_required']);
  const nowhere = await app.call('POST /events/purchase', {
    as: viewer.token,
    body: { event_uuid: crypto.randomUUID(), type: 'interactive' },
  });
  expect([nowhere.status, codes(nowhere)]).toEqual([404, ['event_not_found']]);
  const nobody = await app.call('POST /events/purchase', { body: await purchaseBody(app, party) });
  expect(nobody.status).toBe(401);
});

test('a live event with open ticketing still sells tickets', async () => {
  expect((await buy(app, await event({ state: 'live' }), await newViewer(app))).status).toBe(200);
});

test("a decline answers 402 with the provider's message and keeps the hold, and another card can pay", async () => {
  const show = await event({ priceMinor: 1200 });
  const viewer = await newViewer(app);
  const declined = await buy(app, show, viewer, { stripe_token: 'pm_card_visa_chargeDeclined' });
  expect([declined.status, declined.errors]).toEqual([
    402,
    [{ message: 'Your card was declined.', code: 'card_declined' }],
  ]);
  expect(await seats(show.id)).toEqual({ held: 1, sold: 0 });
  expect((await buy(app, show, viewer, paid)).data.ticket?.ticket_state).toBe('valid');
  expect(await seats(show.id)).toEqual({ held: 0, sold: 1 });
});

test('money fields and unknown fields in the body of a purchase are refused', async () => {
  const show = await event({ priceMinor: 1200 });
  const viewer = await newViewer(app);
  for (const field of ['price', 'fee', 'total', 'amount', 'currency', 'skipValidation', 'order_uuid']) {
    expect((await buy(app, show, viewer, { ...paid, [field]: 1 })).status).toBe(400);
  }
  expect(await seats(show.id)).toEqual({ held: 0, sold: 0 });
});

test('a repeated Idempotency-Key gets the same answer, concurrently and later, and refuses another body', async () => {
  const show = await event({ priceMinor: 1200 });
  const viewer = await newViewer(app);
  const headers = { 'idempotency-key': 'click-1' };
  const answers = await Promise.all(Array.from({ length: 6 }, () => buy(app, show, viewer, paid, headers)));
  for (const answer of answers) expect(answer.data).toEqual(answers[0]!.data);
  expect(answers[0]!.data.ticket).not.toBeNull();
  expect((await buy(app, show, viewer, paid, headers)).data).toEqual(answers[0]!.data);
  const other = await buy(app, show, viewer, { stripe_token: 'pm_card_amex' }, headers);
  expect([other.status, codes(other)]).toEqual([422, ['idempotency_key_reused']]);
  expect(
    await app.db.query(
      `SELECT 1 FROM sandbox_intent i JOIN payment p ON p.id::text = i.payment_id JOIN orders o ON o.id = p.order_id
       WHERE o.buyer_id = $1`,
      [viewer.id],
    ),
  ).toHaveLength(1);
});

test('a key whose answer was not stored returns what its first attempt bought, refunded or not', async () => {
  const show = await event({ priceMinor: 1200 });
  const viewer = await newViewer(app);
  const lost = { 'idempotency-key': 'lost' };
  const first = await buy(app, show, viewer, paid, lost);
  const other = await buy(app, show, viewer, paid, { 'idempotency-key': 'another' });
  expect([other.status, codes(other)]).toEqual([409, ['already_has_ticket']]);
  const loseAnswer = () =>
    app.db.query("UPDATE idempotency SET state = 'left', response = NULL WHERE key = 'lost' AND scope LIKE $1", [
      `%:${viewer.id}`,
    ]);
  await loseAnswer();
  expect((await buy(app, show, viewer, paid, lost)).data).toEqual(first.data);
  const body = { order_uuid: first.data.order.order_uuid, reason: 'Asked for' };
  await app.call('POST /admin/orders/refund', { as: (await newAdmin(app)).token, body });
  await loseAnswer();
  await app.quiesce();
  const back = await buy(app, show, viewer, paid, lost);
  expect(back.data).toMatchObject({ order: { order_uuid: first.data.order.order_uuid }, ticket: {} });
  expect(back.data.ticket?.ticket_state).toBe('refunded');
  // Bought again with another key, so it is not the first key's answer.
  const secondOrder = await buy(app, show, viewer, paid, { 'idempotency-key': 'second' });
  expect(secondOrder.data.order.order_uuid).not.toBe(first.data.order.order_uuid);
  await loseAnswer();
  expect((await buy(app, show, viewer, paid, lost)).data.order.order_uuid).toBe(first.data.order.order_uuid);
});

test('concurrent attempts with one key all return the ticket', async () => {
  const party = await event({ capacity: 2 });
  const viewer = await newViewer(app);
  const key = { 'idempotency-key': 'overtaken' };
  let second: ReturnType<typeof buy> | undefined;
  const first = await betweenTimes(
    app,
    party,
    () => buy(app, party, viewer, {}, key),
    async () => {
      // After a minute the first attempt is presumed dead.
      await app.clock.advance(minutes(2));
      second = buy(app, party, viewer, {}, key);
      await until('the second attempt has looked and found nothing', () =>
        app.db.one("SELECT 1 FROM idempotency WHERE key = 'overtaken' AND created_at > first_at"),
      );
    },
  );
  const { ticket_uuid: bought } = first.data.ticket!;
  expect((await second!).data?.ticket?.ticket_uuid).toBe(bought);
  expect((await buy(app, party, viewer, {}, key)).data?.ticket?.ticket_uuid).toBe(bought);
});

test('a ticket that appears between the lookup of an earlier attempt and the hold is returned', async () => {
  const show = await event({ priceMinor: 1200 });
  const viewer = await newViewer(app);
  const key = { 'idempotency-key': 'late-ticket' };
  const first = await buy(app, show, viewer, paid, key);
  const scope = `purchase:u:${viewer.id}`;
  await app.db.query("UPDATE idempotency SET state = 'left', response = NULL WHERE scope = $1", [scope]);
  // The ticket is not found while it counts as the answer to another key.
  await app.db.query(
    `INSERT INTO idempotency (scope, key, request_hash, state, response) VALUES ($1, 'hides', '', 'done', $2)`,
    [scope, JSON.stringify({ data: { order: { order_uuid: first.data.order.order_uuid } } })],
  );
  const again = await betweenTimes(
    app,
    show,
    () => buy(app, show, viewer, paid, key),
    () => app.db.query("DELETE FROM idempotency WHERE scope = $1 AND key = 'hides'", [scope]),
  );
  expect([again.status, again.data?.ticket?.ticket_uuid]).toEqual([200, first.data.ticket!.ticket_uuid]);
});

test.each([
  ['still open', false],
  ['settled by then', true],
])('a double click without a key charges once, and both clicks get the ticket (payment %s)', async (_how, settled) => {
  const show = await event({ priceMinor: 1200 });
  const viewer = await newViewer(app);
  const { charge } = app.kit.cards;
  const { one } = app.db;
  const met = Promise.withResolvers<void>();
  const answered = Promise.withResolvers<void>();
  let second: ReturnType<typeof buy> | undefined;
  // The first click has its hold and its payment. It is charged once the second click has found that payment.
  const charged = vi.spyOn(app.kit.cards, 'charge').mockImplementationOnce(async (asked) => {
    second = buy(app, show, viewer, paid);
    await met.promise;
    return charge(asked);
  });
  const reads = vi.spyOn(app.db, 'one').mockImplementation(async (text, params) => {
    if (text.includes('WHERE p.order_id = $1')) {
      met.resolve();
      if (settled) await answered.promise;
    }
    return one<never>(text, params);
  });
  const first = await buy(app, show, viewer, paid);
  answered.resolve();
  const answers = [first, await second!];
  const ticket = first.data.ticket!.ticket_uuid;
  expect(answers.map(({ status, data }) => [status, data?.ticket?.ticket_uuid])).toEqual([
    [200, ticket],
    [200, ticket],
  ]);
  expect(charged).toHaveBeenCalledTimes(1);
  charged.mockRestore();
  reads.mockRestore();
});

test('holding again returns the same hold, which expires on time and releases the seat', async () => {
  const show = await event({ priceMinor: 1200, capacity: 1 });
  const viewer = await newViewer(app);
  const body = await purchaseBody(app, show);
  const first = await app.call('POST /events/hold', { as: viewer.token, body });
  expect(first.data.order).toMatchObject({ order_status: 'pending', total: 13.1 });
  await app.clock.advance(minutes(4));
  const again = await app.call('POST /events/hold', { as: viewer.token, body });
  expect(again.data).toEqual(first.data);
  expect(codes(await buy(app, show, await newViewer(app), paid))).toEqual(['sold_out']);
  await app.clock.advance(minutes(7));
  await app.quiesce();
  expect(await seats(show.id)).toEqual({ held: 0, sold: 0 });
  expect((await buy(app, show, await newViewer(app), paid)).status).toBe(200);
});

test('closing a checkout does not release a seat that another tab is paying for', async () => {
  const show = await event({ priceMinor: 1200, capacity: 1 });
  const viewer = await newViewer(app);
  const paying = await buy(app, show, viewer, { stripe_token: 'pm_card_threeDSecure2Required' });
  expect(paying.data.payment_intent?.status).toBe('requires_action');
  const { order_uuid } = paying.data.order;
  const release = (idle_only: boolean) =>
    app.call('POST /events/release_hold', { as: viewer.token, body: { order_uuid, idle_only } });
  expect((await release(true)).data.order.order_status).toBe('pending');
  expect(await seats(show.id)).toEqual({ held: 1, sold: 0 });
  expect((await release(false)).data.order.order_status).toBe('cancelled');
  expect(await seats(show.id)).toEqual({ held: 0, sold: 0 });
});

test.each([false, true])(
  'a charge that begins while its hold is being released keeps the seat (idle_only %s)',
  async (idle_only) => {
    const show = await event({ priceMinor: 1200 });
    const viewer = await newViewer(app);
    const held = await app.call('POST /events/hold', { as: viewer.token, body: await purchaseBody(app, show) });
    const { order_uuid } = held.data.order;
    const released = await betweenTimes(
      app,
      show,
      () => app.call('POST /events/release_hold', { as: viewer.token, body: { order_uuid, idle_only } }),
      // As `hold_seats` writes it for another tab, before the card is charged.
      () =>
        app.db.query(
          `INSERT INTO payment (id, order_id, provider, amount_minor, currency, status, idem_key)
         SELECT id, id, 'sandbox_card', total_minor, currency, 'creating', id FROM orders WHERE id = $1`,
          [order_uuid],
        ),
    );
    expect([released.status, released.data?.order.order_status]).toEqual(
      idle_only ? [200, 'pending'] : [409, undefined],
    );
    expect(await seats(show.id)).toEqual({ held: 1, sold: 0 });
    await app.db.query("UPDATE payment SET status = 'canceled' WHERE id = $1", [order_uuid]);
  },
);

test('only the holder can release a hold, with immediate effect', async () => {
  const show = await event({ priceMinor: 1200 });
  const viewer = await newViewer(app);
  const held = await app.call('POST /events/hold', { as: viewer.token, body: await purchaseBody(app, show) });
  const body = { order_uuid: held.data.order.order_uuid };
  expect(codes(await app.call('POST /events/release_hold', { as: (await newViewer(app)).token, body }))).toEqual([
    'order_not_found',
  ]);
  expect((await app.call('POST /events/release_hold', { as: viewer.token, body })).data.order.order_status).toBe(
    'cancelled',
  );
  expect((await app.call('POST /events/release_hold', { as: viewer.token, body })).data.order.order_status).toBe(
    'cancelled',
  );
  expect(await seats(show.id)).toEqual({ held: 0, sold: 0 });
});

test('a promo code lowers price and fee, a wrong one is refused, and a full discount is free', async () => {
  const show = await event({ priceMinor: 2000, promo: { code: 'FRONT25', percent: 25 } });
  const answer = await buy(app, show, await newViewer(app), { ...paid, promo_code: 'front25' });
  expect(answer.data.order).toMatchObject({ price: 20, discount: 5, fee: 1.25, total: 16.25 });
  expect(codes(await buy(app, show, await newViewer(app), { ...paid, promo_code: 'nope' }))).toEqual([
    'promo_code_invalid',
  ]);
  const gift = await event({ priceMinor: 2000, promo: { code: 'GIFT', percent: 100 } });
  expect((await buy(app, gift, await newViewer(app), { promo_code: 'GIFT' })).data).toMatchObject({
    order: { total: 0 },
    ticket: { ticket_state: 'valid' },
  });
  const viewer = await newViewer(app);
  await app.call('POST /events/hold', {
    as: viewer.token,
    body: await purchaseBody(app, gift, { promo_code: 'GIFT' }),
  });
  expect((await buy(app, gift, viewer, paid)).data).toMatchObject({
    order: { total: 0, order_status: 'paid' },
    ticket: { ticket_state: 'valid' },
  });
});

test('an account has five payment attempts in ten minutes', async () => {
  const show = await event({ priceMinor: 1200 });
  const viewer = await newViewer(app);
  for (let n = 0; n < 5; n++)
    expect((await buy(app, show, viewer, { stripe_token: 'pm_card_visa_chargeDeclined' })).status).toBe(402);
  const stopped = await buy(app, show, viewer, paid);
  expect([stopped.status, codes(stopped)]).toEqual([429, ['too_many_attempts']]);
  expect(stopped.errors[0]?.message).toBe('Too many payment attempts. Please try again in 10 min.');
  const wait = Number(stopped.headers['retry-after']);
  expect(wait).toBeGreaterThan(580);
  expect(wait).toBeLessThanOrEqual(600);
  await app.clock.advance(wait * 1000);
  expect((await buy(app, show, viewer, paid)).status).toBe(200);
  expect((await buy(app, show, await newViewer(app), paid)).status).toBe(200);
});

test('a guest’s email address has five payment attempts in ten minutes across all browsers', async () => {
  const show = await event({ priceMinor: 1200 });
  const body = await purchaseBody(app, show, {
    email: 'five@mail.test',
    stripe_token: 'pm_card_visa_chargeDeclined',
  });
  for (let n = 0; n < 5; n++) expect((await app.call('POST /events/purchase_no_login', { body })).status).toBe(402);
  expect(codes(await app.call('POST /events/purchase_no_login', { body }))).toEqual(['too_many_attempts']);
});

test('successful payments do not count as attempts, so six events in a row can be bought', async () => {
  const viewer = await newViewer(app);
  for (let n = 0; n < 6; n++)
    expect((await buy(app, await event({ priceMinor: 1200 }), viewer, paid)).status).toBe(200);
});

/** An event whose only seat belongs to the returned holder and for which a buyer was already answered "sold out". */
async function fullEvent(priceMinor: number): Promise<{ full: TestEvent; holder: TestActor }> {
  const full = await event({ capacity: 1, priceMinor });
  const holder = await newViewer(app);
  await giveTicket(app, full, holder);
  expect(codes(await buy(app, full, await newViewer(app), paid))).toEqual(['sold_out']);
  return { full, holder };
}

test.each([0, 1200])(
  'at a full event (%i cents) the holder, the host and others each get their own refusal',
  async (priceMinor) => {
    const { full, holder } = await fullEvent(priceMinor);
    const stranger = await newViewer(app);
    const answers = await Promise.all([
      buy(app, full, stranger, paid),
      buy(app, full, holder, paid),
      buy(app, full, host, paid),
      app.call('POST /events/hold', { as: stranger.token, body: await purchaseBody(app, full) }),
      app.call('POST /events/purchase', {
        as: stranger.token,
        body: { event_uuid: full.id, type: 'streaming', ...paid },
      }),
      app.call('POST /events/purchase_no_login', {
        body: { ...(await purchaseBody(app, full, paid)), email: 'late@guest.test' },
      }),
    ]);
    expect(answers.map(codes)).toEqual([
      ['sold_out'],
      ['already_has_ticket'],
      ['own_event'],
      ['sold_out'],
      ['ticket_type_wrong'],
      ['sold_out'],
    ]);
  },
);

test('the holder of the last seat can hold again and pay after others were refused as sold out', async () => {
  const full = await event({ capacity: 1, priceMinor: 1200 });
  const viewer = await newViewer(app);
  const body = await purchaseBody(app, full);
  const held = await app.call('POST /events/hold', { as: viewer.token, body });
  expect(codes(await buy(app, full, await newViewer(app), paid))).toEqual(['sold_out']);
  expect((await app.call('POST /events/hold', { as: viewer.token, body })).data).toEqual(held.data);
  expect((await buy(app, full, viewer, paid)).data.ticket?.ticket_state).toBe('valid');
});

test('a seat that is freed after selling out is sold, and a cancelled event says so', async () => {
  const { full } = await fullEvent(0);
  await app.db.query('UPDATE event SET capacity = 2 WHERE id = $1', [full.id]);
  expect((await buy(app, full, await newViewer(app))).status).toBe(200);
  const { full: gone } = await fullEvent(1200);
  await app.call('POST /events/cancel', { as: host.token, body: { event_uuid: gone.id } });
  expect(codes(await buy(app, gone, await newViewer(app), paid))).toEqual(['event_cancelled']);
});

test('a sold-out event refuses a buyer without waiting for its row', async () => {
  const { full } = await fullEvent(1200);
  await app.db.tx(async (tx) => {
    await tx.query('SELECT id FROM event WHERE id = $1 FOR UPDATE', [full.id]);
    expect(codes(await buy(app, full, await newViewer(app), paid))).toEqual(['sold_out']);
  });
});
