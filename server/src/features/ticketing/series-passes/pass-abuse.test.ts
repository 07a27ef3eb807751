import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { newGuest, newHost, newViewer, type TestActor } from '../../../../test/actors.ts';
import { disputesOf } from '../../../../test/disputes.ts';
import { testApp, type TestApp } from '../../../../test/harness.ts';
import { expectInvariants } from '../../../../test/invariants.ts';
import { buyPass, holdPass, newPass, type OfferedPass } from '../../../../test/passes.ts';
import { giveTicket, pressOnSandboxPage } from '../../../../test/tickets.ts';

/** Buyers who leave a payment half done, come back, pay twice, or take their money back. */
let app: TestApp;
let host: TestActor;
beforeAll(async () => {
  app = await testApp();
  host = await newHost(app);
});
afterEach(() => expectInvariants(app));
afterAll(() => app.close());

const challenged = { stripe_token: 'pm_card_authenticationRequired' };
const offered = () => newPass(app, host, { price: 25, dates: [{ priceMinor: 1000 }, { priceMinor: 2000 }] });
/** Both dates of it, bought at their shares and fees. */
const whole = [
  ['paid', 925],
  ['paid', 1800],
];
const codes = (answer: { errors: readonly { code: string }[] }) => answer.errors.map(({ code }) => code);
const orders = async (viewer: TestActor) =>
  (
    await app.db.query<{ status: string; total: number }>(
      `SELECT o.status, o.total_minor AS total FROM orders o JOIN event e ON e.id = o.event_id
       WHERE o.buyer_id = $1 AND o.status NOT IN ('cancelled', 'expired') ORDER BY e.starts_at, o.created_at`,
      [viewer.id],
    )
  ).map(({ status, total }) => [status, total]);
/** What the sandbox took from this person and did not return. */
const taken = async (viewer: TestActor) =>
  (await app.db.one<{ minor: number }>(
    `SELECT (coalesce((SELECT sum(x.amount_minor) FROM provider_object x
         WHERE x.kind = 'capture' AND (x.provider, x.ref) IN (
           SELECT p.provider, p.capture_ref FROM payment p JOIN orders o ON o.id = p.order_id WHERE o.buyer_id = $1)), 0)
       - coalesce((SELECT sum(r.amount_minor) FROM refund r JOIN payment p ON p.id = r.payment_id
         JOIN orders o ON o.id = p.order_id WHERE o.buyer_id = $1 AND r.status = 'succeeded'), 0))::bigint AS minor`,
    [viewer.id],
  ))!.minor;
/** The charge of a pass. */
const chargeOf = async (viewer: TestActor) =>
  (await app.db.one<{ charge: string }>(
    `SELECT p.capture_ref AS charge FROM payment p JOIN orders o ON o.id = p.order_id
     WHERE o.buyer_id = $1 AND o.pass_purchase_id IS NOT NULL LIMIT 1`,
    [viewer.id],
  ))!;
const shownTo = async (viewer: TestActor, { series }: OfferedPass) =>
  (await app.call('GET /series/:id/pass', { as: viewer.token, params: { id: series } })).data.pass!;
const confirmCard = (viewer: TestActor, intent: string) =>
  app.call('POST /payment/stripe_intent', { as: viewer.token, body: { payment_intent: intent } });
const confirmWallet = (viewer: TestActor, order: string) =>
  app.call('POST /payment/paypal_order', { as: viewer.token, body: { paypal_order_id: order } });

test('a challenge abandoned with the back button is ended by the next payment and can take no money afterwards', async () => {
  const pass = await offered();
  const viewer = await newViewer(app);
  const left = await buyPass(app, pass, viewer, challenged);
  const { id, next_action: action } = left.data.payment_intent!;
  const again = await holdPass(app, pass, viewer);
  expect(again.data.order).toMatchObject({ order_status: 'pending', total: 27.25 });
  const paid = await buyPass(app, pass, viewer);
  expect(paid.data.order).toMatchObject({ order_status: 'paid', total: 27.25 });
  await pressOnSandboxPage(app, action!.redirect_to_url.url, 'complete').catch(() => undefined);
  const late = await confirmCard(viewer, id);
  expect(late.data.status ?? codes(late)).not.toBe('succeeded');
  await app.quiesce();
  expect([await taken(viewer), await orders(viewer)]).toEqual([2725, whole]);
});

test('two tabs that pay for the same pass, by wallet and by card, charge it once, and both find the tickets', async () => {
  const pass = await offered();
  const viewer = await newViewer(app);
  const wallet = await buyPass(app, pass, viewer, { paypal: true });
  const { id, links } = wallet.data.payment_order!;
  const card = await buyPass(app, pass, viewer);
  expect(card.data.order).toMatchObject({ order_status: 'paid' });
  await pressOnSandboxPage(app, links[0]!.href, 'approve').catch(() => undefined);
  const back = await confirmWallet(viewer, id);
  expect(back.data).toMatchObject({
    status: 'VOIDED',
    order: { order_status: 'paid' },
    ticket: { ticket_state: 'valid' },
  });
  await app.quiesce();
  expect([await taken(viewer), await orders(viewer)]).toEqual([2725, whole]);
});

test('two tabs that pay at the same moment pay for each date once', async () => {
  const pass = await offered();
  const viewer = await newViewer(app);
  const both = await Promise.all(
    [1, 2].map((n) => buyPass(app, pass, viewer, undefined, { 'idempotency-key': `tab-number-${n}` })),
  );
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  expect(['pass_date_held', 'request_in_progress']).toContain(both.flatMap(codes)[0]);
  await app.quiesce();
  expect([await taken(viewer), await orders(viewer)]).toEqual([2725, whole]);
});

test.for(['won', 'lost'] as const)(
  'a dispute of the rest of a pass that is %s leaves the single ticket as it is',
  async (how) => {
    const pass = await newPass(app, host, {
      price: 45,
      dates: [10, 20, 30].map((price) => ({ priceMinor: price * 100 })),
    });
    const viewer = await newViewer(app);
    await giveTicket(app, pass.events[1]!, viewer);
    const rest = await buyPass(app, pass, viewer);
    expect(rest.data.order).toMatchObject({ order_status: 'paid', total: 32.51 });
    const { dispute, decide } = disputesOf(app);
    const ref = await dispute(await chargeOf(viewer), 3251);
    const single = ['paid', 2150];
    const pair = (state: string) => [[state, 838], single, [state, 2413]];
    expect(await orders(viewer)).toEqual(pair('disputed'));
    expect(await shownTo(viewer, pass)).toMatchObject({ bought: false, disputed: true });
    await decide(ref, how);
    expect((await shownTo(viewer, pass)).disputed).toBe(false);
    expect(await orders(viewer)).toEqual(pair(how === 'won' ? 'paid' : 'charged_back'));
    expect((await shownTo(viewer, pass)).bought).toBe(how === 'won');
  },
);

test('a buyer who disputes the rest of a pass and buys it again pays once, whatever the bank decides', async () => {
  for (const how of ['won', 'lost'] as const) {
    const pass = await offered();
    const viewer = await newViewer(app);
    await buyPass(app, pass, viewer);
    const { dispute, decide } = disputesOf(app);
    const ref = await dispute(await chargeOf(viewer), 2725);
    expect((await buyPass(app, pass, viewer)).data.order).toMatchObject({ order_status: 'paid', total: 27.25 });
    await decide(ref, how);
    const first = how === 'won' ? 'refunded' : 'charged_back';
    expect(await orders(viewer)).toEqual([
      [first, 925],
      ['paid', 925],
      [first, 1800],
      ['paid', 1800],
    ]);
    expect(codes(await buyPass(app, pass, viewer))).toEqual(['pass_date_held']);
  }
});

test('nobody pays for a date the host removed them from; people blocked in its chat, or with a ticket for it, may buy', async () => {
  const pass = await offered();
  const [removed, blocked, holder] = await Promise.all([newViewer(app), newViewer(app), newViewer(app)]);
  const date = pass.events[0]!;
  await giveTicket(app, date, holder);
  await app.db.query('INSERT INTO room (event_id) VALUES ($1) ON CONFLICT DO NOTHING', [date.id]);
  await app.db.query(
    `INSERT INTO room_member (event_id, user_id, removed_at, banned_at)
     VALUES ($1, $2, app_now(), NULL), ($1, $3, NULL, app_now()), ($1, $4, app_now(), NULL)`,
    [date.id, removed.id, blocked.id, holder.id],
  );
  // The same person had been there as a guest.
  const [guest, owner] = [await newGuest(app, date.id), await newViewer(app)];
  await app.db.query('INSERT INTO room_member (event_id, user_id, removed_at) VALUES ($1, $2, app_now())', [
    date.id,
    guest.id,
  ]);
  await app.db.query(
    'UPDATE app_user SET email_verified_at = app_now(), guest_email_norm = (SELECT email_norm FROM app_user WHERE id = $2) WHERE id = $1',
    [guest.id, owner.id],
  );
  expect(codes(await buyPass(app, pass, owner))).toEqual(['pass_date_removed']);
  const refused = await buyPass(app, pass, removed);
  expect([refused.status, refused.errors[0]?.message]).toEqual([
    403,
    'You were removed from one of these dates, so you can’t buy the pass. You can still buy the other dates.',
  ]);
  expect([await taken(removed), await orders(removed)]).toEqual([0, []]);
  expect((await buyPass(app, pass, blocked)).data.order).toMatchObject({ order_status: 'paid', total: 27.25 });
  expect((await buyPass(app, pass, holder)).data.order).toMatchObject({ order_status: 'paid', total: 18 });
});
