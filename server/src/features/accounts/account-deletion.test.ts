import { accessTokenHeader } from '@frontrow/contract/kernel/headers.ts';
import { minutes, seconds } from '@frontrow/core/kernel/instant.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newHost } from '../../../test/actors.ts';
import { betweenTimes, freeLinks, whileHeld } from '../../../test/interleaving.ts';
import { newEvent } from '../../../test/events.ts';
import { bareEvent, freeTicket, heldSeat, ticketFor } from '../../../test/free-ticket.ts';
import { testApp, type TestApp } from '../../../test/harness.ts';
import { expectInvariants } from '../../../test/invariants.ts';
import { mailsTo } from '../../../test/mails.ts';
import { signUp, signUpPassword } from '../../../test/sign-up.ts';
import { pressOnSandboxPage } from '../../../test/tickets.ts';

let app: TestApp;
beforeAll(async () => void (app = await testApp()));
afterAll(async () => {
  await expectInvariants(app);
  await app.close();
});

const password = signUpPassword;
const person = () => signUp(app, 'leaver');
const leave = (as: string, typed = password) => app.call('POST /user/delete', { as, body: { password: typed } });

test('the export has all personal data and no secret', async () => {
  const { id, token, email } = await person();
  const event = await bareEvent(app.db, (await newHost(app)).id);
  await freeTicket(app.db, event.id, id);
  const { data } = await app.call('GET /user/export', { as: token });
  expect(data).toMatchObject({
    account: [{ email, name: 'Lia', surname: 'Stern', birth_date: '1990-05-01' }],
    orders: [{ event_id: event.id }],
    tickets: [{ event_id: event.id }],
    sessions: [{ device: 'First browser' }],
  });
  expect(JSON.stringify(data)).not.toMatch(/argon2|hash/);
});

test('a deletion is refused while the person hosts an event or is paying', async () => {
  const host = await person();
  await app.db.query('UPDATE app_user SET role = 1 WHERE id = $1', [host.id]);
  const event = await bareEvent(app.db, host.id);
  expect((await leave(host.token)).errors[0]?.code).toBe('account_has_events');
  const buyer = await person();
  const order = await heldSeat(app.db, event.id, buyer.id);
  expect((await leave(buyer.token)).errors[0]?.code).toBe('account_has_payment');
  await ticketFor(app.db, order);
});

test('a deletion keeps the ledger without name and email address, ends every session and frees the email address', async () => {
  const { id, email, username, token } = await person();
  const event = await bareEvent(app.db, (await newHost(app)).id);
  const { orderId } = await orderOf(event.id, id);
  await app.db.query('UPDATE orders SET email_norm = $2 WHERE id = $1', [orderId, email]);
  await app.quiesce();
  expect((await leave(token, 'Wrong1234')).errors[0]?.code).toBe('password_wrong');
  expect((await leave(token)).status).toBe(200);
  expect((await app.call('GET /user/profile', { as: token })).status).toBe(401);
  expect((await app.call('POST /auth/login', { body: { email, password } })).status).toBe(401);
  const row = await app.db.one('SELECT * FROM app_user WHERE id = $1', [id]);
  expect(JSON.stringify(row)).not.toMatch(new RegExp(`${username}|Lia|Stern|1990|argon2`));
  expect(await app.db.one('SELECT status, email_norm FROM orders WHERE id = $1', [orderId])).toEqual({
    status: 'paid',
    email_norm: null,
  });
  expect(await app.db.query('SELECT 1 FROM one_time_token WHERE user_id = $1', [id])).toEqual([]);
  const again = await app.call('POST /auth/signup', {
    body: { email, password, username, name: 'Eve', surname: 'New', date_of_birth: '1990-05-01', accept_terms: true },
  });
  expect(again.status).toBe(201);
  expect(again.data.user.purchased_events).toEqual([]);
});

test('a deletion locks links before the account, as using a link does', async () => {
  const { id, token } = await person();
  await app.quiesce();
  const left = await whileHeld(
    app,
    'SELECT 1 FROM app_user WHERE id = $1 FOR UPDATE',
    id,
    () => leave(token),
    async () => expect(await freeLinks(app, id)).toEqual([]),
  );
  expect(left.status).toBe(200);
});

test('a deletion leaves the email address in no table, also for guest orders with it', async () => {
  const { id, email, token } = await person();
  await app.db.query('UPDATE app_user SET email_verified_at = app_now() WHERE id = $1', [id]);
  const event = await newEvent(app, await newHost(app), { priceMinor: 1200 });
  for (const key of ['canary-1', 'canary-2'])
    await app.call('POST /events/purchase_no_login', {
      body: { event_uuid: event.id, type: 'interactive', email, stripe_token: 'pm_card_visa' },
      headers: { 'idempotency-key': key },
    });
  const wanted = `new-${email}`;
  await app.call('POST /user/change_email', { as: token, body: { email: wanted, password } });
  await app.quiesce();
  expect((await leave(token)).status).toBe(200);
  await app.quiesce();
  expect(await tablesWith(email)).toEqual([]);
  expect(await tablesWith(wanted)).toEqual([]);
});
test.each([
  ['free', 0],
  ['paid', 1200],
] as const)(
  'a deletion refunds a purchase of the same moment and keeps no personal data of it: %s',
  async (_, priceMinor) => {
    const { id, email, token } = await person();
    const event = await newEvent(app, await newHost(app), { priceMinor });
    const card = priceMinor > 0 ? { stripe_token: 'pm_card_visa', remember: true } : {};
    const body = { event_uuid: event.id, type: 'interactive', ...card };
    const bought = await betweenTimes(
      app,
      event,
      () => app.call('POST /events/purchase', { as: token, body }),
      async () => expect((await leave(token)).status).toBe(200),
    );
    expect(bought.status).toBe(200);
    await app.quiesce();
    expect(
      await app.db.one(
        `SELECT o.status, e.sold,
           (SELECT count(*) FROM ticket t WHERE t.order_id = o.id AND t.voided_at IS NULL)::int AS tickets,
           (SELECT array_agg(r.status::text) FROM refund r JOIN payment p ON p.id = r.payment_id
            WHERE p.order_id = o.id) AS refunds
         FROM orders o JOIN event e ON e.id = o.event_id WHERE o.buyer_id = $1`,
        [id],
      ),
    ).toEqual({ status: 'refunded', sold: 0, tickets: 0, refunds: priceMinor > 0 ? ['succeeded'] : null });
    for (const table of ['saved_card', 'provider_customer'])
      expect(await app.db.query(`SELECT 1 FROM ${table} WHERE user_id = $1`, [id])).toEqual([]);
    expect((await mailsTo(app, email)).filter((mail) => mail.subject.includes('refund'))).toEqual([]);
  },
);

test('a deletion keeps no personal data of a guest order of the same moment that is never paid', async () => {
  const { id, email, token } = await person();
  await app.db.query('UPDATE app_user SET email_verified_at = app_now() WHERE id = $1', [id]);
  const event = await newEvent(app, await newHost(app), { priceMinor: 1200 });
  const body = { event_uuid: event.id, type: 'interactive' as const, email };
  const before = await newEvent(app, await newHost(app), { priceMinor: 1200 });
  await app.call('POST /events/hold_no_login', { body: { ...body, event_uuid: before.id } });
  const held = await betweenTimes(
    app,
    event,
    () => app.call('POST /events/hold_no_login', { body }),
    async () => expect((await leave(token)).status).toBe(200),
  );
  expect(held.status).toBe(200);
  await app.clock.advance(seconds(15));
  await app.quiesce();
  const order = () => app.db.one('SELECT status, email_norm, guest_key FROM orders WHERE event_id = $1', [event.id]);
  expect(await order()).toEqual({ status: 'pending', email_norm: null, guest_key: null });
  expect(await tablesWith(email)).toEqual([]);
  await app.clock.advance(minutes(10) + 1);
  await app.quiesce();
  expect(await order()).toMatchObject({ status: 'expired' });
});

test('a deletion keeps no personal data of an own order of the same moment that is never paid', async () => {
  const { id, token } = await person();
  const event = await newEvent(app, await newHost(app), { priceMinor: 1200 });
  const body = { event_uuid: event.id, type: 'interactive' as const };
  const held = await betweenTimes(
    app,
    event,
    async () =>
      app.http.inject({
        method: 'POST',
        url: '/api/events/hold',
        payload: body,
        headers: { [accessTokenHeader]: token },
        remoteAddress: '192.0.2.7',
      }),
    async () => expect((await leave(token)).status).toBe(200),
  );
  expect(held.statusCode).toBe(200);
  const order = () => app.db.one('SELECT status, hold_address FROM orders WHERE buyer_id = $1', [id]);
  expect(await order()).toEqual({ status: 'pending', hold_address: '192.0.2.7' });
  await app.clock.advance(seconds(15));
  await app.quiesce();
  expect(await order()).toEqual({ status: 'pending', hold_address: null });
});

test('a payment provider’s customer is deleted later when the fact was not handled', async () => {
  const { id, token } = await person();
  const keep = () =>
    app.db.query("INSERT INTO provider_customer (user_id, provider, ref) VALUES ($1, 'elsewhere', 'cus_1')", [id]);
  const kept = () => app.db.query('SELECT ref FROM provider_customer WHERE user_id = $1', [id]);
  const received = () =>
    app.db.query("SELECT 1 FROM outbox WHERE topic = 'CustomerLeft' AND payload ->> 'userId' = $1", [`${id}`]);
  await keep();
  expect((await leave(token)).status).toBe(200);
  await app.quiesce();
  expect([await kept(), (await received()).length]).toEqual([[], 1]);
  // The state that an older process leaves, which does not know this fact.
  await keep();
  await app.quiesce();
  expect(await kept()).toHaveLength(1);
  await app.clock.advance(minutes(1));
  await app.quiesce();
  expect([await kept(), (await received()).length]).toEqual([[], 2]);
  await app.clock.advance(minutes(5));
  await app.quiesce();
  expect(await received()).toHaveLength(2);
});

test('a guest order that is paid after the deletion is refunded when another browser has the ticket', async () => {
  const { id, email, refresh } = await person();
  await app.db.query('UPDATE app_user SET email_verified_at = app_now() WHERE id = $1', [id]);
  const event = await newEvent(app, await newHost(app), { priceMinor: 1200 });
  const buyIn = (card: string) =>
    app.call('POST /events/purchase_no_login', {
      body: { event_uuid: event.id, type: 'interactive', email, stripe_token: card },
    });
  const challenge = (await buyIn('pm_card_authenticationRequired')).data.payment_intent!.next_action;
  expect((await buyIn('pm_card_visa')).data.payment_intent?.status).toBe('succeeded');
  await app.clock.advance(minutes(10) + 1);
  await app.db.query('SELECT expire_holds($1)', [event.id]);
  // An access token expires in these ten minutes, and a login would move what the guest bought.
  const renewed = await app.call('POST /auth/refresh', { body: { refresh_token: refresh } });
  expect((await leave(renewed.data.access_token)).status).toBe(200);
  await pressOnSandboxPage(app, challenge!.redirect_to_url.url, 'complete');
  await app.quiesce();
  const paid = await app.db.query(
    `SELECT o.status, (SELECT array_agg(r.reason::text) FROM refund r WHERE r.payment_id = p.id) AS refunds
     FROM orders o JOIN payment p ON p.order_id = o.id WHERE o.event_id = $1 ORDER BY o.created_at`,
    [event.id],
  );
  expect(paid).toEqual([
    { status: 'expired', refunds: ['address_has_ticket'] },
    { status: 'paid', refunds: null },
  ]);
  expect(await tablesWith(email)).toEqual([]);
});

test('a deletion leaves an earlier seat unchanged, however late its email', async () => {
  const { id, token } = await person();
  const event = await newEvent(app, await newHost(app));
  await app.call('POST /events/purchase', { as: token, body: { event_uuid: event.id, type: 'interactive' } });
  await app.clock.advance(seconds(30));
  expect((await leave(token)).status).toBe(200);
  await app.quiesce();
  expect(await app.db.one('SELECT status FROM orders WHERE buyer_id = $1', [id])).toEqual({ status: 'paid' });
});

/**
 * Tables with a row that contains this text. The dev mailbox stands in for people's own mailboxes, so it is left out.
 */
async function tablesWith(text: string): Promise<string[]> {
  const tables = await app.db.query<{ name: string }>(
    `SELECT table_name AS name FROM information_schema.tables
     WHERE table_schema = 'public' AND table_name <> 'dev_mailbox'`,
  );
  const found: string[] = [];
  for (const { name } of tables) {
    const rows = await app.db.query(`SELECT 1 FROM ${name} x WHERE strpos(x::text, $1) > 0 LIMIT 1`, [text]);
    if (rows.length > 0) found.push(name);
  }
  return found;
}

async function orderOf(eventUuid: string, holderId: number): Promise<{ orderId: string }> {
  await freeTicket(app.db, eventUuid, holderId);
  const order = await app.db.one<{ id: string }>('SELECT id FROM orders WHERE event_id = $1 AND buyer_id = $2', [
    eventUuid,
    holderId,
  ]);
  return { orderId: order!.id };
}
