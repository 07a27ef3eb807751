import { randomUUID } from 'node:crypto';
import { minutes, seconds } from '@frontrow/core/kernel/instant.ts';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { atOtherEvent, newGuest, newHost, type TestActor } from '../../../../test/actors.ts';
import { type EventTraits, newEvent, type TestEvent } from '../../../../test/events.ts';
import { type TestAnswer, testApp, type TestApp } from '../../../../test/harness.ts';
import { expectInvariants } from '../../../../test/invariants.ts';
import { mailsTo, tokenIn } from '../../../../test/mails.ts';
import { signUp } from '../../../../test/sign-up.ts';
import { pressOnSandboxPage } from '../../../../test/tickets.ts';

let app: TestApp;
let host: TestActor;
beforeAll(async () => {
  app = await testApp();
  host = await newHost(app, { massive: true });
});
afterEach(() => expectInvariants(app));
afterAll(() => app.close());

type Headers = Record<string, string>;
const pays = { stripe_token: 'pm_card_visa' };
const declines = { stripe_token: 'pm_card_visa_chargeDeclined' };
const asks = { stripe_token: 'pm_card_authenticationRequired' };

const show = (traits: EventTraits = {}) => newEvent(app, host, { priceMinor: 1200, ...traits });
let people = 0;
const somebody = () => `guest${++people}@mail.test`;
const code = (answer: { errors: readonly { code: string }[] }) => answer.errors[0]?.code;
const bodyOf = (event: TestEvent, email: string, more: object = {}) => ({
  event_uuid: event.id,
  type: 'interactive',
  email,
  ...more,
});
const hold = (event: TestEvent, email: string, headers: Headers = {}) =>
  app.call('POST /events/hold_no_login', { body: bodyOf(event, email), headers });
const buy = (event: TestEvent, email: string, more: object, headers: Headers = {}) =>
  app.call('POST /events/purchase_no_login', { body: bodyOf(event, email, more), headers });
/** Headers that identify the same browser, or a script that keeps the header, in its next request. */
const cookieOf = (answer: TestAnswer<unknown>): Headers => ({
  cookie: `other=1; ${String(answer.headers['set-cookie']).split(';')[0]}`,
});
const tokenOf = (answer: TestAnswer<unknown>): Headers => ({ 'guest-token': String(answer.headers['guest-token']) });
const seats = (event: TestEvent) => app.db.one('SELECT held, sold FROM event WHERE id = $1', [event.id]);
const orders = (event: TestEvent) =>
  app.db
    .query<{ status: string }>('SELECT status FROM orders WHERE event_id = $1 ORDER BY created_at', [event.id])
    .then((rows) => rows.map((row) => row.status));

test('the first guest call gives the browser a secret, in a cookie scripts cannot read and in a header', async () => {
  const answer = await hold(await show(), somebody());
  expect(String(answer.headers['set-cookie'])).toMatch(
    /^frontrow_guest=[\w.-]{60,}; Path=\/; Max-Age=86400; HttpOnly; SameSite=Lax$/,
  );
  expect(String(answer.headers['set-cookie'])).toContain(String(answer.headers['guest-token']));
});

test('a stranger who knows the email address cannot see, release, re-price or block the open order', async () => {
  const [event, email] = [await show(), somebody()];
  const mine = await hold(event, email);
  expect(mine.status).toBe(200);
  for (const headers of [{}, { 'guest-token': 'made.up' }, cookieOf(await hold(await show(), somebody()))]) {
    const theirs = await hold(event, email, headers);
    expect([theirs.status, theirs.data.order.order_uuid === mine.data.order.order_uuid]).toEqual([200, false]);
    const freed = await app.call('POST /events/release_hold', {
      body: { order_uuid: mine.data.order.order_uuid },
      headers,
    });
    expect(code(freed)).toBe('order_not_found');
  }
  expect(await seats(event)).toEqual({ held: 4, sold: 0 });
  // The same browser continues with its cookie, a script with the header.
  expect((await hold(event, email, cookieOf(mine))).data).toEqual(mine.data);
  expect((await hold(event, email, tokenOf(mine))).data).toEqual(mine.data);
  expect((await buy(event, email, pays, cookieOf(mine))).data.ticket?.ticket_state).toBe('valid');
});

const refundOf = (event: TestEvent) =>
  app.db.query<{ reason: string; status: string }>(
    `SELECT r.reason, r.status
     FROM refund r JOIN payment p ON p.id = r.payment_id JOIN orders o ON o.id = p.order_id WHERE o.event_id = $1`,
    [event.id],
  );

test.each(['card', 'wallet'] as const)(
  'of two browsers with one email address the first to pay gets the ticket and the other a refund (%s)',
  async (way) => {
    const [event, email] = [await show(), somebody()];
    const stranger = await buy(event, email, way === 'card' ? asks : { paypal: true });
    const owner = await buy(event, email, pays);
    expect(owner.data.ticket?.ticket_state).toBe('valid');
    const back =
      way === 'card'
        ? await (async () => {
            const intent = stranger.data.payment_intent!;
            await pressOnSandboxPage(app, intent.next_action!.redirect_to_url.url, 'complete');
            return app.call('POST /payment/stripe_intent', {
              body: { payment_intent: intent.id },
              headers: cookieOf(stranger),
            });
          })()
        : await (async () => {
            const order = stranger.data.payment_order!;
            await pressOnSandboxPage(app, order.links[0]!.href, 'approve');
            return app.call('POST /payment/paypal_order', {
              body: { paypal_order_id: order.id },
              headers: cookieOf(stranger),
            });
          })();
    expect([back.status, back.errors[0]?.message]).toEqual([
      409,
      [
        'This email address already had a ticket for this event when your payment arrived.',
        'You’ll get a full refund, and the ticket is in your inbox.',
      ].join(' '),
    ]);
    await app.quiesce();
    expect(await refundOf(event)).toEqual([{ reason: 'address_has_ticket', status: 'succeeded' }]);
    expect(await seats(event)).toEqual({ held: 0, sold: 1 });
    const refund = (await mailsTo(app, email)).find((mail) => mail.subject.startsWith('Your refund'));
    expect(refund?.text).toContain('You keep that ticket');
    expect(refund?.text).not.toContain('no longer valid');
  },
);

test('a late payment of a guest order is refunded if its buyer has since bought as an account', async () => {
  const [event, email] = [await show(), somebody()];
  const late = await buy(event, email, asks);
  await app.clock.advance(minutes(10) + 1);
  await app.db.query('SELECT expire_holds($1)', [event.id]);
  const account = await signUp(app, 'late', email);
  await app.facts.drain();
  await app.call('POST /auth/verify_email', { body: { token: tokenIn((await mailsTo(app, email))[0]) } });
  const body = bodyOf(event, email, pays);
  const own = await app.call('POST /events/purchase', { as: account.token, body: { ...body, email: undefined } });
  expect(own.data.ticket?.ticket_state).toBe('valid');
  expect(await app.db.query('SELECT DISTINCT buyer_id FROM orders WHERE event_id = $1', [event.id])).toEqual([
    { buyer_id: account.id },
  ]);

  await pressOnSandboxPage(app, late.data.payment_intent!.next_action!.redirect_to_url.url, 'complete');
  await app.clock.advance(seconds(8));
  await app.quiesce();
  expect(await refundOf(event)).toEqual([{ reason: 'address_has_ticket', status: 'succeeded' }]);
  expect(await seats(event)).toEqual({ held: 0, sold: 1 });
  const refund = (await mailsTo(app, email)).find((mail) => mail.subject.startsWith('Your refund'));
  expect(refund?.text).toContain('You keep that ticket');
});

test('two browsers with one email address paying at the same moment get one ticket and one refund, and both are notified', async () => {
  const [event, email] = [await show(), somebody()];
  for (let i = 0; i < 2; i++) await hold(event, email);
  const answers = await Promise.all(Array.from({ length: 4 }, () => buy(event, email, pays)));
  expect(answers.filter((answer) => answer.data?.ticket)).toHaveLength(1);
  for (const answer of answers.filter((one) => one.status !== 200))
    expect(['paid_elsewhere', 'guest_order_elsewhere']).toContain(code(answer));
  await app.quiesce();
  expect((await refundOf(event)).every((one) => one.status === 'succeeded')).toBe(true);
  expect((await seats(event)) as { sold: number }).toMatchObject({ sold: 1 });
});

test('a guest’s session only reaches the orders of one event', async () => {
  const [here, there] = [await show(), await show()];
  const guest = await newGuest(app, here.id);
  const body = { event_uuid: here.id, type: 'interactive' as const, ...asks };
  const mine = await app.call('POST /events/purchase', { as: guest.token, body });
  const { order, payment_intent: intent } = mine.data;
  const elsewhere = atOtherEvent(app, guest, there.id);
  const freed = await app.call('POST /events/release_hold', {
    as: elsewhere.token,
    body: { order_uuid: order.order_uuid },
  });
  expect(code(freed)).toBe('order_not_found');
  const asked = await app.call('POST /payment/stripe_intent', {
    as: elsewhere.token,
    body: { payment_intent: intent!.id },
  });
  expect(asked.data).toEqual({ status: 'requires_action', order: null, ticket: null });
});

test('the browser that began a hold can release it', async () => {
  const event = await show();
  const mine = await hold(event, somebody());
  const body = { order_uuid: mine.data.order.order_uuid };
  const freed = await app.call('POST /events/release_hold', { body, headers: cookieOf(mine) });
  expect(freed.data.order.order_status).toBe('cancelled');
  expect(await seats(event)).toEqual({ held: 0, sold: 0 });
});

test('a stranger can neither see nor end an open payment, because its reference only selects it', async () => {
  const [event, email] = [await show(), somebody()];
  const mine = await buy(event, email, asks);
  const ref = mine.data.payment_intent!.id;
  expect((await hold(event, email)).status).toBe(200);
  const ask = (headers: Headers = {}) =>
    app.call('POST /payment/stripe_intent', { body: { payment_intent: ref }, headers });
  expect((await ask()).data).toEqual({ status: 'requires_action', order: null, ticket: null });
  await pressOnSandboxPage(app, mine.data.payment_intent!.next_action!.redirect_to_url.url, 'complete');
  expect((await ask()).data).toEqual({ status: 'succeeded', order: null, ticket: null });
  expect((await ask(cookieOf(mine))).data).toMatchObject({ status: 'succeeded', ticket: { ticket_state: 'valid' } });
});

test('returning from the wallet works in the browser that left, and shows a stranger nothing', async () => {
  const event = await show();
  const mine = await buy(event, somebody(), { paypal: true });
  const { id, links } = mine.data.payment_order!;
  await pressOnSandboxPage(app, links[0]!.href, 'approve');
  const confirm = (headers: Headers = {}) =>
    app.call('POST /payment/paypal_order', { body: { paypal_order_id: id }, headers });
  const back = await confirm(cookieOf(mine));
  expect(back.data).toMatchObject({ status: 'COMPLETED', ticket: { ticket_state: 'valid' } });
  expect((await confirm()).data).toEqual({ status: 'COMPLETED', order: null, ticket: null });
});

test('a script without the secret can try another card after a decline, even for the last seat', async () => {
  const [event, email] = [await show({ capacity: 1 }), somebody()];
  expect((await buy(event, email, declines)).status).toBe(402);
  expect(await seats(event)).toEqual({ held: 1, sold: 0 });
  // Without a payment choice nothing is charged: the seat stays with the browser that held it.
  expect(code(await hold(event, email))).toBe('sold_out');
  const paid = await buy(event, email, pays);
  expect(paid.data.ticket?.ticket_state).toBe('valid');
  expect(await orders(event)).toEqual(['cancelled', 'paid']);
  expect(await seats(event)).toEqual({ held: 0, sold: 1 });
});

test('ordering again after a decline neither extends the hold nor opens a second order', async () => {
  const [event, email] = [await show({ capacity: 1 }), somebody()];
  const first = await hold(event, email);
  await buy(event, email, declines, cookieOf(first));
  await app.clock.advance(minutes(6));
  const attempts = await Promise.all(Array.from({ length: 4 }, () => buy(event, email, asks)));
  expect(attempts.filter((answer) => answer.status === 200)).toHaveLength(1);
  const open = await app.db.query<{ until: Date }>(
    "SELECT hold_expires_at AS until FROM orders WHERE event_id = $1 AND status = 'pending'",
    [event.id],
  );
  expect(open.map(({ until }) => until.getTime())).toEqual([first.data.order.hold_expires_at]);
  expect(await seats(event)).toEqual({ held: 1, sold: 0 });
});

test('any browser can order once the hold has expired', async () => {
  const [event, email] = [await show(), somebody()];
  await hold(event, email);
  await app.clock.advance(minutes(11));
  expect((await hold(event, email)).status).toBe(200);
});

test('after the hold expires, only the browser that bought in between hears about the ticket', async () => {
  for (const same of [true, false]) {
    const [event, email] = [await show(), somebody()];
    const mine = await buy(event, email, asks);
    await app.clock.advance(minutes(10) + 1);
    await app.db.query('SELECT expire_holds($1)', [event.id]);
    expect((await buy(event, email, pays, same ? cookieOf(mine) : {})).data.ticket?.ticket_state).toBe('valid');
    const back = await app.call('POST /payment/stripe_intent', {
      body: { payment_intent: mine.data.payment_intent!.id },
      headers: cookieOf(mine),
    });
    expect(code(back)).toBe(same ? 'already_has_ticket' : 'hold_expired');
  }
});

test('a repeated Idempotency-Key gets the same answer and the same secret, even if the secret was lost', async () => {
  const [event, email] = [await show(), somebody()];
  const headers = { 'idempotency-key': 'b7c1f0de-0000-4000-8000-1c5b6f9a2d11' };
  const first = await buy(event, email, asks, headers);
  const again = await buy(event, email, asks, headers);
  expect(again.data).toEqual(first.data);
  expect(tokenOf(again)).toEqual(tokenOf(first));
});

test.each([pays, {}])('a guest’s key whose answer was not stored returns its own order (%o)', async (choice) => {
  const [event, email] = [await show({ priceMinor: choice === pays ? 1200 : 0 }), somebody()];
  const headers = { 'idempotency-key': randomUUID() };
  const first = await buy(event, email, choice, headers);
  expect(first.data.order.order_status).toBe('paid');
  await app.db.query("UPDATE idempotency SET state = 'left', response = NULL WHERE key = $1", [
    headers['idempotency-key'],
  ]);
  expect((await buy(event, email, choice, headers)).data).toEqual(first.data);
});

const ordinary = ({ data, status }: Awaited<ReturnType<typeof buy>>) => {
  const { order_uuid: _, ...order } = data.order;
  return { status, order, ticket: data.ticket, keys: Object.keys(data).toSorted() };
};

test('a free purchase answers alike whether or not the address has a ticket, and emails the join link again', async () => {
  const [event, email] = [await show({ priceMinor: 0 }), somebody()];
  const first = await buy(event, email, {});
  expect(first.data).toMatchObject({ order: { order_status: 'paid', total: 0 }, ticket: null });
  await app.quiesce();
  const stranger = await buy(event, email, {});
  expect(ordinary(stranger)).toEqual(ordinary(await buy(event, somebody(), {})));
  expect(stranger.data.order.order_uuid).not.toBe(first.data.order.order_uuid);
  await app.quiesce();
  expect(await mailsTo(app, email)).toHaveLength(2);
  expect(
    await app.db.query('SELECT 1 FROM ticket t JOIN app_user u ON u.id = t.holder_id WHERE u.guest_email_norm = $1', [
      email,
    ]),
  ).toHaveLength(1);
});

test('an email address with a paid ticket is refused, and its owner is emailed again', async () => {
  const [event, holder] = [await show(), somebody()];
  const bought = await buy(event, holder, pays);
  await app.quiesce();
  expect(code(await buy(event, holder, pays))).toBe('guest_order_elsewhere');
  await app.quiesce();
  expect(await mailsTo(app, holder)).toHaveLength(2);
  // A caller who proves to be the holder sees the reason.
  expect(code(await buy(event, holder, pays, cookieOf(bought)))).toBe('already_has_ticket');
});

test('a full event answers sold out to everyone, whether or not the email address has a ticket', async () => {
  for (const priceMinor of [0, 1200]) {
    const [event, email] = [await show({ capacity: 1, priceMinor }), somebody()];
    await buy(event, email, pays);
    expect([code(await buy(event, email, pays)), code(await buy(event, somebody(), pays))]).toEqual([
      'sold_out',
      'sold_out',
    ]);
  }
});

test('a stranger who knows a guest’s email address can neither end nor see that guest’s charge', async () => {
  const event = await show({ promo: { code: 'ALLFREE', percent: 100 } });
  const guest = await newGuest(app, event.id);
  const mine = await app.call('POST /events/purchase', {
    as: guest.token,
    body: { event_uuid: event.id, type: 'interactive', ...asks },
  });
  expect(mine.data.payment_intent?.status).toBe('requires_action');
  const tryForFree = async () => {
    const theirs = await buy(event, guest.email, { promo_code: 'ALLFREE' });
    expect([theirs.status, code(theirs), theirs.data]).toEqual([409, 'guest_order_open', undefined]);
  };
  await tryForFree();
  await pressOnSandboxPage(app, mine.data.payment_intent!.next_action!.redirect_to_url.url, 'complete');
  await tryForFree();
  const paid = await app.call('POST /payment/stripe_intent', {
    as: guest.token,
    body: { payment_intent: mine.data.payment_intent!.id },
  });
  expect([paid.data.status, paid.data.ticket?.ticket_state]).toEqual(['succeeded', 'valid']);
});

test.each([49, 1])(
  'an expired order of a guest with a session does not keep the email address from a free seat (%i seats)',
  async (capacity) => {
    const event = await show({ capacity, promo: { code: 'ALLFREE', percent: 100 } });
    const guest = await newGuest(app, event.id);
    const body = { event_uuid: event.id, type: 'interactive' as const, ...asks };
    const mine = await app.call('POST /events/purchase', { as: guest.token, body });
    const forFree = () => buy(event, guest.email, { promo_code: 'ALLFREE' });
    expect(code(await forFree())).toBe(capacity === 1 ? 'sold_out' : 'guest_order_open');
    await app.clock.advance(minutes(10) + 1);
    expect((await forFree()).data?.order.order_status).toBe('paid');
    expect(await seats(event)).toEqual({ held: 0, sold: 1 });
    // Money that was already on its way is refunded.
    await pressOnSandboxPage(app, mine.data.payment_intent!.next_action!.redirect_to_url.url, 'complete');
    await app.clock.advance(seconds(8));
    await app.quiesce();
    expect(await refundOf(event)).toEqual([{ reason: 'address_has_ticket', status: 'succeeded' }]);
  },
);

test.each(['before', 'after'] as const)(
  'a guest with a session and a browser that began %s, both paying for one email address, get one ticket and one refund',
  async (when) => {
    const event = await show();
    const guest = await newGuest(app, event.id);
    const first = when === 'before' ? cookieOf(await hold(event, guest.email)) : {};
    const own = await app.call('POST /events/purchase', {
      as: guest.token,
      body: { event_uuid: event.id, type: 'interactive', ...asks },
    });
    expect((await buy(event, guest.email, pays, first)).data.ticket?.ticket_state).toBe('valid');
    await pressOnSandboxPage(app, own.data.payment_intent!.next_action!.redirect_to_url.url, 'complete');
    await app.clock.advance(seconds(8));
    await app.quiesce();
    expect(await refundOf(event)).toEqual([{ reason: 'address_has_ticket', status: 'succeeded' }]);
    expect(await seats(event)).toEqual({ held: 0, sold: 1 });
  },
);

test('a guest with a session who orders again after a refund does not block a payment', async () => {
  const event = await show();
  const guest = await newGuest(app, event.id);
  const order = () =>
    app.call('POST /events/hold', { as: guest.token, body: { event_uuid: event.id, type: 'interactive' } });
  const first = await order();
  const bought = await buy(event, guest.email, pays);
  expect(bought.data.ticket?.ticket_state).toBe('valid');
  await app.db.query("SELECT refund_orders($1, 'rescheduled', $2, 1)", [event.id, [bought.data.order.order_uuid]]);
  const second = await order();
  expect([second.status, second.data.order.order_uuid === first.data.order.order_uuid]).toEqual([200, false]);
  const again = await buy(event, guest.email, pays);
  expect([again.status, again.data?.ticket?.ticket_state]).toEqual([200, 'valid']);
  expect(await seats(event)).toEqual({ held: 2, sold: 1 });
});
