import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { hostAbsentMaxMs } from '@frontrow/core/events/limits.ts';
import { minutes, seconds } from '@frontrow/core/kernel/instant.ts';
import { refuse } from '@frontrow/core/refuse.ts';
import { seatLeaseMs } from '@frontrow/core/rooms/limits.ts';
import { createApp } from '../../../app.ts';
import { silentLog } from '../../../ports/log.ts';
import { newAdmin, newHost } from '../../../../test/actors.ts';
import { newEvent } from '../../../../test/events.ts';
import { testApp, testConfig, until, type TestApp } from '../../../../test/harness.ts';
import { expectInvariants } from '../../../../test/invariants.ts';
import { liveRoom, memoryVideo, passWatched, seatsTaken, type TestRoom } from '../../../../test/rooms.ts';

let app: TestApp;
beforeAll(async () => void (app = await testApp()));
afterAll(() => app.close());
beforeEach(() => void Object.assign(memoryVideo(app).switches, { state: 'ready', lose: false, loseAnswers: false }));
afterEach(() => expectInvariants(app));

type Actor = TestRoom['host'];
const withSpeaker = async (): Promise<{ room: TestRoom; ann: Actor; ben: Actor }> => {
  const room = await liveRoom(app, 2);
  const [ann, ben] = room.viewers as [Actor, Actor];
  for (const viewer of [ann, ben]) await room.enter(viewer);
  await room.do(ann, 'POST /events/streaming/raise_hand', { raised: true });
  await room.do(room.host, 'POST /events/streaming/allow_mic', { username: ann.username });
  expect(memoryVideo(app).publish(room.event.id, `u:${ann.id}`, 'camera')).toBe(true);
  return { room, ann, ben };
};
const atEngine = async (room: TestRoom, who: Actor) =>
  (await memoryVideo(app).participants(room.event.id)).find((one) => one.identity === `u:${who.id}`);

test.each(['lose', 'loseAnswers'] as const)(
  'the end of a turn reaches the engine even if the call for it was lost (%s)',
  async (fault) => {
    const { room, ann } = await withSpeaker();
    memoryVideo(app).switches[fault] = true;
    expect((await room.do(room.host, 'POST /events/streaming/allow_mic', { username: '' })).status).toBe(200);
    memoryVideo(app).switches[fault] = false;
    await app.quiesce();
    expect(await atEngine(room, ann)).toMatchObject({ grants: 'sub', publishing: [] });
  },
);

test('while the engine is down chat, hands, turns and bans work, and are applied once it is up again', async () => {
  const { room, ann, ben } = await withSpeaker();
  memoryVideo(app).switches.state = 'down';
  const answers = [
    await room.do(room.host, 'POST /events/streaming/toggle_open_mic', { enabled: true }),
    await room.do(ben, 'POST /events/streaming/messages_new', { message: 'still here' }),
    await room.do(room.host, 'POST /events/streaming/toggle_banned', { username: ann.username, enabled: true }),
  ];
  expect(answers.map((answer) => answer.status)).toEqual([200, 200, 200]);
  memoryVideo(app).comeUp();
  await until(
    'applied',
    async () => (await atEngine(room, ann))?.grants === 'sub' && (await atEngine(room, ben))?.grants === 'sub,mic',
  );
});

test('after the engine was killed, the room is opened again immediately with the current grants', async () => {
  const { room, ann, ben } = await withSpeaker();
  const old = (await room.join(ben)).data.token;
  memoryVideo(app).crash();
  await room.do(room.host, 'POST /events/streaming/toggle_open_mic', { enabled: true });
  memoryVideo(app).comeUp();
  await until('the room is back', async () => (await memoryVideo(app).rooms()).includes(room.event.id));
  // Browsers reconnect with the token they have, which may be older than the last decision.
  expect(memoryVideo(app).connect(old)).toBe(true);
  expect(await room.enter(ann)).toBe(true);
  await app.quiesce();
  expect(await atEngine(room, ben)).toMatchObject({ grants: 'sub,mic' });
  expect(await atEngine(room, ann)).toMatchObject({ grants: 'sub,mic,cam' });
  expect((await room.state()).current_state.speaking_viewer?.username).toBe(ann.username);
});

test('people without a right are removed: a token that outlived its seat, an unknown identity', async () => {
  const { room, ben } = await withSpeaker();
  const token = (await room.join(ben)).data.token;
  await room.do(ben, 'POST /events/streaming/leave_streaming');
  expect(memoryVideo(app).connect(token)).toBe(true);
  memoryVideo(app).connect(
    await memoryVideo(app).mintToken({
      room: room.event.id,
      identity: `u:${(await liveRoom(app, 0)).host.id}`,
      displayName: 'x',
      grants: 'sub,mic,cam',
    }),
  );
  await app.quiesce();
  expect((await memoryVideo(app).participants(room.event.id)).map((one) => one.identity).toSorted()).toEqual(
    [`u:${room.host.id}`, `u:${room.viewers[0]!.id}`].toSorted(),
  );
});

test('grants that were set by others are revoked, and an app admin who watches unseen is left alone', async () => {
  const { room, ben } = await withSpeaker();
  await memoryVideo(app).applyGrants(room.event.id, `u:${ben.id}`, 'sub,mic,cam,screen');
  memoryVideo(app).publish(room.event.id, `u:${ben.id}`, 'screen');
  const admin = await newAdmin(app);
  await room.enter(admin);
  await app.quiesce();
  expect(await atEngine(room, ben)).toMatchObject({ grants: 'sub', publishing: [] });
  expect(await atEngine(room, admin)).toMatchObject({ grants: 'sub' });
});

test('a finish that did not reach the engine is repeated', async () => {
  const { room } = await withSpeaker();
  memoryVideo(app).switches.lose = true;
  expect((await room.do(room.host, 'POST /events/streaming/stop_streaming')).status).toBe(200);
  memoryVideo(app).switches.lose = false;
  expect(await memoryVideo(app).rooms()).toContain(room.event.id);
  await app.quiesce();
  expect(await memoryVideo(app).rooms()).not.toContain(room.event.id);
});

test('a person in the engine’s list keeps their seat', async () => {
  const { room, ann } = await withSpeaker();
  for (let i = 0; i < 5; i++) {
    await app.clock.advance(seatLeaseMs / 2);
    await app.quiesce();
  }
  expect((await room.state()).current_state).toMatchObject({
    viewers: [{}, {}],
    speaking_viewer: { username: ann.username },
  });
});

test('a signed webhook starts a comparison immediately', async () => {
  const { room, ben } = await withSpeaker();
  await memoryVideo(app).applyGrants(room.event.id, `u:${ben.id}`, 'sub,mic');
  const post = (authorization: string) =>
    app.http.inject({
      method: 'POST',
      url: '/api/webhooks/livekit',
      headers: { 'content-type': 'application/webhook+json', authorization },
      payload: JSON.stringify({ room: room.event.id, kind: 'participant_joined' }),
    });
  expect((await post('forged')).statusCode).toBe(400);
  expect((await post('memory')).statusCode).toBe(200);
  await until('looked', async () => (await atEngine(room, ben))?.grants === 'sub');
});

test('a room for which the engine fails does not stop the others from being compared', async () => {
  const engine = memoryVideo(app);
  const { participants } = engine;
  const rooms = [await withSpeaker(), await withSpeaker()];
  for (const { room: broken } of rooms) {
    for (const { room, ben } of rooms) await engine.applyGrants(room.event.id, `u:${ben.id}`, 'sub,mic,cam,screen');
    engine.participants = (id) => (id === broken.event.id ? Promise.reject(refuse('video_down')) : participants(id));
    await app.quiesce();
    engine.participants = participants;
    const other = rooms.find(({ room }) => room !== broken)!;
    expect(await atEngine(other.room, other.ben)).toMatchObject({ grants: 'sub' });
  }
});

test.each([
  ['leases', "UPDATE room_member SET seat_until = app_now() - interval '1 second' WHERE user_id = ANY ($1)"],
  ['tickets', "SELECT refund_orders(event_id, 'host_late', ARRAY[id], 1) FROM orders WHERE buyer_id = ANY ($1)"],
  ['logins', 'UPDATE app_user SET session_version = session_version + 1 WHERE id = ANY ($1)'],
])('a room that cannot be written to does not stop others from being cleared: %s', async (_what, endsAll) => {
  const rooms = [await liveRoom(app, 1), await liveRoom(app, 1), await liveRoom(app, 1)];
  const people = rooms.map((room) => room.viewers[0]!.id);
  for (const room of rooms) await room.join(room.viewers[0]!);
  await passWatched(app, 0);
  for (const room of rooms) await room.join(room.viewers[0]!);
  await app.db.query('CREATE SEQUENCE tries');
  await app.db.query(`CREATE FUNCTION stuck() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      IF nextval('tries') = 1 THEN RAISE 'stuck'; END IF;
      RETURN NEW;
    END $$`);
  await app.db.query('CREATE TRIGGER stuck BEFORE INSERT ON room_event FOR EACH ROW EXECUTE FUNCTION stuck()');
  expect(await seatsTaken(app, people)).toBe(3);
  await app.db.query(endsAll, [people]);
  await app.jobs.runAll();
  expect(await seatsTaken(app, people)).toBe(1);
  await app.jobs.runAll();
  expect(await seatsTaken(app, people)).toBe(0);
  await app.db.query('DROP FUNCTION stuck CASCADE');
  await app.db.query('DROP SEQUENCE tries');
});

const stateOf = async (eventUuid: string) =>
  (await app.db.one<{ state: number }>('SELECT state FROM event WHERE id = $1', [eventUuid]))?.state;

const cannotFinish = async (hostId: number): Promise<void> => {
  await app.db.query(`CREATE FUNCTION stuck() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      IF (SELECT host_id FROM event WHERE id = NEW.event_id) = ${hostId} THEN RAISE 'stuck'; END IF;
      RETURN NEW;
    END $$`);
  await app.db.query('CREATE TRIGGER stuck BEFORE UPDATE OF closed_at ON room FOR EACH ROW EXECUTE FUNCTION stuck()');
};

test('after an hour without the server, hosts get time to return before their events are finished', async () => {
  await app.clock.hold();
  const [{ event }, back] = [await liveRoom(app, 0), await liveRoom(app, 0)];
  await app.clock.advance(minutes(61));
  const { home } = app.kit.config;
  const again = await createApp(testConfig(home), {
    databaseUrl: app.databaseUrl,
    log: silentLog,
    clock: app.clock,
    pages: join(home, 'no-pages'),
  });
  try {
    await again.jobs.runAll();
    expect([await stateOf(event.id), await stateOf(back.event.id)]).toEqual([1, 1]);
    await app.db.query('UPDATE room SET host_seen_at = app_now() WHERE event_id = $1', [back.event.id]);
    for (let half = 0; half < 2; half++) {
      await app.clock.advance(seatLeaseMs / 2);
      await again.jobs.runAll();
    }
    expect([await stateOf(event.id), await stateOf(back.event.id)]).toEqual([2, 1]);
  } finally {
    await again.stop();
  }
});

test('after an hour without the database, hosts get time to return as well', async () => {
  const { event } = await liveRoom(app, 0);
  memoryVideo(app).disconnect(event.id, `u:${event.hostId}`);
  await app.quiesce();
  const { query } = app.kit.db;
  for (const leap of [minutes(61), ...Array<number>(3).fill(seatLeaseMs / 2)]) {
    await app.clock.advance(leap);
    // The jobs before this one still reach the database, or this one would never run.
    app.kit.db.query = (sql, params) =>
      sql.includes('room_') ? Promise.reject(new Error('away')) : query(sql, params);
    await expect(app.jobs.runAll()).rejects.toThrow('away');
    app.kit.db.query = query;
  }
  await app.jobs.runAll();
  expect(await stateOf(event.id)).toBe(1);
  await passWatched(app, 0);
  expect(await stateOf(event.id)).toBe(2);
});

test.each([
  ['engine is asked', undefined],
  ['logins are looked at', /FROM room_login/],
  ['leases are looked at', /seat_until <= app_now/],
  ['hosts are looked for', /coalesce\(r\.host_seen_at/],
])('after an hour of server downtime while its %s, hosts get time to return, too', async (_what, sql) => {
  const { event } = await liveRoom(app, 0);
  memoryVideo(app).disconnect(event.id, `u:${event.hostId}`);
  await passWatched(app, 0);
  let away = false;
  const pause = async () => {
    if (away) return;
    away = true;
    await app.clock.advance(minutes(61));
  };
  const { rooms } = memoryVideo(app);
  const { query } = app.kit.db;
  if (sql)
    app.kit.db.query = async (text, values) => {
      if (sql.test(text)) await pause();
      return query(text, values);
    };
  else
    memoryVideo(app).rooms = async () => {
      await pause();
      throw refuse('video_down');
    };
  await app.jobs.runAll();
  app.kit.db.query = query;
  memoryVideo(app).rooms = rooms;
  expect([away, await stateOf(event.id)]).toEqual([true, 1]);
  await passWatched(app, 0);
  expect(await stateOf(event.id)).toBe(2);
});

test('a lease last renewed some time before the server stopped also gets the time of one lease', async () => {
  const { room, ben } = await withSpeaker();
  await passWatched(app, 0);
  memoryVideo(app).switches.state = 'down';
  await room.join(ben);
  for (const leap of [seconds(9), seconds(25)]) {
    await app.clock.advance(leap);
    await app.jobs.runAll();
  }
  expect(await seatsTaken(app, [ben.id])).toBe(1);
  await passWatched(app, 0);
  expect(await seatsTaken(app, [ben.id])).toBe(0);
  memoryVideo(app).comeUp();
});

test('a run out of time leaves the rest to the next, which continues after the failed ones', async () => {
  await app.clock.hold();
  const stuck = await newHost(app);
  const rooms: string[] = [];
  for (const host of [stuck, stuck, await newHost(app), await newHost(app)]) {
    const { id } = await newEvent(app, host, { state: 'live' });
    await app.db.query('INSERT INTO room (event_id, host_seen_at) VALUES ($1, app_now()) ON CONFLICT DO NOTHING', [id]);
    rooms.push(id);
    // The longest absent is finished first.
    await app.clock.advance(1);
  }
  await cannotFinish(stuck.id);
  await passWatched(app, hostAbsentMaxMs - seconds(35));
  await app.clock.advance(seconds(10));
  const { tx } = app.kit.db;
  app.kit.db.tx = async (work, settings) => {
    await app.clock.advance(seconds(3));
    return tx(work, settings);
  };
  const states = () => Promise.all(rooms.map(stateOf));
  await app.jobs.runAll();
  expect(await states()).toEqual([1, 1, 1, 1]);
  await app.jobs.runAll();
  expect(await states()).toEqual([1, 1, 2, 2]);
  app.kit.db.tx = tx;
  await app.db.query('DROP FUNCTION stuck CASCADE');
  await app.quiesce();
  expect(await states()).toEqual([2, 2, 2, 2]);
});

test('abandoned events are finished one by one, however many before them cannot be finished', async () => {
  const { event: last } = await liveRoom(app, 0);
  memoryVideo(app).disconnect(last.id, `u:${last.hostId}`);
  const host = await newHost(app);
  for (let i = 0; i < 101; i++) {
    const { id } = await newEvent(app, host, { state: 'live' });
    await app.db.query(
      `INSERT INTO room (event_id, host_seen_at) VALUES ($1, app_now() - interval '1 minute')
       ON CONFLICT (event_id) DO UPDATE SET host_seen_at = excluded.host_seen_at`,
      [id],
    );
  }
  await cannotFinish(host.id);
  await passWatched(app, minutes(61));
  // A run takes five seconds at most, and the next one continues: on a slow machine a hundred rooms need several.
  await until('the last one is finished', async () => {
    await app.quiesce();
    return (await stateOf(last.id)) === 2;
  });
  await app.db.query('DROP FUNCTION stuck CASCADE');
  await until('those before it are finished', async () => {
    await app.quiesce();
    const states = await app.db.query('SELECT DISTINCT state FROM event WHERE host_id = $1', [host.id]);
    return states.length === 1 && (states[0] as { state: number }).state === 2;
  });
});
