import { complimentaryPerEventMax } from '@frontrow/core/ticketing/complimentary.ts';
import { minutes } from '@frontrow/core/kernel/instant.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newAdmin, newHost, newViewer, type TestActor } from '../../../../test/actors.ts';
import { newEvent, type TestEvent } from '../../../../test/events.ts';
import { testApp, type TestApp } from '../../../../test/harness.ts';
import { mailsTo, tokenIn } from '../../../../test/mails.ts';
import { buy, giveTicket } from '../../../../test/tickets.ts';

let app: TestApp;
let host: TestActor;
beforeAll(async () => {
  app = await testApp();
  host = await newHost(app);
});
afterAll(() => app.close());

const give = (event: TestEvent, emails: readonly string[], as = host) =>
  app.call('POST /events/complimentary', { as: as.token, body: { event_uuid: event.id, emails } });
const withdraw = (event: TestEvent, ticket_uuid: string, as = host) =>
  app.call('POST /events/complimentary/withdraw', { as: as.token, body: { event_uuid: event.id, ticket_uuid } });
const guestsOf = async (event: TestEvent) =>
  (await app.call('GET /events/:id/complimentary', { as: host.token, params: { id: event.id } })).data.guests;
const doorOf = async (event: TestEvent) =>
  (await app.call('GET /events/:id/door_list', { as: host.token, params: { id: event.id } })).data.entries;
const answers = (given: Awaited<ReturnType<typeof give>>) => given.data.lines.map(({ answer }) => answer);
const code = (answer: { errors: readonly { code: string }[] }) => answer.errors[0]?.code;

test('only the host can give, list or withdraw complimentary tickets, and only while the event sells', async () => {
  const event = await newEvent(app, host);
  await give(event, ['a1@mail.test']);
  const [guest] = await guestsOf(event);
  for (const as of [await newHost(app), await newAdmin(app), await newViewer(app)]) {
    expect((await give(event, ['b1@mail.test'], as)).status).toBe(403);
    expect((await withdraw(event, guest!.ticket_uuid, as)).status).toBe(403);
    for (const call of ['complimentary', 'door_list', 'door_list_csv', 'billed'] as const)
      expect((await app.call(`GET /events/:id/${call}`, { as: as.token, params: { id: event.id } })).status).toBe(403);
  }
  expect(code(await give(event, ['', '  ']))).toBe('guest_list_empty');
  expect(
    code(
      await give(
        event,
        Array.from({ length: 101 }, (_, n) => `n${n}@mail.test`),
      ),
    ),
  ).toBe('guest_list_too_long');
  const late = ['late@mail.test'];
  expect(code(await give(await newEvent(app, host, { state: 'finished' }), late))).toBe('event_over');
  expect(code(await give(await newEvent(app, host, { cancelled: 'host' }), late))).toBe('event_cancelled');
  expect(code(await give(await newEvent(app, host, { openingTicketing: false }), late))).toBe('token_gated');
});

test('each line of a list gets its own answer, and seats end with the capacity of the house', async () => {
  const event = await newEvent(app, host, { priceMinor: 2000, capacity: 4 });
  const holder = await newViewer(app);
  await giveTicket(app, event, holder);
  const lines = ['ada@mail.test', 'nobody', 'ADA@mail.test', holder.email, host.email, 'b@mail.test', 'c@mail.test'];
  const given = await give(event, [...lines, 'd@mail.test']);
  expect(answers(given)).toEqual([
    'given',
    'invalid',
    'repeated',
    'already_has_ticket',
    'own_event',
    'given',
    'given',
    'sold_out',
  ]);
  expect(given.data.given).toBe(3);
  expect(answers(await give(event, ['ada@mail.test']))).toEqual(['already_has_ticket']);
  expect(await app.db.one('SELECT sold, held, tickets_issued FROM event WHERE id = $1', [event.id])).toEqual({
    sold: 4,
    held: 0,
    tickets_issued: 4,
  });
});

test('a guest joins from the email, an account lists the ticket as its own, and no money moves', async () => {
  const event = await newEvent(app, host, { priceMinor: 2000 });
  const account = await newViewer(app);
  // A seat held at full price makes room for the ticket and loses its value.
  await app.call('POST /events/hold', { as: account.token, body: { event_uuid: event.id, type: 'interactive' } });
  expect(answers(await give(event, ['guest@door.test', account.email]))).toEqual(['given', 'given']);
  await app.quiesce();
  const [mail, ...more] = await mailsTo(app, 'guest@door.test');
  expect(more).toEqual([]);
  expect(mail?.text).toContain('invited you with a complimentary ticket');
  expect(mail?.text).toContain('gave you a ticket');
  const session = await app.call('POST /auth/guest_session', { body: { token: tokenIn(mail) } });
  expect(session.status).toBe(200);
  const { tickets } = (await app.call('GET /tickets/mine', { as: account.token })).data;
  expect(tickets).toMatchObject([{ ticket: { ticket_state: 'valid', order: { total: 0 } } }]);
  const panel = await app.call('GET /events/:id/private', { as: host.token, params: { id: event.id } });
  expect(panel.data).toMatchObject({
    attendees: 2,
    gross_revenue: 40,
    ticketing_fee: 3,
    complimentary_tickets: 2,
    complimentary: 40,
    net_revenue: 0,
  });
});

test('a complimentary ticket can be withdrawn until the start, which frees the seat and notifies the guest once', async () => {
  const event = await newEvent(app, host, { capacity: 1 });
  await give(event, ['gone@door.test']);
  const [guest] = await guestsOf(event);
  expect(guest).toMatchObject({ email: 'gone@door.test', ticket_kind: 'complimentary', ticket_state: 'valid' });
  for (let n = 0; n < 2; n++) expect((await withdraw(event, guest!.ticket_uuid)).status).toBe(200);
  await app.quiesce();
  const received = (await mailsTo(app, 'gone@door.test')).filter(({ subject }) => subject.includes('withdrawn'));
  expect(received).toHaveLength(1);
  expect(await guestsOf(event)).toMatchObject([{ ticket_state: 'void' }]);
  expect(answers(await give(event, ['gone@door.test']))).toEqual(['given']);

  const bought = await newEvent(app, host);
  const { id } = await giveTicket(app, bought, await newViewer(app));
  expect(code(await withdraw(bought, id))).toBe('not_complimentary');
  expect(code(await withdraw(event, id))).toBe('ticket_not_found');
  const soon = await newEvent(app, host);
  await give(soon, ['soon@door.test']);
  const [late] = await guestsOf(soon);
  await app.db.query('UPDATE event SET starts_at = app_now() WHERE id = $1', [soon.id]);
  expect(code(await withdraw(soon, late!.ticket_uuid))).toBe('withdrawal_too_late');
  await app.db.query('UPDATE event SET starts_at = original_starts_at WHERE id = $1', [soon.id]);
});

test('two concurrent lists, or a list and buyers, never sell a seat twice', async () => {
  const event = await newEvent(app, host, { capacity: 6 });
  const people = Array.from({ length: 5 }, (_, n) => `race${n}@door.test`);
  const viewers = await Promise.all(Array.from({ length: 4 }, () => newViewer(app)));
  await Promise.all([give(event, people), give(event, people), ...viewers.map((viewer) => buy(app, event, viewer))]);
  const entries = await doorOf(event);
  expect(entries).toHaveLength(6);
  expect(new Set(entries.map(({ ticket_seat }) => ticket_seat)).size).toBe(6);
  const given = entries.filter(({ ticket_kind }) => ticket_kind === 'complimentary');
  expect(new Set(given.map(({ email }) => email)).size).toBe(given.length);
});

test('an event has a limit of complimentary tickets, withdrawn ones included', async () => {
  const event = await newEvent(app, host);
  await give(event, ['first@door.test']);
  await withdraw(event, (await guestsOf(event))[0]!.ticket_uuid);
  await app.db.query('ALTER TABLE complimentary_guest DISABLE TRIGGER ALL');
  await app.db.query(
    'INSERT INTO complimentary_guest (order_id, event_id) SELECT gen_random_uuid(), $1 FROM generate_series(2, $2)',
    [event.id, complimentaryPerEventMax],
  );
  expect(answers(await give(event, ['next@door.test']))).toEqual(['complimentary_used_up']);
  await app.db.query('DELETE FROM complimentary_guest WHERE event_id = $1 AND email_norm IS NULL', [event.id]);
  await app.db.query('ALTER TABLE complimentary_guest ENABLE TRIGGER ALL');
});

test('the guest list has display names and email addresses, but none of people the host invited by username', async () => {
  const event = await newEvent(app, host, { priceMinor: 2000, promo: { code: 'HALF', percent: 50 } });
  const [shy, evil, invited] = [await newViewer(app), await newViewer(app), await newViewer(app)];
  await app.db.query('UPDATE app_user SET shown_name = $2, show_attending = false WHERE id = $1', [shy.id, 'Shy']);
  await app.db.query('UPDATE app_user SET shown_name = $2 WHERE id = $1', [
    evil.id,
    '＝HYPERLINK("https://evil.test")',
  ]);
  await giveTicket(app, event, shy);
  await buy(app, event, evil, { stripe_token: 'pm_card_visa', promo_code: 'HALF' });
  await give(event, ['vip@door.test']);
  const invitation = { event_uuid: event.id, who: invited.username, role: 'guest' } as const;
  expect((await app.call('POST /events/invite_speaker', { as: host.token, body: invitation })).status).toBe(200);
  const entries = await doorOf(event);
  expect(entries).toMatchObject([
    { ticket_seat: 1, name: 'Shy', ticket_kind: 'paid', promo_code: null, email: shy.email, joined: false },
    { ticket_seat: 2, ticket_kind: 'promo', promo_code: 'HALF', email: evil.email },
    { ticket_seat: 3, ticket_kind: 'complimentary', email: 'vip@door.test' },
    { ticket_seat: 4, ticket_kind: 'complimentary', email: `@${invited.username}` },
  ]);
  expect(JSON.stringify(entries)).not.toContain(invited.email);
  const { csv, filename } = (
    await app.call('GET /events/:id/door_list_csv', { as: host.token, params: { id: event.id } })
  ).data;
  expect(filename).toMatch(/^guest-list-.*\.csv$/);
  expect(csv.startsWith('\uFEFFSeat,')).toBe(true);
  const rows = csv.replace('\uFEFF', '').trim().split('\r\n');
  expect(rows[0]).toBe('Seat,Name,Ticket code,State,Kind,Promo code,Holder of,Joined,Checked in,Email');
  expect(rows[1]).toBe(`1,Shy,${entries[0]!.ticket_code},valid,paid,,,no,no,${shy.email}`);
  // A name that a spreadsheet would execute is text.
  expect(rows[2]).toContain(`2,"'＝HYPERLINK(""https://evil.test"")",`);
  expect(csv).not.toContain(invited.email);

  await app.db.query('SELECT refund_orders($1, $2, NULL, 9)', [event.id, 'admin']);
  expect(JSON.stringify(await doorOf(event)), 'refunded tickets').not.toContain(shy.email);
});

test('guests are found by name, code, seat and email address, and checked in once', async () => {
  const event = await newEvent(app, host);
  const [ada, other] = [await newViewer(app), await newHost(app)];
  await app.db.query("UPDATE app_user SET shown_name = '100% Ada_L' WHERE id = $1", [ada.id]);
  await app.db.query("UPDATE app_user SET shown_name = 'İlker ΓΙΩΡΓΟΣ Núñez' WHERE id = $1", [other.id]);
  const ticket = await giveTicket(app, event, ada);
  await giveTicket(app, event, other);
  await give(event, ['vip@door.test']);
  const list = async (search?: string) =>
    (
      await app.call('GET /events/:id/door_list', {
        as: host.token,
        params: { id: event.id },
        query: search === undefined ? {} : { search },
      })
    ).data;
  const seats = async (search: string) => (await list(search)).entries.map((entry) => entry.ticket_seat);
  expect(await seats(' 100% ada_l ')).toEqual([1]);
  expect(await seats('%')).toEqual([1]);
  expect(await seats(ticket.code.toLowerCase())).toEqual([1]);
  expect(await seats(other.username)).toEqual([2]);
  for (const name of ['İlker', 'ilker', 'ΓΙΩΡΓΟΣ', 'Γιώργος', 'Núñez', 'nunez']) expect(await seats(name)).toEqual([2]);
  expect(await seats('2')).toContain(2);
  expect(await seats('vip@door')).toEqual([3]);
  expect(await seats(ada.email)).toEqual([1]);
  expect((await list()).entries).toMatchObject([
    { username: ada.username, has_page: false },
    { username: other.username, has_page: true },
    { username: null, has_page: false },
  ]);

  const check = (checkedIn: boolean, as = host, ticketUuid = ticket.id) =>
    app.call('POST /events/door_list/check_in', {
      as: as.token,
      body: { event_uuid: event.id, ticket_uuid: ticketUuid, checked_in: checkedIn },
    });
  expect((await check(true, other)).status).toBe(403);
  const first = (await check(true)).data.checked_in;
  await app.clock.advance(minutes(5));
  expect((await check(true)).data.checked_in).toBe(first);
  expect(await list('vip')).toMatchObject({ tickets: 3, joined: 0, checked_in: 1 });
  expect((await check(false)).data.checked_in).toBeNull();
  expect(code(await check(true, host, event.id))).toBe('ticket_not_found');
  await app.db.query('SELECT refund_orders($1, $2, NULL, 9)', [event.id, 'admin']);
  expect(code(await check(true))).toBe('ticket_not_found');
});

test('the revenue of each promo code is reported with fee, refunds and the host’s net', async () => {
  const event = await newEvent(app, host, { priceMinor: 2000, promo: { code: 'HALF', percent: 50 } });
  const card = { stripe_token: 'pm_card_visa' };
  const [full, half, back] = [await newViewer(app), await newViewer(app), await newViewer(app)];
  await buy(app, event, full, card);
  await buy(app, event, half, { ...card, promo_code: 'HALF' });
  const { order } = (await buy(app, event, back, { ...card, promo_code: 'HALF' })).data;
  await app.db.query('SELECT refund_orders($1, $2, $3, 1)', [event.id, 'admin', [order.order_uuid]]);
  await give(event, ['vip2@door.test']);
  const billed = (await app.call('GET /events/:id/billed', { as: host.token, params: { id: event.id } })).data;
  const none = { discount: 0, refunded: 0, disputed: 0 };
  expect(billed.codes).toEqual([
    { promo_code: null, complimentary: false, tickets: 1, price: 20, fee: 1.5, total: 21.5, net: 20, ...none },
    {
      promo_code: 'HALF',
      complimentary: false,
      tickets: 2,
      price: 40,
      discount: 20,
      fee: 2,
      total: 22,
      refunded: 11,
      disputed: 0,
      net: 10,
    },
    { promo_code: null, complimentary: true, tickets: 1, price: 0, fee: 0, total: 0, net: 0, ...none },
  ]);
  expect(billed.orders).toHaveLength(4);
  expect(billed.orders.find(({ order_uuid }) => order_uuid === order.order_uuid)).toMatchObject({
    promo_code: 'HALF',
    ticket_kind: 'promo',
    total: 11,
    refunded: 11,
  });
  expect(JSON.stringify(billed)).not.toContain('@');
});
