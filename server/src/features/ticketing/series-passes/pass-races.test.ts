import { hours, minutes } from '@frontrow/core/kernel/instant.ts';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { newAdmin, newHost, newViewer, type TestActor } from '../../../../test/actors.ts';
import { type FakeProviders, startFakeProviders } from '../../../../test/fake-providers.ts';
import type { FakeStripe } from '../../../../test/fake-stripe.ts';
import { testApp, type TestApp, until } from '../../../../test/harness.ts';
import { expectInvariants } from '../../../../test/invariants.ts';
import { newPass, type OfferedPass } from '../../../../test/passes.ts';
import { giveTicket } from '../../../../test/tickets.ts';

/** What happens to a date of a pass, or to its money, while something else of it is under way. */
let app: TestApp;
let host: TestActor;
let stripe: FakeStripe;
let providers: FakeProviders;
/** While it is set, answers of charges wait for it; the charges are made. */
let answersWait: Promise<void> | undefined;
beforeAll(async () => {
  providers = await startFakeProviders(() => app.clock.now());
  ({ stripe } = providers);
  const { cards } = providers.adapters;
  const charge: typeof cards.charge = async (asked) => {
    const intent = await cards.charge(asked);
    await answersWait;
    return intent;
  };
  app = await testApp({ overrides: { ...providers.adapters, cards: { ...cards, charge } } });
  host = await newHost(app);
});
afterEach(async () => {
  await expectInvariants(app);
  await providers.expectSameBooks(app);
});
afterAll(async () => {
  await app.close();
  await providers.close();
});

const offered = () =>
  newPass(app, host, {
    price: 25,
    dates: [
      { priceMinor: 1000, capacity: 1 },
      { priceMinor: 2000, capacity: 5 },
    ],
  });
const buyPass = (pass: OfferedPass, viewer: TestActor, token = 'tok_visa') =>
  app.call('POST /series/pass/purchase', {
    as: viewer.token,
    body: { pass_uuid: pass.id, stripe_token: token },
  });
const cancel = (pass: OfferedPass, index: number) =>
  app.call('POST /events/cancel', { as: host.token, body: { event_uuid: pass.events[index]!.id } });
const seats = async (pass: OfferedPass) =>
  (
    await app.db.query<{ held: number; sold: number }>(
      'SELECT held, sold FROM event WHERE id = ANY ($1) ORDER BY starts_at',
      [pass.events.map(({ id }) => id)],
    )
  ).map(({ held, sold }) => [held, sold]);
/** Of each order of a buyer, by date: its state, and what was refunded of it and why. */
const story = (viewer: TestActor) =>
  app.db.query<{ status: string; refunded: number; reason: string | null }>(
    `SELECT o.status, coalesce(sum(r.amount_minor), 0)::bigint AS refunded, min(r.reason) AS reason
     FROM orders o JOIN event e ON e.id = o.event_id LEFT JOIN payment p ON p.order_id = o.id
       LEFT JOIN refund r ON r.payment_id = p.id AND r.status = 'succeeded'
     WHERE o.buyer_id = $1 GROUP BY o.id, e.starts_at ORDER BY e.starts_at, o.created_at`,
    [viewer.id],
  );
const liveTickets = async (viewer: TestActor) =>
  (await app.db.query('SELECT 1 FROM ticket WHERE holder_id = $1 AND voided_at IS NULL', [viewer.id])).length;
const chargesOf = async (viewer: TestActor): Promise<string[]> =>
  (
    await app.db.query<{ ref: string }>(
      `SELECT DISTINCT p.capture_ref AS ref FROM payment p JOIN orders o ON o.id = p.order_id
       WHERE o.buyer_id = $1 AND p.capture_ref IS NOT NULL`,
      [viewer.id],
    )
  ).map(({ ref }) => ref);
const hear = ({ rawBody, headers }: ReturnType<FakeStripe['webhook']>, provider: 'stripe' | 'paypal' = 'stripe') =>
  app.http.inject({
    method: 'POST',
    url: `/api/webhooks/${provider}`,
    headers: { 'content-type': 'application/json', ...headers },
    payload: rawBody,
  });

/** Tries to buy a pass, and the answer of the charge is lost. Answers the provider's names, which we never heard. */
async function loseAnswer(pass: OfferedPass, viewer: TestActor): Promise<{ intent: string; charge: string }> {
  stripe.mode = 'lost';
  try {
    expect((await buyPass(pass, viewer, 'pm_card_visa')).errors[0]?.code).toBe('payment_unavailable');
  } finally {
    stripe.mode = 'up';
  }
  const made = stripe.exchanges.findLast(({ method, url }) => method === 'POST' && url === '/v1/payment_intents');
  const { id, latest_charge } = made!.answer as { id: string; latest_charge: string };
  expect(stripe.captures.get(latest_charge)).toBe(2725);
  return { intent: id, charge: latest_charge };
}

/** Buys a pass whose charge is made at once and answered only after what happens until then. */
async function whileAnswerIsLate(
  pass: OfferedPass,
  viewer: TestActor,
  untilThen: () => Promise<unknown>,
): Promise<Awaited<ReturnType<typeof buyPass>>> {
  let answer = (): void => undefined;
  answersWait = new Promise((go) => (answer = go));
  const charged = stripe.captures.size;
  try {
    const buying = buyPass(pass, viewer);
    await until('the charge is made', () => Promise.resolve(stripe.captures.size > charged));
    await untilThen();
    answer();
    return await buying;
  } finally {
    answer();
    answersWait = undefined;
  }
}

test('a date whose last seat is taken while the provider is late refunds its share, and the other date has its seat', async () => {
  const pass = await offered();
  const [viewer, other] = [await newViewer(app), await newViewer(app)];
  const { data } = await whileAnswerIsLate(pass, viewer, async () => {
    await app.db.query('UPDATE orders SET hold_expires_at = app_now() WHERE buyer_id = $1', [viewer.id]);
    for (const { id } of pass.events) await app.db.query('SELECT expire_holds($1)', [id]);
    const wait = answersWait;
    answersWait = undefined;
    await giveTicket(app, pass.events[0]!, other);
    answersWait = wait;
  });
  expect(data).toMatchObject({ ticket: { event_uuid: pass.events[1]!.id } });
  await app.quiesce();
  expect(await story(viewer)).toEqual([
    { status: 'expired', refunded: 925, reason: 'seat_gone' },
    { status: 'paid', refunded: 0, reason: null },
  ]);
  expect(await seats(pass)).toEqual([
    [0, 1],
    [0, 1],
  ]);
});

test('a date that is cancelled while the provider is late refunds its share, and the other date has its seat', async () => {
  const pass = await offered();
  const viewer = await newViewer(app);
  const { data } = await whileAnswerIsLate(pass, viewer, () => cancel(pass, 0));
  expect(data).toMatchObject({ ticket: { event_uuid: pass.events[1]!.id } });
  await app.quiesce();
  expect(await story(viewer)).toEqual([
    { status: 'cancelled', refunded: 925, reason: 'event_cancelled' },
    { status: 'paid', refunded: 0, reason: null },
  ]);
});

test('a pass with a date that is cancelled after its seats were held is not charged, and its other seats become free', async () => {
  const pass = await offered();
  const viewer = await newViewer(app);
  await app.call('POST /series/pass/hold', { as: viewer.token, body: { pass_uuid: pass.id } });
  await cancel(pass, 0);
  const charged = stripe.captures.size;
  expect((await buyPass(pass, viewer)).errors[0]?.code).toBe('pass_not_on_sale');
  expect(stripe.captures.size).toBe(charged);
  await app.clock.advance(minutes(11));
  await app.quiesce();
  expect(await seats(pass)).toEqual([
    [0, 0],
    [0, 0],
  ]);
});

test('the browser, the webhook and the sweeper at once make one ticket for each date', async () => {
  const pass = await offered();
  const viewer = await newViewer(app);
  const { data } = await buyPass(pass, viewer, 'pm_card_authenticationRequired');
  const ref = data.payment_intent!.id;
  await app.clock.advance(minutes(2));
  stripe.completeChallenge(ref);
  const confirm = () => app.call('POST /payment/stripe_intent', { as: viewer.token, body: { payment_intent: ref } });
  const [first, second] = await Promise.all([
    confirm(),
    confirm(),
    hear(stripe.webhook(ref)),
    hear(stripe.webhook(ref)),
    app.quiesce(),
  ]);
  expect([first.data.status, second.data.status]).toEqual(['succeeded', 'succeeded']);
  expect(await liveTickets(viewer)).toBe(2);
  expect(await chargesOf(viewer)).toHaveLength(1);
  expect(await seats(pass)).toEqual([
    [0, 1],
    [0, 1],
  ]);
});

test('a webhook of a charge whose answer was lost settles it at once, by the number of our payment', async () => {
  const pass = await offered();
  const viewer = await newViewer(app);
  const { intent } = await loseAnswer(pass, viewer);
  expect(await liveTickets(viewer)).toBe(0);
  await hear(stripe.webhook(intent));
  await app.quiesce();
  expect(await liveTickets(viewer)).toBe(2);
});

test('a webhook of an approved wallet order whose answer was lost captures it, and each date has its ticket', async () => {
  const { paypal } = providers;
  const pass = await offered();
  const viewer = await newViewer(app);
  const order = (of: OfferedPass, by: TestActor) =>
    app.call('POST /series/pass/purchase', { as: by.token, body: { pass_uuid: of.id, paypal: true } });
  // With this one we have an access token: of the next only the order's own answer is lost.
  await order(await offered(), await newViewer(app));
  paypal.mode = 'lost';
  expect((await order(pass, viewer)).errors[0]?.code).toBe('payment_unavailable');
  paypal.mode = 'up';
  const made = paypal.exchanges.findLast(({ method, url }) => method === 'POST' && url === '/v2/checkout/orders');
  const { id: ref } = made!.answer as { id: string };
  paypal.approve(ref);
  await hear(paypal.webhook(ref), 'paypal');
  await app.quiesce();
  expect(await liveTickets(viewer)).toBe(2);
});

test('a charge that was given up and turns up after another one paid is refunded in full, date by date', async () => {
  const pass = await offered();
  const viewer = await newViewer(app);
  const lost = await loseAnswer(pass, viewer);
  stripe.searchLags = true;
  await app.clock.advance(hours(3));
  await app.quiesce();
  stripe.searchLags = false;
  expect((await story(viewer)).map(({ status }) => status)).toEqual(['expired', 'expired']);
  expect((await buyPass(pass, viewer)).data.order?.order_status).toBe('paid');
  await hear(stripe.webhook(lost.intent));
  await app.quiesce();
  expect(stripe.givenBack(lost.charge)).toBe(2725);
  expect(await liveTickets(viewer)).toBe(2);
  const kept = (await chargesOf(viewer)).find((ref) => ref !== lost.charge);
  expect(stripe.givenBack(kept!)).toBe(0);
});

test('a refund at the dashboard that is heard of while both dates are refunded is a part of that: each cent returns once', async () => {
  const pass = await offered();
  const viewer = await newViewer(app);
  await buyPass(pass, viewer);
  const [charge] = await chargesOf(viewer);
  const second = await app.db.one<{ id: string }>(
    'SELECT o.id FROM orders o WHERE o.buyer_id = $1 AND o.event_id = $2',
    [viewer.id, pass.events[1]!.id],
  );
  stripe.refundByHand(charge!, 300);
  const admin = await newAdmin(app);
  await Promise.all([
    cancel(pass, 0),
    app.call('POST /admin/orders/refund', {
      as: admin.token,
      body: { order_uuid: second!.id, reason: 'Asked for it' },
    }),
    hear(stripe.webhook(charge!)),
    hear(stripe.webhook(charge!)),
  ]);
  await app.quiesce();
  expect(stripe.givenBack(charge!)).toBe(2725);
  expect(await liveTickets(viewer)).toBe(0);
  expect((await story(viewer)).map(({ refunded }) => refunded)).toEqual([925, 1800]);
});
