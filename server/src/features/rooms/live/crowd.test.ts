import { exactAcksMax, namedViewersMax, replayedUpdatesMax } from '@frontrow/core/rooms/limits.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { silentLog } from '../../../ports/log.ts';
import { testApp, until, type TestApp } from '../../../../test/harness.ts';
import { connectSocket, listening, type LiveSocket } from '../../../../test/live-socket.ts';
import { liveRoom, type TestRoom } from '../../../../test/rooms.ts';
import { RoomFeed } from './room-feed.ts';
import type { Update } from './wire-updates.ts';

let app: TestApp;
beforeAll(async () => void (app = await testApp()));
afterAll(() => app.close());

/** Sockets that were sent a message with a request for an 'Ok'. */
const askedForOk = (sockets: readonly LiveSocket[]): number =>
  sockets.filter(({ heard }) => heard.findLast((one) => one.name === 'newMessage')?.asksForOk).length;
const say = (room: TestRoom, message: string) => room.do(room.host, 'POST /events/streaming/messages_new', { message });
const heardBy = (sockets: readonly LiveSocket[], text: string) => () =>
  sockets.every(({ heard }) =>
    heard.some(({ update }) => (update['message'] as { message?: string } | undefined)?.message === text),
  );

test('above fifty listeners of a broadcast no update requests an Ok, and each message arrives once, without a gap', async () => {
  const room = await liveRoom(app, exactAcksMax + 1, { kind: 'broadcast' });
  for (const viewer of room.viewers) await room.join(viewer);
  const url = await listening(app);
  const sockets: LiveSocket[] = [];
  for (const viewer of room.viewers.slice(0, exactAcksMax))
    sockets.push(await connectSocket(url, viewer, room.event.id));
  await until('everybody is welcomed', () =>
    sockets.every(({ heard }) => heard.some(({ name }) => name === 'snapshot')),
  );
  await say(room, 'to fifty');
  await until('all of them', heardBy(sockets, 'to fifty'));
  expect(askedForOk(sockets)).toBe(exactAcksMax);
  sockets.push(await connectSocket(url, room.viewers[exactAcksMax]!, room.event.id));
  await until('the last one', () => sockets.at(-1)!.heard.some(({ name }) => name === 'snapshot'));
  for (const text of ['to fifty-one', 'and again']) await say(room, text);
  await until('all of them', heardBy(sockets, 'and again'));
  expect(askedForOk(sockets)).toBe(0);
  for (const socket of sockets) {
    const texts = socket.heard.flatMap(({ name, update }) =>
      name === 'newMessage' ? [(update['message'] as { message: string }).message] : [],
    );
    expect(texts.filter((text) => text !== 'to fifty')).toEqual(['to fifty-one', 'and again']);
    expect(socket.gaps()).toBe(0);
    socket.close();
  }
});

test('a state names a hundred viewers and counts the rest', async () => {
  const room = await liveRoom(app, 1, { kind: 'broadcast' });
  await room.join(room.viewers[0]!);
  const more = namedViewersMax + 20;
  await app.db.query(
    `WITH people AS (
       INSERT INTO app_user (username, username_skeleton, email_norm, password_hash)
       SELECT 'crowd' || n, 'crowd' || n, 'crowd' || n || '@mail.test', 'none' FROM generate_series(1, $2) n
       RETURNING id)
     INSERT INTO room_member (event_id, user_id, seat_until, joined_at)
     SELECT $1, id, app_now() + interval '1 minute', app_now() FROM people`,
    [room.event.id, more],
  );
  const { current_state: state } = await room.state();
  expect([state.viewers.length, state.viewers_count]).toEqual([namedViewersMax, more + 1]);
});

test('viewers who enter a large room one by one do not cost a read of state and chat each', async () => {
  const newcomers = 40;
  const room = await liveRoom(app, newcomers, { kind: 'broadcast' });
  let reads = 0;
  const received: Update[] = [];
  const feed = new RoomFeed({
    db: {
      ...app.db,
      one: (text, params) => {
        if (text.includes('FROM room r JOIN event e')) reads += 1;
        return app.db.one(text, params);
      },
      query: (text, params) => {
        if (text.includes('FROM chat_message c JOIN')) reads += 1;
        return app.db.query(text, params);
      },
    },
    log: silentLog,
    eventUuid: room.event.id,
    push: (updates) => received.push(...updates),
    size: () => 1000,
  });
  const welcomed: Update[] = [];
  for (const viewer of room.viewers) {
    await room.join(viewer);
    feed.nudge();
    await feed.welcome(
      undefined,
      (updates) => welcomed.push(...updates),
      () => undefined,
    );
  }
  await until('the exact count', () =>
    received.some(({ name, update }) => name === 'updateEvent' && update.current_state.viewers_count === newcomers),
  );
  feed.stop();
  expect(welcomed.filter(({ name }) => name === 'snapshot')).toHaveLength(newcomers);
  expect(reads).toBeLessThan(newcomers / 2);
});

test('a viewer who reconnects while thousands come and go gets each missed message, not a new snapshot', async () => {
  const room = await liveRoom(app, 1, { kind: 'broadcast' });
  const viewer = room.viewers[0]!;
  await room.join(viewer);
  const url = await listening(app);
  // One listener stays, so that the room's feed does.
  const staying = await connectSocket(url, room.host, room.event.id);
  const first = await connectSocket(url, viewer, room.event.id);
  await until('the snapshot', () => first.lastSeq() !== undefined);
  const lastSeq = first.lastSeq()!;
  first.close();
  await app.db.query(
    `WITH moved AS (UPDATE room SET seq = seq + $2 WHERE event_id = $1 RETURNING seq)
     INSERT INTO room_event (event_id, seq, type, payload)
     SELECT $1, s, 'updateEvent', '{"change": "joined"}' FROM moved, generate_series(seq - $2 + 1, seq) s`,
    [room.event.id, 5 * replayedUpdatesMax],
  );
  for (const text of ['one', 'two']) await say(room, text);
  await until('the one who stayed', heardBy([staying], 'two'));
  const again = await connectSocket(url, viewer, room.event.id, { last_seq: lastSeq });
  await until('the state', () => again.heard.some(({ name }) => name === 'updateEvent'));
  expect(again.heard.map(({ name }) => name)).toEqual(['newMessage', 'newMessage', 'updateEvent']);
  expect(again.gaps()).toBe(0);
  for (const socket of [staying, again]) socket.close();
});
