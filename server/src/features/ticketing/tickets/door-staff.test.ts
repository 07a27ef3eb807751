import { randomUUID } from 'node:crypto';
import type { CallName } from '@frontrow/contract/api.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { atOtherEvent, newAdmin, newGuest, newHost, newViewer, type TestActor } from '../../../../test/actors.ts';
import { newEvent } from '../../../../test/events.ts';
import { testApp, type TestApp } from '../../../../test/harness.ts';
import { liveRoom, type TestRoom } from '../../../../test/rooms.ts';
import { giveTicket } from '../../../../test/tickets.ts';

/** Every call about the door of an event × everyone who may try it, listed by hand. */
const calls = [
  'GET /events/:id/door_list',
  'GET /events/:id/door_list/codes',
  'POST /events/door_list/scan',
  'POST /events/door_list/check_in',
  'GET /events/:id/door_list_csv',
  'POST /events/door_list/ticket_qr',
] as const satisfies readonly CallName[];
const all = ['ok', 'ok', 'ok', 'ok', 'ok', 'ok'];
const atTheDoor = ['ok', 'ok', 'ok', 'ok', 'hosts_only', 'hosts_only'];
const nothing = ['forbidden', 'forbidden', 'forbidden', 'forbidden', 'hosts_only', 'hosts_only'];
const nothingAsHost = calls.map(() => 'forbidden');
const expected = {
  'the host': all,
  'a co-host': atTheDoor,
  'a co-host without an account': atTheDoor,
  'an event admin': atTheDoor,
  'a co-host who is a host elsewhere': ['ok', 'ok', 'ok', 'ok', 'forbidden', 'forbidden'],
  'a co-host of another event': nothing,
  'a guest with a session of another event': nothing,
  'a guest speaker': nothing,
  'a ticket holder': nothing,
  'a co-host whose ticket was refunded': nothing,
  'an event admin who was blocked': nothing,
  'a co-host who was removed': nothing,
  'another host': nothingAsHost,
  'an app admin': nothing,
  'somebody without a session': calls.map(() => 'login_required'),
  'a key of the host': ['ok', 'ok', 'ok', 'ok', 'ok', 'api_key_not_accepted'],
  'a key of the co-host who is a host elsewhere': [...nothingAsHost.slice(0, 5), 'api_key_not_accepted'],
  'a key of the host that only reads guests': [
    'ok',
    'api_key_scope_missing',
    'api_key_scope_missing',
    'api_key_scope_missing',
    'ok',
    'api_key_not_accepted',
  ],
} as const;
type Who = keyof typeof expected;

let app: TestApp;
let room: TestRoom;
let ticket: { id: string; code: string };
let people: Record<Who, TestActor | { readonly key: string } | undefined>;

const give = async (who: TestActor, role: 'guest' | 'cohost', at = room): Promise<TestActor> => {
  await giveTicket(app, at.event, who);
  await at.do(at.host, 'POST /events/streaming/set_role', { username: who.username, role });
  return who;
};
const promoted = async (): Promise<TestActor> => {
  const who = await newViewer(app);
  await giveTicket(app, room.event, who);
  await room.enter(who);
  await room.do(room.host, 'POST /events/streaming/toggle_admin', { username: who.username, enabled: true });
  return who;
};
const keyOf = async (host: TestActor, scopes: string[]): Promise<{ key: string }> => {
  const { data } = await app.call('POST /api_keys', { as: host.token, body: { name: 'Door', scopes } });
  return { key: data.key };
};

beforeAll(async () => {
  app = await testApp();
  room = await liveRoom(app, 1);
  const { host, event } = room;
  const holder = await newViewer(app);
  ticket = await giveTicket(app, event, holder);
  const elsewhere = await give(await newHost(app), 'cohost');
  const refunded = await give(await newViewer(app), 'cohost');
  const order = await app.db.one<{ id: string }>('SELECT id FROM orders WHERE event_id = $1 AND buyer_id = $2', [
    event.id,
    refunded.id,
  ]);
  await app.call('POST /admin/orders/refund', {
    as: (await newAdmin(app)).token,
    body: { order_uuid: order!.id, reason: 'Asked for it' },
  });
  const blocked = await promoted();
  await room.do(host, 'POST /events/streaming/toggle_banned', { username: blocked.username, enabled: true });
  const removed = await give(await newViewer(app), 'cohost');
  await room.enter(removed);
  await room.do(host, 'POST /events/streaming/remove_viewer', { username: removed.username });
  const guest = await give(await newGuest(app, event.id), 'cohost');
  people = {
    'the host': host,
    'a co-host': await give(await newViewer(app), 'cohost'),
    'a co-host without an account': guest,
    'an event admin': await promoted(),
    'a co-host who is a host elsewhere': elsewhere,
    'a co-host of another event': await give(await newViewer(app), 'cohost', await liveRoom(app, 0)),
    'a guest with a session of another event': atOtherEvent(app, guest, randomUUID()),
    'a guest speaker': await give(await newViewer(app), 'guest'),
    'a ticket holder': holder,
    'a co-host whose ticket was refunded': refunded,
    'an event admin who was blocked': blocked,
    'a co-host who was removed': removed,
    'another host': await newHost(app),
    'an app admin': await newAdmin(app),
    'somebody without a session': undefined,
    'a key of the host': await keyOf(host, ['read_guests', 'check_in_guests']),
    'a key of the co-host who is a host elsewhere': await keyOf(elsewhere, ['read_guests', 'check_in_guests']),
    'a key of the host that only reads guests': await keyOf(host, ['read_guests']),
  };
});
afterAll(() => app.close());

const ask = <N extends CallName>(call: N, who: TestActor | { readonly key: string } | undefined, body: object = {}) =>
  app.call(call, {
    ...(who && 'token' in who && { as: who.token }),
    ...(who && 'key' in who && { headers: { authorization: `Bearer ${who.key}` } }),
    params: { id: room.event.id },
    body: { event_uuid: room.event.id, ...body },
  });
const scans = (code: string) => ({ scans: [{ scan_uuid: randomUUID(), code, at: app.clock.now() }] });

test.each(Object.keys(expected) as Who[])('%s is answered at the door as listed', async (who) => {
  const bodies: Partial<Record<CallName, object>> = {
    'POST /events/door_list/scan': scans(ticket.code),
    'POST /events/door_list/check_in': { ticket_uuid: ticket.id, checked_in: false },
    'POST /events/door_list/ticket_qr': { on: true },
  };
  const said: (string | undefined)[] = [];
  for (const call of calls) {
    const { status, errors } = await ask(call, people[who], bodies[call]);
    said.push(status === 200 ? 'ok' : errors[0]?.code);
  }
  expect(said).toEqual(expected[who]);
});

test('staff scan, undo and see who came; the host sees the same', async () => {
  const [cohost, admin] = [people['a co-host'], people['an event admin']];
  const scanned = await ask('POST /events/door_list/scan', cohost, { ...scans(ticket.code), place: 'Garden' });
  expect(scanned.data.results[0]).toMatchObject({ result: 'welcome', place: 'Garden' });
  expect((await ask('POST /events/door_list/scan', admin, scans(ticket.code))).data.results[0]).toMatchObject({
    result: 'already',
    place: 'Garden',
  });
  const entryFor = async (who: Who) =>
    (await ask('GET /events/:id/door_list', people[who])).data.entries.find((one) => one.ticket_uuid === ticket.id);
  expect((await entryFor('the host'))?.checked_in).toBe(scanned.data.results[0]?.checked_in);
  await ask('POST /events/door_list/check_in', admin, { ticket_uuid: ticket.id, checked_in: false });
  expect((await entryFor('a co-host'))?.checked_in).toBeNull();
});

test('staff neither read email addresses and promo codes nor find anybody by an email address', async () => {
  const holder = people['a ticket holder'] as TestActor;
  const code = await app.db.one<{ id: number }>(
    `INSERT INTO promo_code (event_id, code, percent) VALUES ($1, 'EARLYBIRD', 50) RETURNING id`,
    [room.event.id],
  );
  await app.db.query('UPDATE orders SET promo_id = $2 WHERE event_id = $1 AND buyer_id = $3', [
    room.event.id,
    code!.id,
    holder.id,
  ]);
  const listFor = async (who: Who, search?: string) =>
    (
      await app.call('GET /events/:id/door_list', {
        as: (people[who] as TestActor).token,
        params: { id: room.event.id },
        ...(search !== undefined && { query: { search } }),
      })
    ).data.entries;
  const mine = (entries: Awaited<ReturnType<typeof listFor>>) =>
    entries.find(({ ticket_uuid: uuid }) => uuid === ticket.id);
  expect(mine(await listFor('the host'))).toMatchObject({ email: holder.email, promo_code: 'EARLYBIRD' });
  const entries = await listFor('a co-host');
  expect(mine(entries)).toMatchObject({ name: holder.username, email: null, promo_code: null, ticket_kind: 'free' });
  expect(JSON.stringify(entries)).not.toContain('@mail.test');
  expect(mine(await listFor('the host', 'mail.test'))).toBeDefined();
  expect(await listFor('a co-host', 'mail.test')).toEqual([]);
  expect(mine(await listFor('a co-host', holder.username))).toBeDefined();
});

test('staff learn that a ticket is for another event of the host, and not for which', async () => {
  const other = await newEvent(app, room.host, { title: 'A secret evening' });
  const foreign = await giveTicket(app, other, await newViewer(app));
  const resultFor = async (who: Who) =>
    (await ask('POST /events/door_list/scan', people[who], scans(foreign.code))).data.results[0];
  expect(await resultFor('the host')).toMatchObject({ result: 'other_event', event_title: 'A secret evening' });
  expect(await resultFor('a co-host')).toMatchObject({ result: 'other_event', event_title: null, ticket: null });
});

test('the ticket of someone who checks people in says so, until the role ends', async () => {
  const who = await newViewer(app);
  const { id } = await giveTicket(app, room.event, who);
  const says = async () =>
    (await app.call('GET /tickets/:ticket', { as: who.token, params: { ticket: id } })).data.checks_in;
  expect(await says()).toBeUndefined();
  await room.do(room.host, 'POST /events/streaming/set_role', { username: who.username, role: 'cohost' });
  expect(await says()).toBe(true);
  await room.do(room.host, 'POST /events/streaming/set_role', { username: who.username, role: 'viewer' });
  expect(await says()).toBeUndefined();
});
