import { seconds } from '@frontrow/core/kernel/instant.ts';
import { seatLeaseMs } from '@frontrow/core/rooms/limits.ts';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { newAdmin, newViewer } from '../../../../test/actors.ts';
import { testApp, type TestApp, until } from '../../../../test/harness.ts';
import { expectInvariants } from '../../../../test/invariants.ts';
import { connectSocket, listening, type LiveSocket } from '../../../../test/live-socket.ts';
import { liveRoom } from '../../../../test/rooms.ts';
import { appendLog } from '../records.ts';

let app: TestApp;
let url: string;
const open: LiveSocket[] = [];
const connect = async (
  ...args: Parameters<typeof connectSocket> extends [string, ...infer Rest] ? Rest : never
): Promise<LiveSocket> => {
  const socket = await connectSocket(url, ...args);
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

const names = (socket: LiveSocket): string[] => socket.heard.map((one) => one.name);
const texts = (socket: LiveSocket): string[] =>
  socket.heard.flatMap((one) =>
    one.name === 'newMessage' ? [(one.update as never as { message: { message: string } }).message.message] : [],
  );

test('everyone gets every update, in order, with the state', async () => {
  const room = await liveRoom(app, 2);
  const [ann, ben] = room.viewers as [typeof room.host, typeof room.host];
  for (const viewer of room.viewers) await room.join(viewer);
  const host = await connect(room.host, room.event.id);
  const viewer = await connect(ann, room.event.id, { username: ann.username, user_ide: ann.id });
  await until('both have a snapshot', () => names(host).includes('snapshot') && names(viewer).includes('snapshot'));

  await room.do(ben, 'POST /events/streaming/raise_hand', { raised: true });
  await room.do(ben, 'POST /events/streaming/messages_new', { message: 'hello' });
  await until('the message is there', () => texts(viewer).includes('hello') && names(viewer).includes('updateEvent'));
  const update = viewer.heard.findLast((one) => one.name === 'updateEvent');
  expect(update?.update).toMatchObject({
    event_uuid: room.event.id,
    current_state: { raised_hands: [{ username: ben.username }] },
  });

  await room.do(room.host, 'POST /events/streaming/toggle_banned', { username: ben.username, enabled: true });
  await until('the ban is pushed', () => names(host).includes('userBanned') && names(viewer).includes('userBanned'));
  expect(viewer.heard.find((one) => one.name === 'userBanned')?.update).toMatchObject({
    usernameBanned: ben.username,
    blocked: true,
  });

  await room.do(room.host, 'POST /events/streaming/stop_streaming');
  await until(
    'the finish is pushed',
    () => names(host).at(-1) === 'finishEvent' && names(viewer).at(-1) === 'finishEvent',
  );
  expect(viewer.heard.at(-1)?.update).toMatchObject({ event_uuid: room.event.id, cancelled: false });
  expect([host.gaps(), viewer.gaps()]).toEqual([0, 0]);
});

test('a viewer of an event that is taken down learns that its host did not finish it', async () => {
  const room = await liveRoom(app, 1);
  const ann = room.viewers[0]!;
  await room.join(ann);
  const viewer = await connect(ann, room.event.id);
  await until('the snapshot', () => names(viewer).includes('snapshot'));
  const admin = await newAdmin(app);
  const body = { event_uuid: room.event.id, reason: 'Not allowed here' };
  expect((await app.call('POST /admin/events/cancel', { as: admin.token, body })).status).toBe(200);
  await app.quiesce();
  await until('the end is pushed', () => names(viewer).at(-1) === 'finishEvent');
  expect(viewer.heard.at(-1)?.update).toMatchObject({ event_uuid: room.event.id, cancelled: true });
  const state = { as: room.host.token, params: { uuid: room.event.id } };
  const { current_state } = (await app.call('GET /events/streaming/streaming_state/:uuid', state)).data;
  expect(current_state).toMatchObject({ event_state: 2, event_cancelled: true });

  // A viewer who missed it reconnects without a ticket, which was refunded, and gets the same message.
  const over = { code: 'room_taken_down', message: expect.stringContaining('taken this event down') };
  expect(await room.join(ann)).toMatchObject({ status: 410, errors: [over] });
  expect(await app.call('GET /events/streaming/streaming_state/:uuid', { ...state, as: ann.token })).toMatchObject({
    status: 410,
    errors: [over],
  });
  expect(await room.do(room.host, 'POST /events/streaming/start_streaming')).toMatchObject({
    status: 410,
    errors: [over],
  });
});

test('a burst of changes is one update of the state', async () => {
  const room = await liveRoom(app, 12);
  for (const viewer of room.viewers) await room.join(viewer);
  const host = await connect(room.host, room.event.id);
  await until('the snapshot', () => host.heard.length > 0);
  host.heard.length = 0;
  // Eleven changes before the feed is nudged, however slow the machine is; the twelfth nudges it.
  await app.db.tx(async (tx) => {
    for (const { id } of room.viewers.slice(1)) {
      await tx.query('UPDATE room_member SET hand_raised_at = app_now() WHERE event_id = $1 AND user_id = $2', [
        room.event.id,
        id,
      ]);
      await appendLog(tx, room.event.id, 'updateEvent', { change: 'hand_up', user: id }, id);
    }
  });
  await room.do(room.viewers[0]!, 'POST /events/streaming/raise_hand', { raised: true });
  await until('the hands are seen', () => host.heard.length > 0);
  expect(host.heard).toMatchObject([
    { name: 'updateEvent', update: { current_state: { raised_hands: { length: 12 } } } },
  ]);
  expect(host.gaps()).toBe(0);
});

test('after a reconnect no update is missing or sent twice', async () => {
  const room = await liveRoom(app, 2);
  const [ann, ben] = room.viewers as [typeof room.host, typeof room.host];
  for (const viewer of room.viewers) await room.join(viewer);
  const before = await connect(ann, room.event.id);
  // A message sent before the snapshot was read is in it, and not pushed again.
  await until('the snapshot', () => before.heard.length > 0);
  await room.do(ben, 'POST /events/streaming/messages_new', { message: 'one' });
  await until('one is heard', () => texts(before).includes('one'));
  before.close();
  for (const message of ['two', 'three']) await room.do(ben, 'POST /events/streaming/messages_new', { message });
  const gone = await room.do(ben, 'POST /events/streaming/messages_new', { message: 'spam' });
  await room.do(room.host, 'POST /events/streaming/messages_remove', { seq: gone.data.message.seq });
  const after = await connect(ann, room.event.id, { last_seq: before.lastSeq()! });
  await until('the state ends the replay', () => names(after).at(-1) === 'updateEvent');
  expect(texts(after)).toEqual(['two', 'three']);
  expect(after.gaps()).toBe(0);
});

test('a client that is too far behind gets one snapshot', async () => {
  const room = await liveRoom(app, 1);
  await room.join(room.viewers[0]!);
  await app.db.query(
    `WITH moved AS (UPDATE room SET seq = seq + 150 WHERE event_id = $1 RETURNING seq)
     INSERT INTO room_event (event_id, seq, type, payload)
     SELECT $1, s, 'updateEvent', '{}' FROM moved, generate_series(moved.seq - 149, moved.seq) s`,
    [room.event.id],
  );
  const late = await connect(room.viewers[0]!, room.event.id, { last_seq: 1 });
  await until('a snapshot', () => late.heard.length > 0);
  expect(names(late)).toEqual(['snapshot']);
});

test.each([
  [
    'a stranger without a ticket',
    'forbidden',
    async (room: Awaited<ReturnType<typeof liveRoom>>) => connect(await newViewer(app), room.event.id),
  ],
  [
    'a wrong username',
    'forbidden',
    (room: Awaited<ReturnType<typeof liveRoom>>) =>
      connect(room.viewers[0]!, room.event.id, { username: room.host.username }),
  ],
  [
    'a wrong id',
    'forbidden',
    (room: Awaited<ReturnType<typeof liveRoom>>) =>
      connect(room.viewers[0]!, room.event.id, { user_ide: room.host.id }),
  ],
  [
    'a broken token',
    'token_invalid',
    (room: Awaited<ReturnType<typeof liveRoom>>) => connect(room.viewers[0]!, room.event.id, { token: 'nothing' }),
  ],
  ['no event', 'bad_input', (room: Awaited<ReturnType<typeof liveRoom>>) => connect(room.viewers[0]!, 'nothing')],
])('a socket of %s is refused with %s', async (_who, code, attempt) => {
  const room = await liveRoom(app, 1);
  await expect(attempt(room)).rejects.toThrow(code);
});

test('a page of another origin cannot connect', async () => {
  const room = await liveRoom(app, 1);
  await expect(
    connectSocket(url, room.viewers[0]!, room.event.id, {}, { origin: 'https://evil.test' }),
  ).rejects.toThrow('websocket error');
  await connect(room.viewers[0]!, room.event.id, {}, { origin: url });
});

test('an app admin watches unseen', async () => {
  const room = await liveRoom(app, 1);
  const admin = await newAdmin(app);
  const joined = await room.join(admin);
  expect(joined.status).toBe(200);
  expect(joined.data.current_state.viewers).toEqual([]);
  await connect(admin, room.event.id);
});

test('a second device takes over, and the first one is notified and does not take the seat again automatically', async () => {
  const room = await liveRoom(app, 1);
  const [ann] = room.viewers as [typeof room.host];
  const [first, second] = ['11111111-1111-4111-8111-111111111111', '22222222-2222-4222-8222-222222222222'];
  await room.join(ann, { session_id: first });
  const old = await connect(ann, room.event.id, { session_id: first });
  const refused = await room.join(ann, { session_id: second });
  expect(refused.errors[0]?.code).toBe('session_moved');
  expect((await room.join(ann, { session_id: second, take_over: true })).status).toBe(200);
  await until('the old one is notified', () => names(old).includes('sessionMoved'));
  expect(old.heard.find(({ name }) => name === 'sessionMoved')?.update).toMatchObject({ same_login: true });
  await until('and cut off', () => old.socket.disconnected);
  await expect(connect(ann, room.event.id, { session_id: first })).rejects.toThrow('session_moved');
  expect((await room.join(ann, { session_id: first })).errors[0]?.code).toBe('session_moved');
});

test('a session written in upper case is the same session', async () => {
  const room = await liveRoom(app, 1);
  const [ann] = room.viewers as [typeof room.host];
  const session = 'ABCDEF11-1111-4111-8111-11111111ABCD';
  expect((await room.join(ann, { session_id: session })).status).toBe(200);
  const { socket } = await connect(ann, room.event.id, { session_id: session });
  expect(socket.connected).toBe(true);
});

test('a removed viewer is notified', async () => {
  const room = await liveRoom(app, 1);
  const [ann] = room.viewers as [typeof room.host];
  await room.join(ann);
  const socket = await connect(ann, room.event.id);
  const after = await room.do(room.host, 'POST /events/streaming/remove_viewer', { username: ann.username });
  expect(after.data.current_state.viewers).toEqual([]);
  await until('told', () => names(socket).includes('viewerRemoved'));
});

test('a socket keeps the seat, also if the server was down longer than the lease', async () => {
  const room = await liveRoom(app, 1);
  const [ann] = room.viewers as [typeof room.host];
  await room.join(ann);
  await room.do(ann, 'POST /events/streaming/raise_hand', { raised: true });
  await app.clock.advance(seatLeaseMs + seconds(1));
  await connect(ann, room.event.id);
  await until(
    'the lease runs again',
    async () =>
      (await app.db.one('SELECT 1 FROM room_member WHERE event_id = $1 AND user_id = $2 AND seat_until > app_now()', [
        room.event.id,
        ann.id,
      ])) !== undefined,
  );
  await app.quiesce();
  expect((await room.state()).current_state.raised_hands).toHaveLength(1);
});

test('a refunded ticket ends sockets and seat', async () => {
  const room = await liveRoom(app, 1);
  const [ann] = room.viewers as [typeof room.host];
  await room.join(ann);
  const socket = await connect(ann, room.event.id);
  await app.db.query(`UPDATE orders SET status = 'refunding' WHERE event_id = $1`, [room.event.id]);
  await app.db.query('UPDATE ticket SET voided_at = app_now() WHERE event_id = $1', [room.event.id]);
  await app.db.query('UPDATE event SET sold = 0 WHERE id = $1', [room.event.id]);
  await app.quiesce();
  await until('cut off', () => socket.socket.disconnected);
  expect((await room.state()).current_state.viewers).toEqual([]);
});
