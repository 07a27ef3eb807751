import { minutes, seconds } from '@frontrow/core/kernel/instant.ts';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { newHost, newViewer, type TestActor } from '../../../../test/actors.ts';
import { type EventTraits, newEvent, type TestEvent } from '../../../../test/events.ts';
import { testApp, type TestApp } from '../../../../test/harness.ts';
import { expectInvariants } from '../../../../test/invariants.ts';
import { mailsTo } from '../../../../test/mails.ts';
import { buy, giveTicket, pressOnSandboxPage } from '../../../../test/tickets.ts';
import { ownAddress } from '../../../http/addresses.ts';

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
const seats = (id: string) =>
  app.db.one<{ held: number; sold: number }>('SELECT held, sold FROM event WHERE id = $1', [id]);
const confirmCard = (ref: string, as?: TestActor) =>
  app.call('POST /payment/stripe_intent', { ...(as && { as: as.token }), body: { payment_intent: ref } });
const confirmWallet = (ref: string, as?: TestActor) =>
  app.call('POST /payment/paypal_order', { ...(as && { as: as.token }), body: { paypal_order_id: ref } });

async function challenged(event: TestEvent, viewer: TestActor): Promise<{ ref: string; url: string; order: string }> {
  const { data } = await buy(app, event, viewer, { stripe_token: 'pm_card_authenticationRequired' });
  const next = data.payment_intent?.next_action?.redirect_to_url;
  if (!next) throw new Error('no challenge');
  return { ref: data.payment_intent!.id, url: next.url, order: data.order.order_uuid };
}

async function walletOrder(event: TestEvent, viewer: TestActor): Promise<{ ref: string; url: string }> {
  const { data } = await buy(app, event, viewer, { paypal: true });
  expect(data.payment_order).toMatchObject({ status: 'CREATED', links: [{ rel: 'approve' }] });
  return { ref: data.payment_order!.id, url: data.payment_order!.links[0]!.href };
}

/** Sandbox webhooks arrive 2 s and 7 s after what they report; the jobs deliver and process them. */
async function webhooks(): Promise<void> {
  await app.clock.advance(seconds(8));
  await app.quiesce();
}

test('a 3-D Secure challenge opens on our page, and its return is confirmed with the provider', async () => {
  const event = await show();
  const viewer = await newViewer(app);
  const { ref, url } = await challenged(event, viewer);
  expect(await seats(event.id)).toEqual({ held: 1, sold: 0 });
  expect((await confirmCard(ref, viewer)).data).toMatchObject({ status: 'requires_action', ticket: null });
  const page = await app.http.inject(new URL(url).pathname + new URL(url).search);
  expect(page.body).toContain('Sandbox: no real money');
  expect(page.headers['content-security-policy']).toContain("frame-ancestors 'self'");
  const back = await pressOnSandboxPage(app, url, 'complete');
  expect([back.pathname, back.searchParams.get('payment_intent')]).toEqual(['/payment/callback/stripe', ref]);
  const answer = await confirmCard(ref, viewer);
  expect(answer.data).toMatchObject({
    status: 'succeeded',
    order: { order_status: 'paid' },
    ticket: { ticket_state: 'valid' },
  });
  expect((await confirmCard(ref, viewer)).data).toEqual(answer.data);
});

test.each(['127.0.0.1:3000', `${ownAddress()}:3000`])(
  'when opened at %s, a challenge and the wallet return to the origin they began on',
  async (opened) => {
    const event = await show();
    const origin = `http://${opened}`;
    const purchase = async (way: { stripe_token: string } | { paypal: true }) => {
      const { data } = await app.call('POST /events/purchase', {
        as: (await newViewer(app)).token,
        headers: { host: opened },
        body: { event_uuid: event.id, type: 'interactive', ...way },
      });
      return data;
    };
    const card = await purchase({ stripe_token: 'pm_card_authenticationRequired' });
    const next = card.payment_intent!.next_action!.redirect_to_url;
    expect([new URL(next.url).origin, new URL(next.return_url).origin]).toEqual([origin, origin]);
    const page = await app.http.inject({ url: next.url.slice(origin.length), headers: { host: opened } });
    expect(page.headers['content-security-policy']).toContain(`form-action 'self' ${origin};`);
    const wallet = await purchase({ paypal: true });
    expect(new URL(wallet.payment_order!.links[0]!.href).origin).toBe(origin);
  },
);

test.each([{}, { promo_code: 'HALF' }])(
  'order and ticket answered from memory equal what is stored, with %o',
  async (also) => {
    const event = await show({ promo: { code: 'HALF', percent: 50 } });
    const viewer = await newViewer(app);
    const { data } = await buy(app, event, viewer, { stripe_token: 'pm_card_visa', ...also });
    const read = await confirmCard(data.payment_intent!.id, viewer);
    expect(data.order).toEqual(read.data.order);
    expect(data.ticket).toEqual(read.data.ticket);
    expect(data.ticket?.ticket_seat).toBe(1);
  },
);

test('a failed challenge takes no money and keeps the seat, and a forged link opens nothing', async () => {
  const event = await show();
  const viewer = await newViewer(app);
  const { ref, url } = await challenged(event, viewer);
  for (const forged of ['a', 'é'])
    expect(
      (await app.http.inject(`/sandbox/3ds/${ref}?signature=${encodeURIComponent(forged.repeat(43))}`)).statusCode,
    ).toBe(404);
  expect(
    (
      await app.http.inject({
        method: 'POST',
        url: `/sandbox/3ds/${ref}`,
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        payload: 'decision=complete',
      })
    ).statusCode,
  ).toBe(404);
  await pressOnSandboxPage(app, url, 'fail');
  expect((await confirmCard(ref, viewer)).data).toMatchObject({ status: 'failed', order: { order_status: 'pending' } });
  expect((await buy(app, event, viewer, { stripe_token: 'pm_card_visa' })).status).toBe(200);
});

test('only the buyer can confirm a payment', async () => {
  const { ref, url } = await challenged(await show(), await newViewer(app));
  await pressOnSandboxPage(app, url, 'complete');
  expect(codes(await confirmCard(ref, await newViewer(app)))).toEqual(['payment_unknown']);
  expect(codes(await confirmCard(ref))).toEqual(['payment_unknown']);
  expect(codes(await confirmCard('pi_nothing', host))).toEqual(['payment_unknown']);
  await webhooks();
});

test('a new attempt ends an unfinished challenge, which then can take no money', async () => {
  const event = await show();
  const viewer = await newViewer(app);
  const { url } = await challenged(event, viewer);
  expect((await buy(app, event, viewer, { stripe_token: 'pm_card_visa' })).data.ticket).not.toBeNull();
  const old = new URL(url);
  expect((await app.http.inject(old.pathname + old.search)).statusCode).toBe(303);
  expect(await seats(event.id)).toEqual({ held: 0, sold: 1 });
});

test('a webhook alone issues one ticket, even if it arrives late and twice', async () => {
  const event = await show();
  const { url, order } = await challenged(event, await newViewer(app));
  await pressOnSandboxPage(app, url, 'complete');
  await webhooks();
  expect(await app.db.query('SELECT 1 FROM ticket WHERE order_id = $1', [order])).toHaveLength(1);
  expect(await app.db.query('SELECT 1 FROM sandbox_webhook WHERE delivered_at IS NULL')).toHaveLength(0);
});

test('a wallet issues a ticket only after the capture, and cancelling keeps the seat until the hold ends', async () => {
  const event = await show();
  const viewer = await newViewer(app);
  const { ref, url } = await walletOrder(event, viewer);
  expect((await confirmWallet(ref, viewer)).data).toMatchObject({ status: 'CREATED', ticket: null });
  const cancelled = await pressOnSandboxPage(app, url, 'cancel');
  expect(cancelled.search).toContain('paypal_callback_error');
  const back = await pressOnSandboxPage(app, url, 'approve');
  expect([back.pathname, back.searchParams.has('paypal_callback'), back.searchParams.get('token')]).toEqual([
    `/event/${event.id}`,
    true,
    ref,
  ]);
  expect(await app.db.query('SELECT 1 FROM ticket WHERE event_id = $1', [event.id])).toHaveLength(0);
  expect(codes(await confirmWallet(ref, await newViewer(app)))).toEqual(['payment_unknown']);
  const answer = await confirmWallet(ref, viewer);
  expect(answer.data).toMatchObject({ status: 'COMPLETED', ticket: { ticket_state: 'valid' } });
  expect((await confirmWallet(ref, viewer)).data).toEqual(answer.data);
});

test('the webhook captures an approved wallet order whose browser never returned', async () => {
  const event = await show();
  const { url } = await walletOrder(event, await newViewer(app));
  await pressOnSandboxPage(app, url, 'approve');
  await webhooks();
  expect(await seats(event.id)).toEqual({ held: 0, sold: 1 });
});

test('a forged webhook is rejected and not stored', async () => {
  const { ref } = await challenged(await show(), await newViewer(app));
  const body = JSON.stringify({ id: 'evt_1', type: 'payment_intent.succeeded', object: ref });
  for (const header of ['', 't=1,v1=00', `t=${app.clock.now()},v1=${'0'.repeat(64)}`]) {
    const answer = await app.http.inject({
      method: 'POST',
      url: '/api/webhooks/sandbox',
      headers: { 'content-type': 'application/json', 'sandbox-signature': header },
      payload: body,
    });
    expect(answer.statusCode).toBe(400);
  }
  expect(await app.db.query("SELECT 1 FROM provider_event WHERE event_id = 'evt_1'")).toHaveLength(0);
});

const callers = ['return', 'webhook', 'sweeper'] as const;
type Caller = (typeof callers)[number];
const orders = (left: readonly Caller[]): Caller[][] =>
  left.length === 0
    ? [[]]
    : left.flatMap((one) => orders(left.filter((other) => other !== one)).map((rest) => [one, ...rest]));

test('return, webhook and sweeper issue one ticket in every order and all at the same time', async () => {
  const call = {
    return: (ref: string, viewer: TestActor) => confirmCard(ref, viewer),
    webhook: webhooks,
    sweeper: () => app.quiesce(),
  };
  for (const order of [...orders(callers), 'together' as const]) {
    const event = await show();
    const viewer = await newViewer(app);
    const { ref, url } = await challenged(event, viewer);
    await pressOnSandboxPage(app, url, 'complete');
    await app.clock.advance(seconds(65));
    if (order === 'together') await Promise.all([...callers, ...callers].map((one) => call[one](ref, viewer)));
    else for (const one of order) await call[one](ref, viewer);
    expect(await seats(event.id)).toEqual({ held: 0, sold: 1 });
    expect((await confirmCard(ref, viewer)).data).toMatchObject({ status: 'succeeded', ticket: { ticket_seat: 1 } });
  }
});

test('a payment after the hold buys a seat that is left, or is refunded if none is', async () => {
  const free = await show({ capacity: 1 });
  const viewer = await newViewer(app);
  const late = await challenged(free, viewer);
  await app.clock.advance(minutes(10) + 1);
  await app.db.query('SELECT expire_holds($1)', [free.id]);
  await pressOnSandboxPage(app, late.url, 'complete');
  expect((await confirmCard(late.ref, viewer)).data).toMatchObject({
    status: 'succeeded',
    order: { order_status: 'paid' },
  });

  const gone = await show({ capacity: 1 });
  const loser = await newViewer(app);
  const tooLate = await challenged(gone, loser);
  await app.clock.advance(minutes(10) + 1);
  await app.db.query('SELECT expire_holds($1)', [gone.id]);
  await giveTicket(app, gone, await newViewer(app));
  await pressOnSandboxPage(app, tooLate.url, 'complete');
  const received = await confirmCard(tooLate.ref, loser);
  expect([received.status, received.errors]).toEqual([
    409,
    [
      {
        message: 'Your payment arrived after the event sold out. You’ll get a full refund.',
        code: 'paid_late',
      },
    ],
  ]);
  await app.quiesce();
  const refund = await app.db.one(
    `SELECT r.reason, r.status, r.amount_minor
     FROM refund r JOIN payment p ON p.id = r.payment_id WHERE p.provider_ref = $1`,
    [tooLate.ref],
  );
  expect(refund).toEqual({ reason: 'seat_gone', status: 'succeeded', amount_minor: 1310 });
});

test('a payment after the hold is refunded if the buyer has bought again', async () => {
  const event = await show();
  const viewer = await newViewer(app);
  const late = await challenged(event, viewer);
  await app.clock.advance(minutes(10) + 1);
  await app.db.query('SELECT expire_holds($1)', [event.id]);
  await giveTicket(app, event, viewer);
  await pressOnSandboxPage(app, late.url, 'complete');
  const answer = await confirmCard(late.ref, viewer);
  expect([answer.status, codes(answer)]).toEqual([409, ['paid_elsewhere']]);
  expect(answer.errors[0]?.message).toContain('You’ll get a full refund');
  await app.quiesce();
  const refund = (await mailsTo(app, viewer.email)).find((mail) => mail.subject.startsWith('Your refund'));
  expect(refund?.text).toContain('You keep that ticket');
  expect(refund?.text).not.toContain('someone else');
});

test('immediately refunds a payment for an event that was cancelled or has finished, and tells the buyer why', async () => {
  for (const [end, code, sentence] of [
    ['cancelled', 'paid_event_cancelled', 'This event was cancelled before your payment arrived.'],
    ['finished', 'paid_event_over', 'This event had finished before your payment arrived.'],
  ] as const) {
    const event = await show({ state: end === 'finished' ? 'live' : 'upcoming' });
    const viewer = await newViewer(app);
    const { ref, url } = await challenged(event, viewer);
    await pressOnSandboxPage(app, url, 'complete');
    await app.db.query(
      `UPDATE event SET state = 2, finished_at = app_now() ${end === 'cancelled' ? ', cancelled_at = app_now()' : ''}
       WHERE id = $1`,
      [event.id],
    );
    const received = await confirmCard(ref, viewer);
    expect(received.errors).toEqual([{ code, message: `${sentence} You’ll get a full refund.` }]);
  }
});

test('a buyer who returns after the hold without having paid is refused, because no seat is held', async () => {
  const [event, viewer, other] = [await show(), await newViewer(app), await newViewer(app)];
  const [card, wallet] = [await challenged(event, viewer), await walletOrder(event, other)];
  expect((await confirmCard(card.ref, viewer)).data.status).toBe('requires_action');
  expect((await confirmWallet(wallet.ref, other)).data.status).toBe('CREATED');
  await app.clock.advance(minutes(10) + 1);
  await app.db.query('SELECT expire_holds($1)', [event.id]);
  for (const received of [await confirmCard(card.ref, viewer), await confirmWallet(wallet.ref, other)])
    expect([received.status, codes(received)]).toEqual([410, ['hold_expired']]);
  // No one else learns more than before.
  expect((await confirmCard(card.ref, other)).errors[0]?.code).toBe('payment_unknown');
});

test('a buyer who returns after the hold and has bought again is shown that ticket', async () => {
  const [event, viewer, other] = [await show(), await newViewer(app), await newViewer(app)];
  const [card, wallet] = [await challenged(event, viewer), await walletOrder(event, other)];
  await app.clock.advance(minutes(10) + 1);
  await app.db.query('SELECT expire_holds($1)', [event.id]);
  for (const buyer of [viewer, other]) await giveTicket(app, event, buyer);
  for (const received of [await confirmCard(card.ref, viewer), await confirmWallet(wallet.ref, other)])
    expect([received.status, codes(received)]).toEqual([409, ['already_has_ticket']]);
});

test('an abandoned challenge ends with its hold, and its payment with it', async () => {
  const event = await show();
  const { ref } = await challenged(event, await newViewer(app));
  await app.clock.advance(minutes(11));
  await app.quiesce();
  expect(await app.db.one('SELECT status FROM payment WHERE provider_ref = $1', [ref])).toEqual({ status: 'canceled' });
  expect(await seats(event.id)).toEqual({ held: 0, sold: 0 });
});

test('the sweeper finds a charge whose answer was lost', async () => {
  const event = await show();
  const viewer = await newViewer(app);
  await app.call('POST /events/hold', { as: viewer.token, body: { event_uuid: event.id, type: 'interactive' } });
  const payment = crypto.randomUUID();
  await app.db.query(
    `INSERT INTO payment (id, order_id, provider, amount_minor, currency, status, idem_key)
     SELECT $1::uuid, id, 'sandbox_card', total_minor, currency, 'creating', $1::text FROM orders WHERE event_id = $2`,
    [payment, event.id],
  );
  const charge = { n: 0, ref: 'pi_sb_lost', payment, amount: 1310, currency: 'EUR', card: 'visa', method: 'tok' };
  await app.db.query('SELECT * FROM sandbox_charge($1)', [
    JSON.stringify([{ ...charge, status: 'succeeded', return_url: 'http://localhost:3000/x', description: 'x' }]),
  ]);
  await app.clock.advance(seconds(61));
  await app.quiesce();
  expect(await seats(event.id)).toEqual({ held: 0, sold: 1 });
});

test('only its owner is offered a saved card and can use it', async () => {
  const event = await show();
  const [viewer, other] = [await newViewer(app), await newViewer(app)];
  await buy(app, event, viewer, { stripe_token: 'pm_card_mastercard', remember: true });
  const methods = (await app.call('GET /payment/methods', { as: viewer.token })).data.payment_methods;
  expect(methods).toEqual([
    {
      id: expect.any(String),
      default: true,
      card: { brand: 'mastercard', last4: '4444', exp_month: 12, exp_year: 2034 },
    },
  ]);
  const method = { stripe_payment_method_id: methods[0]!.id };
  expect(codes(await buy(app, await show(), other, method))).toEqual(['payment_method_unknown']);
  expect((await buy(app, await show(), viewer, method)).data.ticket).not.toBeNull();
  expect((await app.call('GET /payment/methods', { as: other.token })).data.payment_methods).toEqual([]);
});

test('the sandbox card field accepts published numbers only', async () => {
  const card = { number: '4242 4242 4242 4242', exp_month: 11, exp_year: 2099, cvc: '123' };
  const token = await app.call('POST /sandbox/card_tokens', { body: card });
  expect(token.data).toMatchObject({ card: { brand: 'visa', last4: '4242' } });
  const viewer = await newViewer(app);
  const bought = await buy(app, await show(), viewer, { stripe_token: token.data.id, remember: true });
  expect(bought.data.ticket).not.toBeNull();
  const saved = (await app.call('GET /payment/methods', { as: viewer.token })).data.payment_methods;
  expect(saved).toMatchObject([{ card: { last4: '4242', exp_month: 11, exp_year: 2099 } }]);
  expect(codes(await app.call('POST /sandbox/card_tokens', { body: { ...card, number: '4111111111111111' } }))).toEqual(
    ['card_invalid'],
  );
  expect(codes(await app.call('POST /sandbox/card_tokens', { body: { ...card, exp_year: 2020 } }))).toEqual([
    'card_invalid',
  ]);
  expect(codes(await buy(app, await show(), await newViewer(app), { stripe_token: 'tok_unknown' }))).toEqual([
    'card_invalid',
  ]);
});

/** A charge that we abandoned and that the bank may still complete. */
async function givenUp() {
  const event = await show();
  const viewer = await newViewer(app);
  const first = await challenged(event, viewer);
  await app.db.query("UPDATE payment SET status = 'canceled' WHERE provider_ref = $1", [first.ref]);
  return { event, viewer, first };
}

test('money of an abandoned charge that arrives while the next one fails returns its ticket', async () => {
  const { event, viewer, first } = await givenUp();
  const second = await challenged(event, viewer);
  await pressOnSandboxPage(app, second.url, 'fail');
  await pressOnSandboxPage(app, first.url, 'complete');
  const { cards } = app.kit;
  const { cancel } = cards;
  cards.cancel = async (ref) => {
    cards.cancel = cancel;
    await confirmCard(first.ref, viewer);
    return cancel(ref);
  };
  const answer = await buy(app, event, viewer, { stripe_token: 'pm_card_visa' });
  expect(codes(answer)).toEqual([]);
  expect([answer.status, answer.data.order.order_uuid, answer.data.payment_intent?.id]).toEqual([
    200,
    first.order,
    first.ref,
  ]);
  expect(answer.data.ticket).toMatchObject({ ticket_state: 'valid' });
  expect(await seats(event.id)).toEqual({ held: 0, sold: 1 });
});

test.each(['pm_card_visa', 'pm_card_visa_chargeDeclined'])(
  'money of an abandoned charge that arrives while %s is charged returns its ticket',
  async (token) => {
    const { event, viewer, first } = await givenUp();
    await pressOnSandboxPage(app, first.url, 'complete');
    const { cards } = app.kit;
    const { charge } = cards;
    cards.charge = async (seatChoice) => {
      cards.charge = charge;
      await confirmCard(first.ref, viewer);
      return charge(seatChoice);
    };
    const answer = await buy(app, event, viewer, { stripe_token: token });
    expect([answer.status, codes(answer), await seats(event.id)]).toEqual([200, [], { held: 0, sold: 1 }]);
  },
);

test('money of an abandoned charge that arrives after the next one paid is refunded, and the ticket stays', async () => {
  const { event, viewer, first } = await givenUp();
  expect((await buy(app, event, viewer, { stripe_token: 'pm_card_visa' })).data.ticket).not.toBeNull();
  await pressOnSandboxPage(app, first.url, 'complete');
  expect((await confirmCard(first.ref, viewer)).data).toMatchObject({ ticket: { ticket_state: 'valid' } });
  await app.quiesce();
  const refund = (await mailsTo(app, viewer.email)).find((mail) => mail.subject.startsWith('Your refund'));
  expect(refund?.text).toContain('already paid');
  expect(refund?.text).not.toContain('no longer valid');
});
