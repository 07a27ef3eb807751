import { createDecipheriv, hkdfSync } from 'node:crypto';
import { inflateRawSync } from 'node:zlib';
import { type ChatFile, chatFileKeyInfo, type ChatFilesNow } from '@frontrow/contract/broadcast/chat-files.ts';
import { chatFileEveryMs, chatSocketKeptMs } from '@frontrow/core/broadcast/chat-file-limits.ts';
import { fileReaderSeatMs, liveSegmentsKeptMs, segmentKeyMs } from '@frontrow/core/broadcast/limits.ts';
import { minutes } from '@frontrow/core/kernel/instant.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newViewer, type TestActor } from '../../../../test/actors.ts';
import { testApp, until, type TestApp } from '../../../../test/harness.ts';
import { openSession } from '../../../../test/ingest/posted-segments.ts';
import { connectSocket, listening } from '../../../../test/live-socket.ts';
import { liveRoom, passWatched, seatsTaken, type TestRoom } from '../../../../test/rooms.ts';

let app: TestApp;
let there: TestApp;
beforeAll(async () => {
  const config = { broadcastWebrtcViewersMax: 1, broadcastChatSocketsMax: 2 };
  const overrides = { rtmp: { port: 1935, tlsPort: undefined } };
  app = await testApp({ config, overrides, apart: { B03: 'sessions of encoders are written by hand' } });
  there = await testApp({ config, overrides: { ...overrides, databaseUrl: app.databaseUrl, clock: app.clock } });
});
afterAll(async () => {
  await there.close();
  await app.close();
});

/** A live broadcast: one viewer by WebRTC, one by HLS with a socket, and the others by files. */
async function crowded(viewers = 4): Promise<TestRoom> {
  const room = await liveRoom(app, viewers, { kind: 'broadcast' });
  await openSession(app, room.event.id, 'rtmp');
  for (const viewer of room.viewers) await room.join(viewer);
  return room;
}
const ask = (room: TestRoom, path: string, who?: TestActor, from = app) =>
  from.http.inject({
    url: `/api/events/${room.event.id}/${path}`,
    headers: who ? { 'access-token': who.token } : {},
  });
/** The newest file once two seconds have passed. */
async function nextFile(room: TestRoom, from = app): Promise<ChatFilesNow> {
  await app.clock.advance(chatFileEveryMs);
  return (await ask(room, 'chat/latest', undefined, from)).json<ChatFilesNow>();
}
async function keyOf(room: TestRoom, who: TestActor, number: number): Promise<Buffer | string> {
  const answer = await ask(room, `hls/keys/${number}`, who);
  if (answer.statusCode === 200) return answer.rawPayload;
  return `${answer.statusCode} ${answer.json<{ errors: { code: string }[] }>().errors[0]?.code}`;
}
async function opened(room: TestRoom, number: number): Promise<ChatFile> {
  const bytes = (await ask(room, `chat/files/${number}`)).rawPayload;
  const key = (await keyOf(room, room.host, bytes.readUInt32BE())) as Buffer;
  const iv = Buffer.alloc(12);
  iv.writeUInt32BE(number, 8);
  const own = Buffer.from(hkdfSync('sha256', key, '', chatFileKeyInfo, 16));
  const decipher = createDecipheriv('aes-128-gcm', own, iv);
  decipher.setAuthTag(bytes.subarray(-16));
  const plain = Buffer.concat([decipher.update(bytes.subarray(4, -16)), decipher.final()]);
  return JSON.parse(inflateRawSync(plain).toString()) as ChatFile;
}
const say = async (room: TestRoom, who: TestActor, message: string): Promise<number> =>
  (await room.do(who, 'POST /events/streaming/messages_new', { message, client_id: message })).data.message.seq;
const chatOf = async (room: TestRoom, who: TestActor): Promise<string> => (await room.join(who)).data.chat;
const textsIn = ({ updates }: ChatFile): string[] =>
  updates.flatMap((one) => (one.name === 'newMessage' ? [one.update.message.message] : []));

describe('who reads by files', () => {
  test('the first people have sockets, viewers by HLS beyond them read by files, and a free socket is taken', async () => {
    const room = await liveRoom(app, 4, { kind: 'broadcast' });
    await openSession(app, room.event.id, 'rtmp');
    const [first, second, third, fourth] = room.viewers as [TestActor, TestActor, TestActor, TestActor];
    expect([await chatOf(room, first), await chatOf(room, second)]).toEqual(['socket', 'socket']);
    expect([await chatOf(room, third), await chatOf(room, fourth)]).toEqual(['files', 'files']);
    expect(await chatOf(room, second), 'joining again keeps the socket').toBe('socket');
    expect((await room.do(room.host, 'POST /events/streaming/start_streaming')).data.chat).toBe('socket');
    await room.do(second, 'POST /events/streaming/leave_streaming');
    expect(await chatOf(room, third)).toBe('socket');
  });

  test('event admins and people who wrote a moment ago have sockets', async () => {
    const room = await crowded();
    const [admin, writer] = room.viewers.slice(2) as [TestActor, TestActor];
    expect([await chatOf(room, admin), await chatOf(room, writer)]).toEqual(['files', 'files']);
    await room.do(room.host, 'POST /events/streaming/toggle_admin', { username: admin.username });
    await say(room, writer, 'hello');
    expect([await chatOf(room, admin), await chatOf(room, writer)]).toEqual(['socket', 'socket']);
    await room.do(admin, 'POST /events/streaming/leave_streaming');
    expect(await chatOf(room, admin), 'also when they come back').toBe('socket');
  });

  test('a socket takes the place of files, and files that of a closed socket while others need sockets', async () => {
    const room = await crowded();
    const [reader, late] = room.viewers.slice(2) as [TestActor, TestActor];
    const by = async (who = reader): Promise<string | undefined> =>
      (
        await app.db.one<{ chat_by: string }>('SELECT chat_by FROM room_member WHERE event_id = $1 AND user_id = $2', [
          room.event.id,
          who.id,
        ])
      )?.chat_by;
    expect(await by()).toBe('files');
    const socket = await connectSocket(await listening(app), reader, room.event.id);
    await until('the socket is counted', async () => (await by()) === 'socket');
    socket.close();
    await app.db.query('UPDATE room_member SET seat_until = app_now() WHERE user_id = $1', [late.id]);
    const another = await connectSocket(await listening(app), late, room.event.id);
    await until('also where the seat had just run out', async () => (await by(late)) === 'socket');
    another.close();
    await room.do(late, 'POST /events/streaming/leave_streaming');
    const back = 'POST /events/streaming/read_by_files';
    expect((await room.do(reader, back)).data.chat).toBe('files');
    expect(await by()).toBe('files');
    await room.do(room.viewers[1]!, 'POST /events/streaming/leave_streaming');
    await room.do(reader, 'POST /events/streaming/leave_streaming');
    expect((await room.do(reader, back)).errors).toMatchObject([{ code: 'not_in_room' }]);
    expect(await chatOf(room, reader)).toBe('socket');
    expect((await room.do(reader, back)).data.chat, 'there are enough sockets').toBe('socket');
  });

  test('the seat of a reader is renewed by each key, and without keys it ends', async () => {
    const room = await crowded();
    const [stays, goes] = room.viewers.slice(2) as [TestActor, TestActor];
    const present = (who: TestActor): Promise<number> => seatsTaken(app, [who.id]);
    await passWatched(app, segmentKeyMs);
    expect([await present(stays), await present(goes)]).toEqual([1, 1]);
    const { key } = await nextFile(room);
    expect(await keyOf(room, stays, key)).toBeInstanceOf(Buffer);
    await passWatched(app, fileReaderSeatMs - segmentKeyMs);
    expect([await present(stays), await present(goes)]).toEqual([1, 0]);
    expect(await keyOf(room, goes, key)).toBe('403 not_in_room');
  });
});

describe('files', () => {
  test('chat files never change, are the same from two processes, and every cache may keep them', async () => {
    const room = await crowded();
    await say(room, room.host, 'once');
    const { file } = await nextFile(room);
    const [here, other] = [
      await ask(room, `chat/files/${file}`),
      await ask(room, `chat/files/${file}`, undefined, there),
    ];
    expect(here.headers['cache-control']).toBe('public, max-age=31536000, immutable');
    expect(here.headers['set-cookie']).toBeUndefined();
    expect(other.rawPayload.equals(here.rawPayload)).toBe(true);
    expect(here.rawPayload.includes('once')).toBe(false);
    expect((await ask(room, 'chat/latest')).headers['cache-control']).toBe('public, max-age=1');
    await say(room, room.host, 'twice');
    const both = await Promise.all([nextFile(room), nextFile(room, there)]);
    expect(both[0].file).toBeGreaterThan(file);
    expect((await ask(room, `chat/files/${file}`)).rawPayload.equals(here.rawPayload)).toBe(true);
    const rows = 'SELECT number FROM chat_file WHERE event_id = $1';
    expect(await app.db.query(rows, [room.event.id])).toHaveLength(Math.max(both[0].file, both[1].file) + 1);
    expect((await ask(room, 'chat/files/999')).statusCode).toBe(404);
    expect((await ask(room, 'chat/files/x')).statusCode).toBe(400);
  });

  test('chat files have each message once and in order, whichever process writes them, and continue each other', async () => {
    const room = await crowded();
    let { file } = await nextFile(room);
    const said: string[] = [];
    const found: string[] = [];
    let last = (await opened(room, file)).seq;
    for (let round = 0; round < 6; round += 1) {
      for (const text of [`a${round}`, `b${round}`]) {
        const [, writer] = await Promise.all([
          nextFile(room, round % 2 === 0 ? app : there),
          say(room, room.host, text).then(() => text),
        ]);
        said.push(writer);
      }
      await app.clock.advance(chatSocketKeptMs / 100);
    }
    const newest = (await nextFile(room)).file;
    while (file < newest) {
      file += 1;
      const content = await opened(room, file);
      expect(content.since).toBe(last);
      last = content.seq;
      found.push(...textsIn(content));
    }
    expect(found).toEqual(said);
  });

  test('chat files have removals, blocks, reactions and the end, and none is written where nothing happened', async () => {
    const room = await crowded();
    const first = await nextFile(room);
    expect(await nextFile(room)).toEqual(first);
    const seq = await say(room, room.viewers[0]!, 'rude');
    await room.do(room.host, 'POST /events/streaming/messages_remove', { seq });
    await room.do(room.host, 'POST /events/streaming/toggle_banned', { username: room.viewers[0]!.username });
    await room.do(room.host, 'POST /events/streaming/react', { emoji: '❤️' });
    const heard = async (): Promise<ChatFile['moments']> => (await opened(room, (await nextFile(room)).file)).moments;
    const { updates } = await opened(room, (await nextFile(room)).file);
    expect(updates.map(({ name }) => name)).toEqual(['messageRemoved', 'userBanned', 'updateEvent']);
    expect(updates.at(-1)).toMatchObject({ update: { current_state: { viewers_count: 4, next_turn: null } } });
    await until('the reaction is in a file', async () => {
      await room.do(room.host, 'POST /events/streaming/react', { emoji: '❤️' });
      return (await heard()).some((one) => one.name === 'reactions');
    });
    await room.do(room.host, 'POST /events/streaming/stop_streaming');
    const { file } = await nextFile(room);
    const rows = await app.db.query<{ number: number }>('SELECT number FROM chat_file WHERE event_id = $1', [
      room.event.id,
    ]);
    expect(Math.max(...rows.map(({ number }) => number))).toBe(file);
    await app.clock.advance(liveSegmentsKeptMs + minutes(1));
    await app.quiesce();
    expect(await app.db.query('SELECT number FROM chat_file WHERE event_id = $1', [room.event.id])).toEqual([]);
    expect((await ask(room, 'chat/latest')).statusCode).toBe(404);
  });

  test('chat files have the state as everyone sees it, with the pin, and the count of people', async () => {
    const room = await crowded();
    await nextFile(room);
    const seq = await say(room, room.host, 'Welcome');
    await room.do(room.host, 'POST /events/streaming/pin_message', { message_id: seq });
    const { updates } = await opened(room, (await nextFile(room)).file);
    expect(updates.at(-1)).toMatchObject({
      name: 'updateEvent',
      update: { current_state: { viewers_count: 4, pinned_message: { message: 'Welcome' }, chat_enabled: true } },
    });
  });

  test('chat files are written for readers alone', async () => {
    const room = await crowded(2);
    expect((await ask(room, 'chat/latest')).statusCode).toBe(404);
    expect(await app.db.query('SELECT number FROM chat_file WHERE event_id = $1', [room.event.id])).toEqual([]);
  });

  test('chat files open with keys that people without a ticket do not get, and blocked ones not the next', async () => {
    const room = await crowded();
    const [reader, blocked] = room.viewers.slice(2) as [TestActor, TestActor];
    const { key } = await nextFile(room);
    expect(await keyOf(room, await newViewer(app), key)).toBe('403 hls_tickets_only');
    expect(await keyOf(room, blocked, key)).toBeInstanceOf(Buffer);
    await room.do(room.host, 'POST /events/streaming/toggle_banned', { username: blocked.username });
    await app.clock.advance(segmentKeyMs);
    await say(room, room.host, 'later');
    const next = await nextFile(room);
    expect(next.key).toBeGreaterThan(key);
    expect((await ask(room, `chat/files/${next.file}`)).rawPayload.readUInt32BE()).toBe(next.key);
    expect(await keyOf(room, blocked, next.key)).toBe('403 banned');
    expect(await keyOf(room, reader, next.key)).toBeInstanceOf(Buffer);
    expect(textsIn(await opened(room, next.file))).toEqual(['later']);
  });
});
