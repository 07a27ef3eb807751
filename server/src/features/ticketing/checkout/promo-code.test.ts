import { minutes } from '@frontrow/core/kernel/instant.ts';
import { holdMs } from '@frontrow/core/ticketing/limits.ts';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { newGuest, newHost, newViewer, type TestActor } from '../../../../test/actors.ts';
import { newEvent, type TestEvent } from '../../../../test/events.ts';
import { testApp, type TestApp } from '../../../../test/harness.ts';
import { expectInvariants } from '../../../../test/invariants.ts';
import { goodForm, publish } from '../../../../test/publish-form.ts';
import { buy, pressOnSandboxPage } from '../../../../test/tickets.ts';
import { createSeatBatches } from '../seat-batches.ts';

let app: TestApp;
let host: TestActor;
beforeAll(async () => {
  app = await testApp();
  host = await newHost(app, { massive: true });
});
afterEach(() => expectInvariants(app));
afterAll(() => app.close());

const paid = { stripe_token: 'pm_card_visa' };
const code = (answer: { errors: readonly { code: string }[] }) => answer.errors[0]?.code;
const show = (percent = 25, capacity = 49) =>
  newEvent(app, host, { priceMinor: 2000, capacity, promo: { code: 'FRONT', percent } });
const hold = (event: TestEvent, viewer: TestActor, promo?: string) =>
  app.call('POST /events/hold', {
    as: viewer.token,
    body: { event_uuid: event.id, type: 'interactive', ...(promo !== undefined && { promo_code: promo }) },
  });
const seats = (event: TestEvent) => app.db.one('SELECT held, sold FROM event WHERE id = $1', [event.id]);

test('a code entered after the hold lowers the charge, and can be removed again', async () => {
  const [event, viewer] = [await show(25, 1), await newViewer(app)];
  const first = (await hold(event, viewer)).data.order;
  expect(first).toMatchObject({ discount: 0, total: 21.5 });
  await app.clock.advance(minutes(2));
  const lower = (await hold(event, viewer, ' ｆront ')).data.order;
  expect(lower).toMatchObject({ price: 20, discount: 5, fee: 1.25, total: 16.25 });
  expect(lower.hold_expires_at).toBe(first.hold_expires_at);
  expect((await hold(event, viewer)).data.order).toEqual(lower);
  expect((await hold(event, viewer, '')).data.order).toMatchObject({ discount: 0, total: 21.5 });
  const bought = await buy(app, event, viewer, { ...paid, promo_code: 'FRONT' });
  expect(bought.data).toMatchObject({ payment_intent: { amount: 16.25 }, order: { total: 16.25 } });
  expect(await seats(event)).toEqual({ held: 0, sold: 1 });
});

test('a wrong promo code is refused and leaves the hold unchanged', async () => {
  const [event, viewer] = [await show(), await newViewer(app)];
  const held = await hold(event, viewer);
  const wrong = await hold(event, viewer, 'OTHER');
  expect([wrong.status, wrong.errors[0]]).toMatchObject([400, { code: 'promo_code_invalid', field: 'promo_code' }]);
  expect((await hold(event, viewer)).data).toEqual(held.data);
});

test('a code applies only inside its window, and a seat held inside it keeps its price', async () => {
  const [event, viewer] = [await show(), await newViewer(app)];
  const window = (from: string, until: string) =>
    app.db.query(
      `UPDATE promo_code SET valid_from = app_now() + $2::interval, valid_until = app_now() + $3::interval
       WHERE event_id = $1`,
      [event.id, from, until],
    );
  await window('1 hour', '2 hours');
  expect(code(await hold(event, viewer, 'FRONT'))).toBe('promo_not_yet');
  await hold(event, viewer);
  expect(code(await hold(event, viewer, 'FRONT'))).toBe('promo_not_yet');
  await window('-1 hour', '1 minute');
  expect((await hold(event, viewer, 'FRONT')).data.order.discount).toBe(5);
  await window('-2 hours', '-1 hour');
  expect(code(await hold(event, await newViewer(app), 'FRONT'))).toBe('promo_expired');
  expect((await buy(app, event, viewer, { ...paid, promo_code: 'FRONT' })).data.order.total).toBe(16.25);
});

test('a host can publish a code with a cap and a window', async () => {
  const window = { from: app.clock.now() - minutes(1), until: app.clock.now() + minutes(60) };
  const { data } = await publish(
    app,
    host,
    await goodForm(app, {
      event_price_ticket: '20',
      event_ticket_type: '2',
      event_promotional_code: 'first-one',
      event_promotional_code_discount: '25',
      event_promotional_code_cap: '1',
      event_promotional_code_from: String(window.from),
      event_promotional_code_until: String(window.until),
    }),
  );
  const event = { id: data.event.event_uuid, hostId: host.id };
  expect((await hold(event, await newViewer(app), 'FIRST-ONE')).data.order.total).toBe(16.25);
  expect(code(await hold(event, await newViewer(app), 'FIRST-ONE'))).toBe('promo_used_up');
  await app.clock.advance(minutes(61));
  await app.quiesce();
  expect(code(await hold(event, await newViewer(app), 'FIRST-ONE'))).toBe('promo_expired');
});

for (const percent of [25, 100])
  test(`with ${percent} % off, the cap holds for many buyers at the same time, and a released seat frees its use of the code`, async () => {
    const event = await show(percent);
    await app.db.query('UPDATE promo_code SET cap = 3 WHERE event_id = $1', [event.id]);
    const crowd = await Promise.all(Array.from({ length: 12 }, () => newViewer(app)));
    const answers = await Promise.all(
      crowd.map((viewer) => buy(app, event, viewer, { ...(percent < 100 && paid), promo_code: 'FRONT' })),
    );
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(3);
    expect(new Set(answers.filter((answer) => answer.status !== 200).map(code))).toEqual(new Set(['promo_used_up']));
    // Entering a code does not lose a seat that is held at full price.
    const late = await newViewer(app);
    const held = await hold(event, late);
    expect(code(await hold(event, late, 'FRONT'))).toBe('promo_used_up');
    expect((await hold(event, late)).data).toEqual(held.data);
    await app.db.query('SELECT refund_orders($1, $2, NULL, 1)', [event.id, 'host_late']);
    expect((await hold(event, late, 'FRONT')).status).toBe(200);
  });

test('a 100 % discount after a hold at full price asks for no payment', async () => {
  const [event, viewer] = [await show(100, 1), await newViewer(app)];
  await hold(event, viewer);
  const order = (await hold(event, viewer, 'FRONT')).data.order;
  expect(order).toMatchObject({ discount: 20, fee: 0, total: 0 });
  const got = await buy(app, event, viewer, { promo_code: 'FRONT' });
  expect(got.data).toMatchObject({ order: { order_status: 'paid', total: 0 }, ticket: { ticket_state: 'valid' } });
  expect(got.data.payment_intent).toBeUndefined();
  // The same for several requests at the same time, for a seat held at full price.
  const [other, second] = [await show(100, 1), await newViewer(app)];
  await hold(other, second);
  expect((await buy(app, other, second, { promo_code: 'FRONT' })).data.ticket?.ticket_state).toBe('valid');
});

test('a 100 % discount issues the ticket even if the hold has just expired', async () => {
  const [event, viewer] = [await show(100, 1), await newViewer(app)];
  await hold(event, viewer);
  await app.clock.advance(holdMs);
  const got = await buy(app, event, viewer, { promo_code: 'FRONT' });
  expect([got.errors, got.data?.ticket?.ticket_state]).toEqual([[], 'valid']);
  expect(await seats(event)).toEqual({ held: 0, sold: 1 });
});

test('a seat held with a 100 % discount is taken by a checkout that was opened again and knows no code', async () => {
  const [event, viewer] = [await show(100), await newViewer(app)];
  await hold(event, viewer, 'FRONT');
  expect((await hold(event, viewer)).data.order).toMatchObject({ discount: 20, total: 0 });
  const got = await buy(app, event, viewer, {});
  expect([got.errors, got.data?.ticket?.ticket_state]).toEqual([[], 'valid']);

  const body = { event_uuid: event.id, type: 'interactive', email: 'again@mail.test' } as const;
  const held = await app.call('POST /events/hold_no_login', { body: { ...body, promo_code: 'FRONT' } });
  const headers = { 'guest-token': String(held.headers['guest-token']) };
  const stranger = await app.call('POST /events/purchase_no_login', { body });
  expect(code(stranger)).toBe('payment_choice_required');
  const taken = await app.call('POST /events/purchase_no_login', { body, headers });
  expect([taken.errors, taken.data?.order.order_status]).toEqual([[], 'paid']);
  expect(await seats(event)).toEqual({ held: 0, sold: 2 });

  // Nor does a stranger take the seat that a guest holds with a session.
  const guest = await newGuest(app, event.id);
  await hold(event, guest, 'FRONT');
  const typed = await app.call('POST /events/purchase_no_login', { body: { ...body, email: guest.email } });
  expect(code(typed)).toBe('payment_choice_required');
  expect((await buy(app, event, guest, {})).data?.ticket?.ticket_state).toBe('valid');
});

test('a double click with a 100 % discount after a hold at full price never answers sold out', async () => {
  const [event, viewer] = [await show(100), await newViewer(app)];
  await hold(event, viewer);
  const { ids, db } = app.kit;
  const batches = createSeatBatches(db);
  const codeOf = await db.one<{ id: number }>('SELECT id FROM promo_code WHERE event_id = $1', [event.id]);
  const press = () =>
    batches.sellCostless(event.id, {
      orderId: ids.uuid(),
      paymentId: ids.uuid(),
      ticketId: ids.uuid(),
      code: ids.ticketCode(),
      buyerId: viewer.id,
      guestEmail: undefined,
      guestKey: undefined,
      address: undefined,
      kind: 0,
      priceMinor: 2000,
      discountMinor: 2000,
      promo: { id: codeOf!.id, code: 'FRONT', percent: 100 },
      minFeeMinor: 50,
      feeBp: 500,
      currency: 'EUR',
    });
  const verdicts = (await Promise.all([press(), press()])).map(({ verdict }) => verdict);
  expect(verdicts).toEqual(['reorder', 'asked_twice']);
});

test('the price does not change while a payment is open, and the code applies after a decline', async () => {
  const [event, viewer] = [await show(), await newViewer(app)];
  const asked = await buy(app, event, viewer, { stripe_token: 'pm_card_authenticationRequired' });
  expect(code(await hold(event, viewer, 'FRONT'))).toBe('request_in_progress');
  const url = asked.data.payment_intent!.next_action!.redirect_to_url.url;
  await pressOnSandboxPage(app, url, 'fail');
  await app.call('POST /payment/stripe_intent', {
    as: viewer.token,
    body: { payment_intent: asked.data.payment_intent!.id },
  });
  const bought = await buy(app, event, viewer, { ...paid, promo_code: 'FRONT' });
  expect(bought.data.order).toMatchObject({ order_status: 'paid', total: 16.25 });
  const charged = await app.db.query<{ amount_minor: number; total_minor: number }>(
    'SELECT p.amount_minor, o.total_minor FROM payment p JOIN orders o ON o.id = p.order_id WHERE o.event_id = $1',
    [event.id],
  );
  expect(charged.every((one) => one.amount_minor === one.total_minor)).toBe(true);
  expect(await seats(event)).toEqual({ held: 0, sold: 1 });
});

test("a guest's email address cannot re-price someone else's hold", async () => {
  const event = await show();
  const body = { event_uuid: event.id, type: 'interactive', email: 'promo-guest@mail.test' };
  const mine = await app.call('POST /events/hold_no_login', { body });
  const stranger = await app.call('POST /events/hold_no_login', { body: { ...body, promo_code: 'FRONT' } });
  expect(stranger.data.order.total).toBeLessThan(mine.data.order.total);
  const again = await app.call('POST /events/hold_no_login', {
    body,
    headers: { 'guest-token': String(mine.headers['guest-token']) },
  });
  expect(again.data).toEqual(mine.data);
});
