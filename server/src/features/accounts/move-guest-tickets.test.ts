import { afterAll, beforeAll, expect, test } from 'vitest';
import { newHost, type TestActor } from '../../../test/actors.ts';
import { bareEvent, freeTicket, heldSeat, ticketFor } from '../../../test/free-ticket.ts';
import { testApp, type TestApp } from '../../../test/harness.ts';
import { expectInvariants } from '../../../test/invariants.ts';
import { mailsTo, tokenIn } from '../../../test/mails.ts';
import { guestFor } from './guests.ts';

let app: TestApp;
let host: TestActor;
beforeAll(async () => {
  app = await testApp();
  host = await newHost(app);
});
afterAll(async () => {
  await expectInvariants(app);
  await app.close();
});

const password = 'Curtain-up-7';
let people = 0;

async function guestBuyer() {
  const email = `buyer${++people}@mail.com`;
  return { email, ...(await guestFor(app.db, app.kit.ids, email)) };
}

async function register(email: string) {
  const { data, status } = await app.call('POST /auth/signup', {
    body: {
      email,
      password,
      username: `buyer${++people}x`,
      name: 'Bo',
      surname: 'Ek',
      date_of_birth: '1990-05-01',
      accept_terms: true,
    },
  });
  expect(status).toBe(201);
  return { id: data.user.user_ide, token: data.access_token };
}

async function proveAddress(email: string): Promise<void> {
  await app.quiesce();
  const { status } = await app.call('POST /auth/verify_email', {
    body: { token: tokenIn((await mailsTo(app, email))[0]) },
  });
  expect(status).toBe(200);
}

const purchased = async (as: string): Promise<readonly string[]> =>
  (await app.call('GET /user/profile', { as })).data.purchased_events;
const holderOf = async (ticket: string) =>
  (await app.db.one<{ holder_id: number }>('SELECT holder_id FROM ticket WHERE id = $1', [ticket]))!.holder_id;

test('tickets move to the account when the email address is verified, not before', async () => {
  const guest = await guestBuyer();
  const events = [await bareEvent(app.db, host.id), await bareEvent(app.db, host.id)];
  for (const event of events) await freeTicket(app.db, event.id, guest.id);
  const account = await register(guest.email);
  expect(await purchased(account.token)).toEqual([]);
  await app.call('POST /auth/login', { body: { email: guest.email, password } });
  expect(await purchased(account.token)).toEqual([]);
  await proveAddress(guest.email);
  expect([...(await purchased(account.token))].toSorted((a, b) => a.localeCompare(b))).toEqual(
    events.map((event) => event.id).toSorted((a, b) => a.localeCompare(b)),
  );
});

test('an account that does not own the email address gets no ticket', async () => {
  const guest = await guestBuyer();
  const event = await bareEvent(app.db, host.id);
  const ticket = await freeTicket(app.db, event.id, guest.id);
  const thief = await register(guest.email);
  const other = `other${++people}@mail.com`;
  await register(other);
  await proveAddress(other);
  expect(await purchased(thief.token)).toEqual([]);
  expect(await holderOf(ticket)).toBe(guest.id);
});

test('the guest keeps a ticket for an event that the account has a ticket for', async () => {
  const guest = await guestBuyer();
  const event = await bareEvent(app.db, host.id);
  const guestTicket = await freeTicket(app.db, event.id, guest.id);
  const account = await register(guest.email);
  const ownTicket = await freeTicket(app.db, event.id, account.id);
  await proveAddress(guest.email);
  expect(await holderOf(guestTicket)).toBe(guest.id);
  expect(await holderOf(ownTicket)).toBe(account.id);
});

test('no ticket moves to the host of its event, and none while the event is live', async () => {
  const guest = await guestBuyer();
  const account = await register(guest.email);
  await app.db.query('UPDATE app_user SET role = 1 WHERE id = $1', [account.id]);
  const own = await bareEvent(app.db, account.id);
  const live = await bareEvent(app.db, host.id);
  const tickets = [await freeTicket(app.db, own.id, guest.id), await freeTicket(app.db, live.id, guest.id)];
  await app.db.query('UPDATE event SET state = 1, started_at = app_now() WHERE id = $1', [live.id]);
  await app.db.query('INSERT INTO room (event_id) VALUES ($1)', [live.id]);
  await proveAddress(guest.email);
  for (const ticket of tickets) expect(await holderOf(ticket)).toBe(guest.id);

  await app.db.query('UPDATE event SET state = 2, finished_at = app_now() WHERE id = $1', [live.id]);
  await app.db.query('UPDATE room SET closed_at = app_now() WHERE event_id = $1', [live.id]);
  await app.call('POST /auth/login', { body: { email: guest.email, password } });
  expect(await holderOf(tickets[1]!)).toBe(account.id);
});

test.each(['banned_at', 'removed_at'] as const)(
  '%s moves with the ticket, so that registering does not evade it',
  async (column) => {
    const guest = await guestBuyer();
    const event = await bareEvent(app.db, host.id);
    await freeTicket(app.db, event.id, guest.id);
    await app.db.query('INSERT INTO room (event_id) VALUES ($1)', [event.id]);
    await app.db.query(`INSERT INTO room_member (event_id, user_id, ${column}) VALUES ($1, $2, app_now())`, [
      event.id,
      guest.id,
    ]);
    const account = await register(guest.email);
    await proveAddress(guest.email);
    const members = await app.db.query<{ user_id: number; held: boolean }>(
      `SELECT user_id, ${column} IS NOT NULL AS held FROM room_member WHERE event_id = $1`,
      [event.id],
    );
    expect(members).toEqual([{ user_id: account.id, held: true }]);
  },
);

test('an order that is being paid stays with the guest until it is settled', async () => {
  const guest = await guestBuyer();
  const event = await bareEvent(app.db, host.id);
  const order = await heldSeat(app.db, event.id, guest.id);
  const account = await register(guest.email);
  await proveAddress(guest.email);
  const ticket = await ticketFor(app.db, order);
  expect(await holderOf(ticket)).toBe(guest.id);
  await Promise.all(
    Array.from({ length: 3 }, () => app.call('POST /auth/login', { body: { email: guest.email, password } })),
  );
  expect(await holderOf(ticket)).toBe(account.id);
});

test('someone else’s unpaid hold with this email address blocks neither the move nor the deletion', async () => {
  const guest = await guestBuyer();
  const event = await bareEvent(app.db, host.id);
  const ticket = await freeTicket(app.db, event.id, guest.id);
  const order = await heldSeat(app.db, event.id, guest.id, 'g:stranger');
  const account = await register(guest.email);
  await proveAddress(guest.email);
  expect(await holderOf(ticket)).toBe(account.id);
  expect(await app.db.one('SELECT buyer_id, status FROM orders WHERE id = $1', [order])).toEqual({
    buyer_id: guest.id,
    status: 'pending',
  });
  expect((await app.call('POST /user/delete', { as: account.token, body: { password } })).status).toBe(200);
});

test('moved orders lose email address and browser, and the fact names the latest order', async () => {
  const guest = await guestBuyer();
  const event = await bareEvent(app.db, host.id);
  const old = await heldSeat(app.db, event.id, guest.id);
  await app.db.query(
    "UPDATE orders SET status = 'expired', id = 'ffffffff-ffff-4fff-bfff-ffffffffffff' WHERE id = $1",
    [old],
  );
  await app.db.query('UPDATE event SET held = 0 WHERE id = $1', [event.id]);
  await app.clock.advance(1000);
  await freeTicket(app.db, event.id, guest.id);
  await app.db.query(
    "UPDATE orders SET email_norm = $2, guest_key = 'k', hold_address = '192.0.2.7' WHERE event_id = $1",
    [event.id, guest.email],
  );
  const account = await register(guest.email);
  await proveAddress(guest.email);
  const orders = await app.db.query<{ id: string; status: string; kept: boolean }>(
    `SELECT id, status, num_nonnulls(email_norm, guest_key, hold_address) > 0 AS kept FROM orders
     WHERE event_id = $1 AND buyer_id = $2`,
    [event.id, account.id],
  );
  expect(orders.map(({ kept }) => kept)).toEqual([false, false]);
  const paid = orders.find(({ status }) => status === 'paid');
  expect(
    await app.db.query('SELECT 1 FROM outbox WHERE dedupe_key = $1', [`ticket_holder:${paid?.id}:${account.id}`]),
  ).toHaveLength(1);
});

test('a ticket that cannot move does not fail the login by link; the next login moves it', async () => {
  const guest = await guestBuyer();
  const both = [await bareEvent(app.db, host.id), await bareEvent(app.db, host.id)].map(({ id }) => id).toSorted();
  const [stuck, other] = both;
  for (const id of both) await freeTicket(app.db, id, guest.id);
  await register(guest.email);
  await app.call('POST /auth/magic_link', { body: { email: guest.email } });
  await app.quiesce();
  const link = (await mailsTo(app, guest.email)).find((mail) => mail.subject === 'Your login link');
  await app.db.query(`CREATE FUNCTION refuse_one() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN IF NEW.event_id = '${stuck}' THEN RAISE 'not this one'; END IF; RETURN NEW; END $$`);
  await app.db.query('CREATE TRIGGER refuse_one BEFORE UPDATE ON ticket FOR EACH ROW EXECUTE FUNCTION refuse_one()');
  const { status, data } = await app.call('POST /auth/magic_login', { body: { token: tokenIn(link) } });
  expect(status).toBe(200);
  expect(await purchased(data.access_token)).toEqual([other]);
  await app.db.query('DROP FUNCTION refuse_one CASCADE');
  // The link took the account over from the person who signed up, so the password of the sign-up is deleted.
  await app.call('POST /auth/magic_link', { body: { email: guest.email } });
  await app.quiesce();
  const again = (await mailsTo(app, guest.email)).find((mail) => mail.subject === 'Your login link');
  const next = await app.call('POST /auth/magic_login', { body: { token: tokenIn(again) } });
  expect((await purchased(next.data.access_token)).toSorted()).toEqual(both);
});
