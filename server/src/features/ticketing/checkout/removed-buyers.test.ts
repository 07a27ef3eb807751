import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { newAdmin, newViewer, type TestActor } from '../../../../test/actors.ts';
import { type TestAnswer, testApp, type TestApp } from '../../../../test/harness.ts';
import { expectInvariants } from '../../../../test/invariants.ts';
import { mailsTo, tokenIn } from '../../../../test/mails.ts';
import { liveRoom, type TestRoom } from '../../../../test/rooms.ts';
import { signUp } from '../../../../test/sign-up.ts';
import { buy, giveTicket } from '../../../../test/tickets.ts';

let app: TestApp;
let admin: TestActor;
beforeAll(async () => {
  app = await testApp();
  admin = await newAdmin(app);
});
afterEach(() => expectInvariants(app));
afterAll(() => app.close());

type Headers = Record<string, string>;
type Terms = { readonly priceMinor: number; readonly capacity?: number };
const paid: Terms = { priceMinor: 1200 };
const free: Terms = { priceMinor: 0 };
const terms = [
  ['paid', paid],
  ['free', free],
] as const;
let people = 0;
const somebody = () => `removed${++people}@mail.test`;
const said = (answer: TestAnswer<unknown>) => answer.errors[0]?.code ?? answer.status;
const cardFor = ({ priceMinor }: Terms) => (priceMinor > 0 ? { stripe_token: 'pm_card_visa' } : {});
const bodyOf = ({ event }: TestRoom, email: string, more: object = {}) => ({
  event_uuid: event.id,
  type: 'interactive',
  email,
  ...more,
});
const holdAsGuest = (room: TestRoom, email: string, headers: Headers = {}) =>
  app.call('POST /events/hold_no_login', {
    body: bodyOf(room, email),
    headers,
  });
const buyAsGuest = (room: TestRoom, email: string, more: object, headers: Headers = {}) =>
  app.call('POST /events/purchase_no_login', {
    body: bodyOf(room, email, more),
    headers,
  });
const browserOf = (answer: TestAnswer<unknown>): Headers => ({
  cookie: String(answer.headers['set-cookie']).split(';')[0]!,
});

/** Opens the link in the ticket's email. */
async function openLink(email: string): Promise<TestActor> {
  await app.quiesce();
  const ticket = (await mailsTo(app, email)).find(({ links }) => links.some((link) => link.includes('/ticket/join/')));
  const { data } = await app.call('POST /auth/guest_session', {
    body: { token: tokenIn(ticket), display_name: 'Gus' },
  });
  return {
    id: data.user.user_ide,
    username: data.user.user_username,
    email,
    token: data.access_token,
  };
}
const remove = (room: TestRoom, { username }: TestActor, by = room.host) =>
  room.do(by, 'POST /events/streaming/remove_viewer', { username });
const readmit = (room: TestRoom, { username }: TestActor) =>
  room.do(room.host, 'POST /events/streaming/readmit_viewer', { username });

async function refundAll({ event }: TestRoom, { id }: TestActor): Promise<void> {
  const tickets = await app.db.query<{ order_id: string }>(
    'SELECT order_id FROM ticket WHERE event_id = $1 AND holder_id = $2 AND voided_at IS NULL',
    [event.id, id],
  );
  for (const { order_id: order_uuid } of tickets)
    await app.call('POST /admin/orders/refund', {
      as: admin.token,
      body: { order_uuid, reason: 'Asked for' },
    });
  await app.quiesce();
}

/** A guest who was in the room, was removed and got the money back; `browser` is the one they bought in. */
async function removedGuest(room: TestRoom, sold: Terms) {
  const email = somebody();
  const bought = await buyAsGuest(room, email, cardFor(sold));
  const guest = await openLink(email);
  await room.enter(guest);
  await remove(room, guest);
  await refundAll(room, guest);
  return { email, guest, browser: browserOf(bought) };
}
const money = (room: TestRoom) =>
  app.db.one(
    'SELECT held, sold, tickets_issued, (SELECT count(*)::int FROM payment) AS payments FROM event WHERE id = $1',
    [room.event.id],
  );

test.each(terms)(
  'who was removed gets no %s ticket after a refund of the old one, until readmitted',
  async (_what, sold) => {
    const room = await liveRoom(app, 1, sold);
    const [removed] = room.viewers as [TestActor];
    const card = cardFor(sold);
    await room.enter(removed);
    await remove(room, removed);
    expect(said(await buy(app, room.event, removed, card))).toBe('already_has_ticket');
    await refundAll(room, removed);
    const before = await money(room);
    const refused = await buy(app, room.event, removed, card);
    expect([refused.status, refused.errors]).toMatchObject([
      403,
      [
        {
          code: 'buyer_removed',
          message: 'You were removed from this event, so you can’t get a ticket for it.',
        },
      ],
    ]);
    const hold = await app.call('POST /events/hold', {
      as: removed.token,
      body: { event_uuid: room.event.id, type: 'interactive' },
    });
    expect(said(hold)).toBe('buyer_removed');
    expect(await money(room)).toEqual(before);
    expect(said(await buy(app, room.event, await newViewer(app), card)), 'the refusal is only theirs').toBe(200);
    await readmit(room, removed);
    expect(said(await buy(app, room.event, removed, card))).toBe(200);
    expect((await room.join(removed)).status).toBe(200);
  },
);

test('an account of the same person as a removed guest gets no ticket, before it ever was in the room', async () => {
  const room = await liveRoom(app, 0, paid);
  const { email, guest } = await removedGuest(room, paid);
  const account = await signUp(app, 'twin', email);
  expect(said(await buy(app, room.event, guest, cardFor(paid))), 'the guest with a session').toBe('buyer_removed');
  expect(said(await buy(app, room.event, account, cardFor(paid)))).toBe('buyer_removed');
  await readmit(room, guest);
  expect(said(await buy(app, room.event, account, cardFor(paid)))).toBe(200);
});

test.each(terms)(
  'a removed guest hears it in the browser that had the %s ticket, before a seat is held',
  async (_what, sold) => {
    const room = await liveRoom(app, 0, sold);
    const { email, guest, browser } = await removedGuest(room, sold);
    const before = await money(room);
    expect(said(await holdAsGuest(room, email, browser))).toBe('buyer_removed');
    expect(said(await buyAsGuest(room, email, cardFor(sold), browser))).toBe('buyer_removed');
    expect(await money(room)).toEqual(before);
    await readmit(room, guest);
    expect(said(await buyAsGuest(room, email, cardFor(sold), browser))).toBe(200);
  },
);

test('another browser is refused a removed guest’s address like one that has a ticket, and pays nothing', async () => {
  const room = await liveRoom(app, 0, paid);
  const { email } = await removedGuest(room, paid);
  const holder = somebody();
  await buyAsGuest(room, holder, cardFor(paid));
  await app.quiesce();
  const before = await money(room);
  for (const ask of [
    holdAsGuest,
    (at: TestRoom, address: string, headers?: Headers) => buyAsGuest(at, address, cardFor(paid), headers),
  ]) {
    const known = await ask(room, holder);
    const first = await ask(room, email);
    const again = await ask(room, email, browserOf(first));
    expect(said(first)).toBe('guest_order_elsewhere');
    for (const answer of [first, again]) expect([answer.status, answer.errors]).toEqual([known.status, known.errors]);
  }
  expect(await money(room)).toEqual(before);
});

test('a browser with an unpaid hold of a removed guest’s address learns no more than of one that has a ticket', async () => {
  const room = await liveRoom(app, 0, paid);
  const holder = somebody();
  await buyAsGuest(room, holder, cardFor(paid));
  const { email, guest } = await removedGuest(room, paid);
  await readmit(room, guest);
  const held = await holdAsGuest(room, email);
  expect(held.status).toBe(200);
  await remove(room, guest);
  const theirs = await buyAsGuest(room, holder, cardFor(paid), browserOf(held));
  for (const answer of [
    await holdAsGuest(room, email, browserOf(held)),
    await buyAsGuest(room, email, cardFor(paid), browserOf(held)),
  ])
    expect([answer.status, answer.errors]).toEqual([theirs.status, theirs.errors]);
});

test('a full event answers another browser sold out, whether the address was removed or not', async () => {
  const room = await liveRoom(app, 0, { ...paid, capacity: 1 });
  const { email } = await removedGuest(room, paid);
  await giveTicket(app, room.event, await newViewer(app));
  for (const address of [email, somebody()]) {
    expect(said(await holdAsGuest(room, address))).toBe('sold_out');
    expect(said(await buyAsGuest(room, address, cardFor(paid)))).toBe('sold_out');
  }
});

test('a free ticket for a removed guest’s address is answered like any other in another browser, and none is made', async () => {
  const room = await liveRoom(app, 0, free);
  const { email } = await removedGuest(room, free);
  const before = await money(room);
  const first = await buyAsGuest(room, email, {});
  const again = await buyAsGuest(room, email, {}, browserOf(first));
  expect(await money(room)).toEqual(before);
  const other = await buyAsGuest(room, somebody(), {});
  const shape = ({ status, data }: typeof other) => [status, { ...data, order: { ...data.order, order_uuid: '' } }];
  for (const answer of [first, again]) expect(shape(answer)).toEqual(shape(other));
});

test.each(terms)(
  'the owner of a removed address is mailed why somebody got no %s ticket with it',
  async (_what, sold) => {
    const room = await liveRoom(app, 0, sold);
    const { email, guest } = await removedGuest(room, sold);
    const mailed = (await mailsTo(app, email)).length;
    await buyAsGuest(room, email, cardFor(sold));
    await app.quiesce();
    const [newest, ...older] = await mailsTo(app, email);
    expect(older).toHaveLength(mailed);
    expect(newest?.subject).toBe('No ticket: An evening for a test');
    expect(newest?.text).toContain('You were removed from “An evening for a test”, so you can’t get a ticket for it.');
    expect(newest?.text).toContain('Nothing was charged.');
    expect(newest?.links.filter((link) => link.includes('#token='))).toEqual([]);
    await readmit(room, guest);
    expect(said(await buyAsGuest(room, email, cardFor(sold)))).toBe(200);
    await app.quiesce();
    expect((await mailsTo(app, email)).some(({ links }) => links.some((link) => link.includes('/ticket/join/')))).toBe(
      true,
    );
  },
);
