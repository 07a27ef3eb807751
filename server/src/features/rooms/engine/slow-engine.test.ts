import { seconds } from '@frontrow/core/kernel/instant.ts';
import { refuse } from '@frontrow/core/refuse.ts';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { testApp, type TestApp } from '../../../../test/harness.ts';
import { expectInvariants } from '../../../../test/invariants.ts';
import { liveRoom, memoryVideo, passWatched, seatsTaken, type TestRoom } from '../../../../test/rooms.ts';

let app: TestApp;
beforeAll(async () => void (app = await testApp()));
afterAll(() => app.close());
afterEach(() => expectInvariants(app));

test('a slow engine delays no other step, and the next run continues after the last room', async () => {
  const engine = memoryVideo(app);
  const { participants, closeRoom } = engine;
  const [, , ...finished] = [
    await liveRoom(app, 0),
    await liveRoom(app, 0),
    await liveRoom(app, 0),
    await liveRoom(app, 0),
  ];
  engine.switches.lose = true;
  for (const room of finished) await room.do(room.host, 'POST /events/streaming/stop_streaming');
  engine.switches.lose = false;
  const looks: string[][] = [];
  const slowly =
    <T>(ask: (room: string) => Promise<T>) =>
    async (room: string): Promise<T> => {
      looks.at(-1)!.push(room);
      await app.clock.advance(seconds(3));
      return ask(room);
    };
  Object.assign(engine, { participants: slowly(participants), closeRoom: slowly(closeRoom) });
  const open = await app.db.query('SELECT 1 FROM room WHERE closed_at IS NULL');
  const all = [...open, ...finished];
  while (looks.length < all.length / 2) {
    looks.push([]);
    await app.jobs.runAll();
  }
  Object.assign(engine, { participants, closeRoom });
  expect(looks.map((look) => look.length)).toEqual(looks.map((_look, i) => Math.min(2, all.length - 2 * i)));
  expect(new Set(looks.flat()).size).toBe(all.length);
});

let passed = Promise.resolve();
/** Makes each call of this name to the engine slow. */
function slow(
  call: 'participants' | 'removeParticipant' | 'applyGrants',
  ms: number,
): { readonly asked: string[]; stop(): void } {
  const engine = memoryVideo(app);
  const before = engine[call] as (...about: string[]) => Promise<never>;
  const asked: string[] = [];
  const slowly = async (...about: string[]) => {
    asked.push(about[0]!);
    await (passed = passed.then(() => app.clock.advance(ms)));
    return before(...about);
  };
  Object.assign(engine, { [call]: slowly });
  return { asked, stop: () => void Object.assign(engine, { [call]: before }) };
}

test('the engine’s list keeps a seat, also if comparing all rooms takes longer than a lease', async () => {
  const rooms: TestRoom[] = [];
  for (let i = 0; i < 5; i++) rooms.push(await liveRoom(app, 2));
  for (const room of rooms) await room.enter(room.viewers[0]!);
  for (const room of rooms) await room.join(room.viewers[1]!);
  await passWatched(app, 0);
  for (const room of rooms) await room.join(room.viewers[1]!);
  const { stop } = slow('participants', seconds(6));
  for (let i = 0; i < 15; i++) await app.jobs.runAll();
  stop();
  const [there, gone] = [0, 1].map((which) => rooms.map((room) => room.viewers[which]!.id));
  expect([await seatsTaken(app, there!), await seatsTaken(app, gone!)]).toEqual([5, 0]);
});

test('a room for which the engine fails slowly does not keep the expired leases of others', async () => {
  const engine = memoryVideo(app);
  const rooms = [await liveRoom(app, 1), await liveRoom(app, 1)].toSorted((a, b) => (a.event.id < b.event.id ? -1 : 1));
  const people = rooms.map((room) => room.viewers[0]!.id);
  for (const room of rooms) await room.join(room.viewers[0]!);
  await passWatched(app, 0);
  for (const room of rooms) await room.join(room.viewers[0]!);
  await app.db.query("UPDATE room_member SET seat_until = app_now() - interval '1 second' WHERE user_id = ANY ($1)", [
    people,
  ]);
  const { participants } = engine;
  engine.participants = async (id) => {
    if (id !== rooms[0]!.event.id) return participants(id);
    await app.clock.advance(seconds(6));
    throw refuse('video_down');
  };
  await app.jobs.runAll();
  await app.jobs.runAll();
  engine.participants = participants;
  expect(await seatsTaken(app, people)).toBe(1);
  await app.jobs.runAll();
  expect(await seatsTaken(app, people)).toBe(0);
});

test.each([
  ['tickets', "SELECT refund_orders(event_id, 'host_late', ARRAY[id], 1) FROM orders WHERE buyer_id = ANY ($1)"],
  ['logins', 'UPDATE app_user SET session_version = session_version + 1 WHERE id = ANY ($1)'],
])(
  'a run disconnects people at the engine for five seconds, and the next run does the others: %s',
  async (_what, endsAll) => {
    const room = await liveRoom(app, 4);
    for (const viewer of room.viewers) await room.enter(viewer);
    const people = room.viewers.map((viewer) => viewer.id);
    await app.db.query(endsAll, [people]);
    const engine = memoryVideo(app);
    const { rooms } = engine;
    engine.rooms = () => Promise.reject(refuse('video_down'));
    const { asked, stop } = slow('removeParticipant', seconds(3));
    await app.jobs.runAll();
    Object.assign(engine, { rooms });
    stop();
    expect([asked.length, await seatsTaken(app, people)]).toEqual([2, 0]);
    await app.quiesce();
    expect((await engine.participants(room.event.id)).map((one) => one.identity)).toEqual([`u:${room.host.id}`]);
  },
);

test('rooms with refunded tickets get five seconds per run, and the next continues after the last one', async () => {
  const rooms = [await liveRoom(app, 1), await liveRoom(app, 1)].toSorted((a, b) => (a.event.id < b.event.id ? -1 : 1));
  const people = rooms.map((room) => room.viewers[0]!.id);
  for (const room of rooms) await room.join(room.viewers[0]!);
  await app.db.query(
    "SELECT refund_orders(event_id, 'host_late', ARRAY[id], 1) FROM orders WHERE buyer_id = ANY ($1)",
    [people],
  );
  const { tx } = app.kit.db;
  const tried: unknown[] = [];
  app.kit.db.tx = (work, settings) =>
    tx(
      (sql) =>
        work({
          ...sql,
          async query(text, params) {
            if (!text.startsWith('UPDATE room_member SET seat_until = NULL')) return sql.query(text, params);
            tried.push(params![0]);
            await app.clock.advance(seconds(6));
            if (tried.length === 1) throw new Error('nothing can be written here');
            return sql.query(text, params);
          },
        }),
      settings,
    );
  const [stuck, other] = rooms.map((room) => room.event.id);
  for (const inTurn of [[stuck], [stuck, other], [stuck, other, stuck]]) {
    await app.jobs.runAll();
    expect(tried).toEqual(inTurn);
  }
  app.kit.db.tx = tx;
  expect(await seatsTaken(app, people)).toBe(0);
});

test('a large room is compared a few people at a time for five seconds, and the next run does the others', async () => {
  const room = await liveRoom(app, 14);
  const engine = memoryVideo(app);
  await app.jobs.runAll();
  for (const viewer of room.viewers) await room.enter(viewer);
  for (const viewer of room.viewers.slice(2))
    await engine.applyGrants(room.event.id, `u:${viewer.id}`, 'sub,mic,cam,screen');
  for (const viewer of room.viewers.slice(0, 2)) {
    const { token } = (await room.join(viewer)).data;
    await room.do(viewer, 'POST /events/streaming/leave_streaming');
    engine.connect(token);
  }
  const removed = slow('removeParticipant', seconds(1));
  const granted = slow('applyGrants', seconds(1));
  await app.jobs.runAll();
  expect(removed.asked.length + granted.asked.length).toBe(10);
  for (const { stop } of [removed, granted]) stop();
  await app.jobs.runAll();
  await app.jobs.runAll();
  expect((await engine.participants(room.event.id)).map((one) => one.grants).toSorted()).toEqual([
    ...Array<string>(12).fill('sub'),
    'sub,mic,cam,screen',
  ]);
});
