import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { TestActor } from '../../../test/actors.ts';
import { testApp, type TestApp, until } from '../../../test/harness.ts';
import { expectInvariants } from '../../../test/invariants.ts';
import { connectSocket, listening, type LiveSocket } from '../../../test/live-socket.ts';
import { mailsTo, tokenIn } from '../../../test/mails.ts';
import { liveRoom, memoryVideo, type TestRoom } from '../../../test/rooms.ts';
import { signUp } from '../../../test/sign-up.ts';
import { giveTicket } from '../../../test/tickets.ts';

let app: TestApp;
let url: string;
const open: LiveSocket[] = [];
beforeAll(async () => {
  app = await testApp();
  url = await listening(app);
});
afterAll(() => app.close());
afterEach(async () => {
  for (const socket of open.splice(0)) socket.close();
  await expectInvariants(app);
});

let people = 0;
const address = () => `twin${++people}@mail.com`;
const code = (answer: { status: number; errors: readonly { code: string }[] }) =>
  answer.errors[0]?.code ?? answer.status;

/** Buys as a guest and opens the link in the email. */
async function enterAsGuest({ event }: TestRoom, email: string): Promise<TestActor> {
  await app.call('POST /events/purchase_no_login', { body: { event_uuid: event.id, type: 'interactive', email } });
  await app.quiesce();
  // Emails are sent concurrently: the one for the sign-up may be the newer one.
  const ticket = (await mailsTo(app, email)).find(({ links }) => links.some((link) => link.includes('/ticket/join/')));
  const { data } = await app.call('POST /auth/guest_session', {
    body: { token: tokenIn(ticket), display_name: 'Gus' },
  });
  return { id: data.user.user_ide, username: data.user.user_username, email, token: data.access_token };
}

async function register(room: TestRoom, email: string, proven: boolean): Promise<TestActor> {
  const account = await signUp(app, 'twin', email);
  if (proven) await app.db.query('UPDATE app_user SET email_verified_at = app_now() WHERE id = $1', [account.id]);
  await giveTicket(app, room.event, account);
  return account;
}
const remove = (room: TestRoom, who: TestActor) =>
  room.do(room.host, 'POST /events/streaming/remove_viewer', { username: who.username });
const block = (room: TestRoom, who: TestActor, enabled: boolean) =>
  room.do(room.host, 'POST /events/streaming/toggle_banned', { username: who.username, enabled });
const say = (room: TestRoom, who: TestActor) =>
  room.do(who, 'POST /events/streaming/messages_new', { message: 'hello again' });
const look = ({ event }: TestRoom, who: TestActor) =>
  app.call('GET /events/streaming/streaming_state/:uuid', { as: who.token, params: { uuid: event.id } });

test('a removed guest stays out with an account of the same email address, until the host readmits them', async () => {
  const room = await liveRoom(app, 0);
  const email = address();
  const guest = await enterAsGuest(room, email);
  const account = await register(room, email, false);
  await room.enter(guest);
  await remove(room, guest);
  expect(code(await room.join(account))).toBe('removed_from_event');
  expect(code(await look(room, account))).toBe('removed_from_event');
  await room.do(room.host, 'POST /events/streaming/readmit_viewer', { username: guest.username });
  expect((await room.join(account)).status).toBe(200);
});

test('a removed account cannot return as a guest', async () => {
  const room = await liveRoom(app, 0);
  const account = await register(room, address(), true);
  const guest = await enterAsGuest(room, account.email);
  await room.enter(account);
  await remove(room, account);
  expect(code(await room.join(guest))).toBe('removed_from_event');
});

test('a person with two accounts of one email address is removed and readmitted with both', async () => {
  const room = await liveRoom(app, 0);
  const email = address();
  const guest = await enterAsGuest(room, email);
  const account = await register(room, email, true);
  for (const one of [guest, account]) await room.enter(one);
  await remove(room, guest);
  const listed = (await memoryVideo(app).participants(room.event.id)).map((one) => one.identity);
  expect(listed).toEqual([`u:${room.host.id}`]);
  for (const one of [guest, account]) expect(code(await room.join(one))).toBe('removed_from_event');
  await room.do(room.host, 'POST /events/streaming/readmit_viewer', { username: account.username });
  for (const one of [guest, account]) expect((await room.join(one)).status).toBe(200);
});

test('a block holds for all accounts of a person, and so does its end', async () => {
  const room = await liveRoom(app, 0);
  const email = address();
  const guest = await enterAsGuest(room, email);
  await room.enter(guest);
  await say(room, guest);
  await block(room, guest, true);
  const account = await register(room, email, true);
  await room.enter(account);
  for (const one of [guest, account]) expect(code(await say(room, one))).toBe('banned');
  await room.do(room.host, 'POST /events/streaming/toggle_open_mic', { enabled: true });
  expect(memoryVideo(app).publish(room.event.id, `u:${account.id}`, 'microphone')).toBe(false);
  await block(room, account, false);
  expect((await room.join(account)).status).toBe(200);
  for (const one of [guest, account]) expect((await say(room, one)).status).toBe(200);
});

test('a time-out holds for an account that enters after it', async () => {
  const room = await liveRoom(app, 0);
  const email = address();
  const guest = await enterAsGuest(room, email);
  await room.enter(guest);
  await room.do(room.host, 'POST /events/streaming/time_out', { username: guest.username, minutes: 60 });
  const account = await register(room, email, true);
  await room.enter(account);
  for (const one of [guest, account]) expect(code(await say(room, one))).toBe('timed_out');
  await room.do(room.host, 'POST /events/streaming/time_out', { username: account.username, minutes: 0 });
  for (const one of [guest, account]) expect((await say(room, one)).status).toBe(200);
});

test('a person who signed up with someone else’s email address does them no harm', async () => {
  const room = await liveRoom(app, 0);
  const squatter = await register(room, address(), false);
  await room.enter(squatter);
  await remove(room, squatter);
  await block(room, squatter, true);
  const owner = await enterAsGuest(room, squatter.email);
  await room.enter(owner);
  expect((await say(room, owner)).status).toBe(200);
});

test('a host who bought as a guest with their own email address stays the host', async () => {
  const room = await liveRoom(app, 0);
  const guest = await enterAsGuest(room, room.host.email);
  await room.enter(guest);
  await block(room, guest, true);
  await remove(room, guest);
  expect((await say(room, room.host)).status).toBe(200);
  expect((await room.do(room.host, 'POST /events/streaming/start_streaming')).status).toBe(200);
});

async function listen(room: TestRoom, who: TestActor): Promise<LiveSocket> {
  const socket = await connectSocket(url, who, room.event.id);
  open.push(socket);
  return socket;
}
const expectCutOff = async ({ socket, heard }: LiveSocket): Promise<void> => {
  await until('cut off', () => socket.disconnected);
  expect(heard.at(-1)?.name).toBe('viewerRemoved');
  expect(heard.map((one) => one.name)).not.toContain('newMessage');
};

test.each([
  ['proven', true],
  ['unproven', false],
])('a removed guest gets no more updates through the %s account they only listen with', async (_what, proven) => {
  const room = await liveRoom(app, 1);
  const email = address();
  const guest = await enterAsGuest(room, email);
  await room.enter(guest);
  const ears = await listen(room, await register(room, email, proven));
  const other = await listen(room, room.viewers[0]!);
  await remove(room, guest);
  await say(room, room.host);
  await expectCutOff(ears);
  expect(other.socket.connected).toBe(true);
});

test('a removed account gets no more updates as a guest, even if the announcement was lost', async () => {
  const room = await liveRoom(app, 0);
  const account = await register(room, address(), true);
  const ears = await listen(room, await enterAsGuest(room, account.email));
  await app.db.query('INSERT INTO room_member (event_id, user_id, removed_at) VALUES ($1, $2, app_now())', [
    room.event.id,
    account.id,
  ]);
  await expectCutOff(ears);
});

test('a removed guest’s account also loses its seat and its connection to the engine', async () => {
  const room = await liveRoom(app, 0);
  const email = address();
  const guest = await enterAsGuest(room, email);
  const account = await register(room, email, false);
  for (const one of [guest, account]) await room.enter(one);
  await remove(room, guest);
  const listed = (await memoryVideo(app).participants(room.event.id)).map((one) => one.identity);
  expect(listed).toEqual([`u:${room.host.id}`]);
});

test('the owner of an email address stays when an account that only claimed it is removed, and so does the host', async () => {
  const room = await liveRoom(app, 0);
  const squatter = await register(room, address(), false);
  const owner = await enterAsGuest(room, squatter.email);
  const hostAsGuest = await enterAsGuest(room, room.host.email);
  for (const one of [squatter, owner, hostAsGuest]) await room.enter(one);
  const ears = [await listen(room, owner), await listen(room, room.host)];
  await block(room, squatter, true);
  await remove(room, squatter);
  await remove(room, hostAsGuest);
  expect((await say(room, owner)).status).toBe(200);
  for (const { heard } of ears)
    await until('the owner is heard', () => heard.some(({ name }) => name === 'newMessage'));
  expect(ears.map(({ socket }) => socket.connected)).toEqual([true, true]);
});
