import { minutes } from '@frontrow/core/kernel/instant.ts';
import { transfersAskedMax } from '@frontrow/core/ticketing/limits.ts';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { newAdmin, newGuest, newHost, newViewer, type TestActor } from '../../../../test/actors.ts';
import { betweenTimes } from '../../../../test/interleaving.ts';
import { type EventTraits, newEvent } from '../../../../test/events.ts';
import { testApp, type TestApp, until } from '../../../../test/harness.ts';
import { expectInvariants } from '../../../../test/invariants.ts';
import { connectSocket, listening } from '../../../../test/live-socket.ts';
import { mailsTo, tokenIn } from '../../../../test/mails.ts';
import { roomOf } from '../../../../test/rooms.ts';
import { signUp, signUpPassword } from '../../../../test/sign-up.ts';
import { giveTicket, startedAgo } from '../../../../test/tickets.ts';

let app: TestApp;
let host: TestActor;
beforeAll(async () => {
  app = await testApp();
  host = await newHost(app);
});
afterEach(() => expectInvariants(app));
afterAll(() => app.close());

const show = (traits: EventTraits = {}) => newEvent(app, host, { priceMinor: 1200, ...traits });
const pass = (as: TestActor, ticket: string, email: string) =>
  app.call('POST /tickets/transfer', { as: as.token, body: { ticket_uuid: ticket, email } });
const codeOf = (answer: { errors: readonly { code: string }[] }) => answer.errors[0]?.code;
const liveOf = (eventId: string, who: { id: number }) =>
  app.db.one<{ id: string; code: string; seat: number }>(
    'SELECT id, code, seat FROM ticket WHERE event_id = $1 AND holder_id = $2 AND voided_at IS NULL',
    [eventId, who.id],
  );
const subjects = async (email: string) => (await mailsTo(app, email)).map((mail) => mail.subject).toSorted();

test('a ticket of someone else, or to oneself, the host, a holder, someone suspended or no email address stays', async () => {
  const event = await show();
  const [holder, other] = [await newViewer(app), await newViewer(app)];
  const { id } = await giveTicket(app, event, holder);
  await giveTicket(app, event, other);
  expect(codeOf(await pass(other, id, 'friend@mail.test'))).toBe('ticket_not_found');
  expect(codeOf(await pass(holder, id, 'nobody'))).toBe('email_invalid');
  const toSelf = await pass(holder, id, holder.email.toUpperCase());
  expect(toSelf.errors[0]).toMatchObject({ code: 'transfer_to_self', field: 'email' });
  expect(codeOf(await pass(holder, id, host.email))).toBe('transfer_to_host');
  expect(codeOf(await pass(holder, id, other.email))).toBe('transfer_has_ticket');
  const stopped = await newViewer(app);
  const admin = await newAdmin(app);
  await app.call('POST /admin/users/suspend', { as: admin.token, body: { user_ide: stopped.id, reason: 'Spam.' } });
  const toStopped = await pass(holder, id, stopped.email);
  expect(toStopped.errors[0]).toMatchObject({ code: 'transfer_to_suspended', field: 'email' });
  expect((await liveOf(event.id, holder))?.id).toBe(id);
});

test('a transfer is refused after the start, for token holders, during a payment, after a refund, and after ten tries', async () => {
  const holder = await newViewer(app);
  const due = await show();
  const early = await giveTicket(app, due, holder);
  await startedAgo(app, due, 0);
  expect(codeOf(await pass(holder, early.id, 'friend@mail.test'))).toBe('transfer_too_late');
  const gated = await show();
  const token = await giveTicket(app, gated, holder);
  await app.db.query('UPDATE event SET opening_ticketing = false WHERE id = $1', [gated.id]);
  expect(codeOf(await pass(holder, token.id, 'friend@mail.test'))).toBe('transfer_token_gated');
  const cancellable = await show({ selfCancel: { hours: 1 } });
  const given = await giveTicket(app, cancellable, holder);
  await app.call('POST /tickets/cancel', { as: holder.token, body: { ticket_uuid: given.id } });
  expect(codeOf(await pass(holder, given.id, 'friend@mail.test'))).toBe('ticket_given_back');
  const part = await show();
  const partly = await giveTicket(app, part, holder);
  await app.db.query(
    `WITH o AS (
       UPDATE orders SET refunded_price_minor = 100 WHERE event_id = $1 RETURNING *)
     SELECT open_refund(p, (SELECT o FROM orders o WHERE o.event_id = $1), 'admin', 100, 0)
     FROM payment p WHERE p.order_id = (SELECT id FROM o)`,
    [part.id],
  );
  expect(codeOf(await pass(holder, partly.id, 'friend@mail.test'))).toBe('transfer_money_moves');
  await app.quiesce();
  for (let tries = 1; tries < transfersAskedMax; tries++)
    expect(codeOf(await pass(holder, partly.id, holder.email))).toBe('transfer_to_self');
  expect(codeOf(await pass(holder, partly.id, 'friend@mail.test'))).toBe('too_many_requests');
});

test('a stranger who tries to transfer a ticket uses up none of its holder’s tries', async () => {
  const event = await show();
  const [holder, stranger] = [await newViewer(app), await newViewer(app)];
  const { id } = await giveTicket(app, event, holder);
  for (let tries = 0; tries < transfersAskedMax; tries++)
    expect(codeOf(await pass(stranger, id, 'friend@mail.test'))).toBe('ticket_not_found');
  expect((await pass(holder, id, 'friend@mail.test')).status).toBe(200);
});

test('transferring to an account voids the old ticket immediately, issues a new code, and emails both once', async () => {
  const event = await show({ selfCancel: { hours: 2, percent: 50 } });
  const [buyer, friend] = [await newViewer(app), await newViewer(app)];
  const old = await giveTicket(app, event, buyer);
  await app.quiesce();
  const answer = await pass(buyer, old.id, friend.email);
  expect(answer.data.ticket).toMatchObject({ ticket_uuid: old.id, ticket_state: 'transferred' });
  expect(await liveOf(event.id, buyer)).toBeUndefined();
  const mine = (await liveOf(event.id, friend))!;
  expect(mine.seat).toBe(1);
  expect(mine.code).not.toBe(old.code);
  // Only the new holder can act from now on, and cannot transfer it again.
  expect(codeOf(await pass(buyer, old.id, 'third@mail.test'))).toBe('ticket_passed_on');
  for (const call of ['POST /tickets/refund', 'POST /tickets/cancel', 'POST /tickets/resend'] as const)
    expect(codeOf(await app.call(call, { as: buyer.token, body: { ticket_uuid: old.id } }))).toBe('ticket_passed_on');
  expect(codeOf(await pass(friend, mine.id, 'third@mail.test'))).toBe('transfer_once');
  const lists = await Promise.all(
    [buyer, friend].map((who) => app.call('GET /tickets/mine', { as: who.token, query: { scope: 'all' } })),
  );
  expect(lists.map(({ data }) => data.tickets.map(({ ticket }) => ticket.ticket_state))).toEqual([
    ['transferred'],
    ['valid'],
  ]);
  // A refund of it would go to the buyer.
  const received = await app.call('GET /tickets/:ticket', { as: friend.token, params: { ticket: mine.id } });
  expect([lists[1]!.data.tickets[0], received.data]).toMatchObject([{ bought: false }, { bought: false }]);
  const profiles = await Promise.all([buyer, friend].map((who) => app.call('GET /user/profile', { as: who.token })));
  expect(profiles.map(({ data }) => data.purchased_events)).toEqual([[], [event.id]]);
  await app.quiesce();
  expect(await subjects(buyer.email)).toEqual([
    'You transferred your ticket: An evening for a test',
    'Your ticket: An evening for a test',
  ]);
  const [mail] = await mailsTo(app, friend.email);
  expect(mail!.text).toContain(mine.code);
  expect(mail!.text).not.toContain('13.10');
  // A person who transferred a ticket may buy another.
  await giveTicket(app, event, buyer);
});

test('transferring to an email address gives a guest a join link by email, which later moves to the account', async () => {
  const event = await show();
  const buyer = await newViewer(app);
  const { id } = await giveTicket(app, event, buyer);
  const email = 'new.friend@mail.com';
  expect((await pass(buyer, id, 'New.Friend@mail.com')).status).toBe(200);
  await app.quiesce();
  const [mail] = await mailsTo(app, email);
  const session = await app.call('POST /auth/guest_session', {
    body: { token: tokenIn(mail), display_name: 'New friend' },
  });
  const as = session.data.access_token;
  const mine = await app.call('GET /tickets/mine', { as, query: { scope: 'upcoming' } });
  const ticketId = mine.data.tickets[0]!.ticket.ticket_uuid;
  const page = await app.call('GET /tickets/:ticket', { as, params: { ticket: ticketId } });
  expect(page.data).toMatchObject({ bought: false, transferable: false, self_cancel: null });
  expect(codeOf(await app.call('GET /tickets/:ticket', { as: buyer.token, params: { ticket: ticketId } }))).toBe(
    'ticket_not_found',
  );
  // The same person signs up and verifies the email address.
  const account = await signUp(app, 'friend', email);
  await app.quiesce();
  const proof = (await mailsTo(app, email)).find((one) => one.links.some((link) => link.includes('verify_email')));
  await app.call('POST /auth/verify_email', { body: { token: tokenIn(proof) } });
  await app.quiesce();
  expect((await liveOf(event.id, account))?.id).toBe(ticketId);
  const order = await app.db.one<{ buyer_id: number; holder_key: string }>(
    'SELECT buyer_id, holder_key FROM orders WHERE event_id = $1',
    [event.id],
  );
  expect(order).toEqual({ buyer_id: buyer.id, holder_key: `u:${account.id}` });
});

test('a guest transfers a ticket with the session of the join link, which then says so', async () => {
  const event = await newEvent(app, host);
  const guest = await newGuest(app, event.id);
  await app.call('POST /events/purchase_no_login', {
    body: { event_uuid: event.id, type: 'interactive', email: guest.email },
  });
  await app.quiesce();
  const token = tokenIn((await mailsTo(app, guest.email))[0]);
  const ticket = (await liveOf(event.id, guest))!;
  const other = await newEvent(app, host);
  const elsewhere = await newGuest(app, other.id);
  expect(codeOf(await pass(elsewhere, ticket.id, 'friend@mail.test'))).toBe('ticket_not_found');
  const friend = await newViewer(app);
  expect((await pass(guest, ticket.id, friend.email)).status).toBe(200);
  const look = await app.call('POST /auth/join_link', { body: { token } });
  expect(look.data.link_state).toBe('transferred');
  expect((await app.call('POST /auth/guest_session', { body: { token } })).status).not.toBe(200);
});

test('a transfer removes the old holder’s socket and admission to the room, and admits the new holder', async () => {
  const url = await listening(app);
  const event = await startedAgo(app, await show(), minutes(-15));
  const [buyer, friend] = [await newViewer(app), await newViewer(app)];
  const { id } = await giveTicket(app, event, buyer);
  const socket = await connectSocket(url, buyer, event.id);
  await pass(buyer, id, friend.email);
  await until('cut off', () => socket.socket.disconnected);
  await startedAgo(app, event, 0);
  const room = roomOf(app, event, host, []);
  await room.do(host, 'POST /events/streaming/start_streaming');
  expect((await room.join(buyer)).status).toBe(403);
  expect((await room.join(friend)).status).toBe(200);
  socket.close();
});

test('a later refund pays the buyer, and both are notified', async () => {
  const event = await show();
  const [buyer, friend] = [await newViewer(app), await newViewer(app)];
  await pass(buyer, (await giveTicket(app, event, buyer)).id, friend.email);
  const mine = (await liveOf(event.id, friend))!;
  await app.db.query("UPDATE orders SET paid_at = paid_at - interval '1 hour' WHERE event_id = $1", [event.id]);
  await startedAgo(app, event, minutes(15));
  const refund = await app.call('POST /tickets/refund', { as: friend.token, body: { ticket_uuid: mine.id } });
  expect(refund.data.ticket.ticket_state).toBe('refunding');
  await app.quiesce();
  const back = await app.db.one(
    `SELECT r.amount_minor, r.status FROM refund r JOIN payment p ON p.id = r.payment_id JOIN orders o
     ON o.id = p.order_id WHERE o.event_id = $1 AND o.buyer_id = $2`,
    [event.id, buyer.id],
  );
  expect(back).toEqual({ amount_minor: 1310, status: 'succeeded' });
  expect(await subjects(buyer.email)).toContain('Your refund of €13.10: An evening for a test');
  expect(await subjects(friend.email)).toContain('Your ticket was refunded: An evening for a test');
});

test('an unpaid order of the new holder makes room, and its payment would be refunded', async () => {
  const event = await show();
  const [buyer, friend] = [await newViewer(app), await newViewer(app)];
  const { id } = await giveTicket(app, event, buyer);
  await app.call('POST /events/hold', { as: friend.token, body: { event_uuid: event.id, type: 'interactive' } });
  expect((await pass(buyer, id, friend.email)).status).toBe(200);
  const again = await app.call('POST /events/purchase', {
    as: friend.token,
    body: { event_uuid: event.id, type: 'interactive', stripe_token: 'pm_card_visa' },
  });
  expect(codeOf(again)).toBe('already_has_ticket');
});

test('two concurrent transfers issue one new ticket', async () => {
  const event = await show();
  const buyer = await newViewer(app);
  const { id } = await giveTicket(app, event, buyer);
  const answers = await Promise.all(['one@mail.test', 'two@mail.test'].map((email) => pass(buyer, id, email)));
  expect(answers.map((answer) => answer.status).toSorted()).toEqual([200, 409]);
  expect(answers.map(codeOf)).toContain('ticket_passed_on');
});

test('one of a concurrent transfer and cancellation succeeds, whichever comes first', async () => {
  const event = await show({ selfCancel: { hours: 1 } });
  const [first, second] = [await newViewer(app), await newViewer(app)];
  const cancel = (who: TestActor, id: string) =>
    app.call('POST /tickets/cancel', { as: who.token, body: { ticket_uuid: id } });
  for (const who of [first, second]) {
    const { id } = await giveTicket(app, event, who);
    const answers = await Promise.all(
      who === first
        ? [pass(who, id, `${who.username}.friend@mail.test`), cancel(who, id)]
        : [cancel(who, id), pass(who, id, `${who.username}.friend@mail.test`)],
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    const lost = answers.find(({ status }) => status === 409)!;
    expect(['ticket_passed_on', 'ticket_given_back']).toContain(codeOf(lost));
  }
});

test('in a concurrent transfer and join the old holder never takes a seat, and the new one does', async () => {
  const event = await startedAgo(app, await show(), minutes(-15));
  const [buyer, friend] = [await newViewer(app), await newViewer(app)];
  const { id } = await giveTicket(app, event, buyer);
  const room = roomOf(app, event, host, []);
  const [moved, joined] = await Promise.all([pass(buyer, id, friend.email), room.join(buyer)]);
  expect(moved.status).toBe(200);
  expect(joined.status).not.toBe(200);
  await app.quiesce();
  await startedAgo(app, event, 0);
  await room.do(host, 'POST /events/streaming/start_streaming');
  const answers = await Promise.all([
    pass(friend, (await liveOf(event.id, friend))!.id, 'x@mail.test'),
    room.join(friend),
  ]);
  expect(answers.map(({ status }) => status)).toEqual([409, 200]);
});

test('transferring to an account that is just being erased creates a new guest, and the buyer may be erased, too', async () => {
  const event = await show();
  const [buyer, friend] = [await signUp(app, 'payer'), await signUp(app, 'leaver')];
  await app.db.query('UPDATE app_user SET email_verified_at = app_now() WHERE id = ANY ($1)', [[buyer.id, friend.id]]);
  const { id } = await giveTicket(app, event, buyer);
  const leave = (who: { token: string }) =>
    app.call('POST /user/delete', { as: who.token, body: { password: signUpPassword } });
  const moved = await betweenTimes(
    app,
    event,
    () => pass(buyer, id, friend.email),
    async () => expect((await leave(friend)).status).toBe(200),
  );
  expect(moved.status).toBe(200);
  const held = await app.db.one<{ email: string }>(
    `SELECT u.guest_email_norm AS email FROM ticket t JOIN app_user u ON u.id = t.holder_id
     WHERE t.event_id = $1 AND t.voided_at IS NULL`,
    [event.id],
  );
  expect(held).toEqual({ email: friend.email });
  expect((await leave(buyer)).status).toBe(200);
  await app.quiesce();
  expect(await subjects(friend.email)).toContain('Your ticket: An evening for a test');
});
