import { socketConnectsMax, socketConnectsWindowMs, socketsPerAccountMax } from '@frontrow/core/rooms/limits.ts';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { newAdmin, newViewer, type TestActor } from '../../../../test/actors.ts';
import { testApp, until, type TestApp } from '../../../../test/harness.ts';
import { expectInvariants } from '../../../../test/invariants.ts';
import { connectSocket, listening, type LiveSocket } from '../../../../test/live-socket.ts';
import { liveRoom, type TestRoom } from '../../../../test/rooms.ts';
import { logInEndings, type SignedUp, signUp } from '../../../../test/sign-up.ts';
import { giveTicket } from '../../../../test/tickets.ts';

let app: TestApp;
let url: string;
const open: LiveSocket[] = [];
const connect = async (who: TestActor, room: TestRoom): Promise<LiveSocket> => {
  const socket = await connectSocket(url, who, room.event.id);
  open.push(socket);
  return socket;
};
beforeAll(async () => {
  app = await testApp();
  url = await listening(app);
});
afterEach(async () => {
  for (const socket of open.splice(0)) socket.close();
  await expectInvariants(app);
});
afterAll(() => app.close());

/** A person with a ticket and a session that can be ended. */
const ticketed = async (room: TestRoom): Promise<SignedUp> => {
  const person = await signUp(app, 'listener');
  await giveTicket(app, room.event, person);
  return person;
};
const voidTicket = async (room: TestRoom, who: TestActor): Promise<void> => {
  await app.db.query("UPDATE orders SET status = 'refunding' WHERE event_id = $1 AND buyer_id = $2", [
    room.event.id,
    who.id,
  ]);
  await app.db.query('UPDATE ticket SET voided_at = app_now() WHERE event_id = $1 AND holder_key = $2', [
    room.event.id,
    `u:${who.id}`,
  ]);
  await app.db.query('UPDATE event SET sold = sold - 1 WHERE id = $1', [room.event.id]);
};

type Ending = (who: SignedUp, room: TestRoom) => Promise<unknown>;
test.each<[string, Ending, string]>([
  ...logInEndings.map(([what, ending]): [string, Ending, string] => [what, (who) => ending(app, who), 'token_invalid']),
  ['loses the ticket, without ever having sat', (who, room) => voidTicket(room, who), 'forbidden'],
])('a person who %s gets no more updates, and cannot reconnect', async (_what, ending, code) => {
  const room = await liveRoom(app, 1);
  const who = await ticketed(room);
  const other = await connect(room.viewers[0]!, room);
  const socket = await connect(who, room);
  await ending(who, room);
  await until('cut off', () => socket.socket.disconnected);
  await expect(connect(who, room)).rejects.toThrow(code);
  expect(other.socket.connected).toBe(true);
});

test('a person whose right ends while they are being welcomed gets no updates', async () => {
  const room = await liveRoom(app, 1);
  const db = await app.db.pool.connect();
  await db.query('BEGIN; LOCK TABLE room_event IN ACCESS EXCLUSIVE MODE');
  const who = room.viewers[0]!;
  const { heard, socket } = await connect(who, room);
  await app.db.query('SELECT pg_notify($1, $2)', ['room', `another removed ${room.event.id} ${who.id}`]);
  await until('told', () => heard.length > 0);
  await db.query('COMMIT');
  db.release();
  await until('cut off', () => socket.disconnected);
  expect(heard.map(({ name }) => name)).toEqual(['viewerRemoved']);
});

test('a person who is no longer an app admin gets no more updates', async () => {
  const room = await liveRoom(app, 1);
  const admin = await newAdmin(app);
  const socket = await connect(admin, room);
  await app.db.query('UPDATE app_user SET app_admin = false WHERE id = $1', [admin.id]);
  await until('cut off', () => socket.socket.disconnected);
});

test('after the finish every socket gets the last update and ends', async () => {
  const room = await liveRoom(app, 1);
  const sockets = [await connect(room.host, room), await connect(room.viewers[0]!, room)];
  // A socket welcomed after the finish learns of it from the snapshot alone.
  await until('both are welcomed', () => sockets.every(({ heard }) => heard.length > 0));
  await room.do(room.host, 'POST /events/streaming/stop_streaming');
  await until('all end', () => sockets.every((one) => one.socket.disconnected));
  expect(sockets.map((one) => one.heard.at(-1)?.name)).toEqual(['finishEvent', 'finishEvent']);
});

test('a removed viewer learns why, gets no more updates, and can return only when readmitted', async () => {
  const room = await liveRoom(app, 2);
  const [ann, ben] = room.viewers as [TestActor, TestActor];
  for (const viewer of room.viewers) await room.join(viewer);
  // Two tabs with the seat, and a socket without one.
  const sockets = [await connect(ann, room), await connect(ann, room)];
  await room.do(room.host, 'POST /events/streaming/remove_viewer', { username: ann.username });
  await room.do(ben, 'POST /events/streaming/messages_new', { message: 'about ann' });
  await until('cut off', () => sockets.every((one) => one.socket.disconnected));
  for (const { heard } of sockets) {
    expect(heard.at(-1)?.name).toBe('viewerRemoved');
    expect(heard.map((one) => one.name)).not.toContain('newMessage');
  }
  await expect(connect(ann, room)).rejects.toThrow('removed_from_event');
  await room.do(room.host, 'POST /events/streaming/readmit_viewer', { username: ann.username });
  await connect(ann, room);
});

test('a removal holds even if the message between two processes was lost', async () => {
  const room = await liveRoom(app, 1);
  const [ann] = room.viewers as [TestActor];
  const socket = await connect(ann, room);
  await app.db.query('INSERT INTO room_member (event_id, user_id, removed_at) VALUES ($1, $2, app_now())', [
    room.event.id,
    ann.id,
  ]);
  await until('cut off', () => socket.socket.disconnected);
  expect(socket.heard.at(-1)?.name).toBe('viewerRemoved');
});

test('an account has at most ten sockets, also if opened concurrently, and closing one makes room', async () => {
  const room = await liveRoom(app, 1);
  const [ann] = room.viewers as [TestActor];
  const tries = await Promise.allSettled(Array.from({ length: socketsPerAccountMax + 5 }, () => connect(ann, room)));
  expect(tries.filter((one) => one.status === 'fulfilled')).toHaveLength(socketsPerAccountMax);
  const refused = tries.find((one) => one.status === 'rejected')!;
  expect((refused.reason as Error).message).toBe('too_many_requests');
  await app.clock.advance(socketConnectsWindowMs);
  await expect(connect(ann, room)).rejects.toThrow('too_many_requests');
  const ben = await newViewer(app);
  await giveTicket(app, room.event, ben);
  await connect(ben, room);
  open[0]!.close();
  await until('there is room', () => connect(ann, room).catch(() => undefined));
});

test('an account opens at most ten sockets a minute, and the refusal says when to try again', async () => {
  const room = await liveRoom(app, 1);
  const [ann] = room.viewers as [TestActor];
  for (let i = 0; i < socketConnectsMax; i++) (await connect(ann, room)).close();
  const refused = await connect(ann, room).catch((error: Error & { data?: unknown }) => error);
  expect(refused).toMatchObject({ message: 'too_many_requests' });
  await app.clock.advance(socketConnectsWindowMs);
  await connect(ann, room);
});
