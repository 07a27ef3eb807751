import { randomUUID } from 'node:crypto';
import { hostAbsentMaxMs } from '@frontrow/core/events/limits.ts';
import { minutes, seconds } from '@frontrow/core/kernel/instant.ts';
import { seatLeaseMs } from '@frontrow/core/rooms/limits.ts';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { newAdmin, newGuest, newHost, newViewer } from '../../../test/actors.ts';
import { betweenTimes } from '../../../test/interleaving.ts';
import { newEvent } from '../../../test/events.ts';
import { testApp, type TestApp } from '../../../test/harness.ts';
import { expectInvariants } from '../../../test/invariants.ts';
import { dueRoom, liveRoom, memoryVideo, passWatched, roomOf, type TestRoom } from '../../../test/rooms.ts';
import { startedAgo } from '../../../test/tickets.ts';

const startSentence =
  'There was an error starting the streaming. ' +
  'Check the event date is correct and check your permissions for this browser.';
const joinSentence =
  'There was an error joining the streaming. ' +
  'Check if the event has started and check your permissions for this browser.';

let app: TestApp;
beforeAll(async () => void (app = await testApp()));
afterAll(() => app.close());
beforeEach(() => void Object.assign(memoryVideo(app).switches, { state: 'ready', lose: false, loseAnswers: false }));
afterEach(() => expectInvariants(app));

const start = (room: TestRoom, who = room.host) => room.do(who, 'POST /events/streaming/start_streaming');

test('starting is refused earlier than 15 minutes before the time, with its own message', async () => {
  const host = await newHost(app);
  const at = Math.ceil((app.clock.now() + minutes(16)) / minutes(15)) * minutes(15);
  const event = await newEvent(app, host);
  const room = roomOf(app, event, host, []);
  expect(await start(room)).toMatchObject({
    status: 409,
    errors: [{ code: 'start_too_early', message: startSentence }],
  });
  await app.db.query(
    `UPDATE event SET starts_at = s.at, original_starts_at = s.at, local_start = s.at AT TIME ZONE tz
     FROM (SELECT to_timestamp($2 / 1000.0) AS at) s WHERE id = $1`,
    [event.id, at],
  );
  const wait = at - minutes(15) - app.clock.now();
  await app.clock.advance(wait - minutes(1));
  expect((await start(room)).errors[0]?.code).toBe('start_too_early');
  await app.clock.advance(minutes(1) + 2000);
  expect((await start(room)).status).toBe(200);
});

test('starting is refused an hour late, even if the event is not cancelled yet, and allowed 45 minutes late', async () => {
  const host = await newHost(app);
  const late = roomOf(app, await startedAgo(app, await newEvent(app, host), minutes(45)), host, []);
  expect((await start(late)).status).toBe(200);
  const over = roomOf(app, await startedAgo(app, await newEvent(app, host), minutes(60)), host, []);
  for (const called of ['due to be cancelled', 'cancelled']) {
    const { status, errors } = await start(over);
    expect([called, status, errors[0]]).toEqual([called, 403, { code: 'start_refused', message: startSentence }]);
    await app.quiesce();
  }
});

test('starting is refused to anyone else and after the finish, and while live it only returns a token', async () => {
  const room = await dueRoom(app, 1);
  for (const other of [room.viewers[0]!, await newHost(app)])
    expect(await start(room, other)).toMatchObject({
      status: 403,
      errors: [{ code: 'start_refused', message: startSentence }],
    });
  const first = await start(room);
  const again = await start(room);
  expect(again.status).toBe(200);
  expect(again.data.current_state.seq).toBe(first.data.current_state.seq);
  await room.do(room.host, 'POST /events/streaming/stop_streaming');
  expect(await start(room)).toMatchObject({ status: 403, errors: [{ message: startSentence }] });
});

test('joining is refused before the start, without a ticket, and after the end', async () => {
  const room = await dueRoom(app, 1);
  const [ann] = room.viewers as [typeof room.host];
  expect(await room.join(ann)).toMatchObject({
    status: 409,
    errors: [{ code: 'join_not_live', message: joinSentence }],
  });
  await start(room);
  expect(await room.join(await newViewer(app))).toMatchObject({
    status: 403,
    errors: [{ code: 'join_refused', message: joinSentence }],
  });
  expect((await room.join(await newGuest(app, '11111111-1111-4111-8111-111111111111'))).status).toBe(403);
  expect((await room.join(ann)).status).toBe(200);
  await room.do(room.host, 'POST /events/streaming/stop_streaming');
  expect((await room.join(ann)).errors[0]?.code).toBe('room_closed');
});

test('a reload within the lease keeps hand and turn, and an expired lease frees seat, hand and turn', async () => {
  await app.clock.hold();
  const room = await liveRoom(app, 2);
  const [ann, ben] = room.viewers as [typeof room.host, typeof room.host];
  for (const viewer of [ann, ben]) {
    await room.join(viewer);
    await room.do(viewer, 'POST /events/streaming/raise_hand', { raised: true });
  }
  await room.do(room.host, 'POST /events/streaming/allow_mic', { username: ann.username });
  for (const leap of [seatLeaseMs / 2, seatLeaseMs / 2 - 5000]) {
    await app.clock.advance(leap);
    await app.quiesce();
  }
  await room.join(ben);
  expect((await room.state()).current_state).toMatchObject({
    speaking_viewer: { username: ann.username },
    raised_hands: [{ username: ben.username }],
  });
  await app.clock.advance(10_000);
  await app.quiesce();
  expect((await room.state()).current_state).toMatchObject({
    speaking_viewer: null,
    viewers: [{ username: ben.username }],
    raised_hands: [{ username: ben.username }],
  });
  expect(
    (await room.do(room.host, 'POST /events/streaming/allow_mic', { username: ann.username })).errors[0]?.code,
  ).toBe('target_not_in_room');
});

test('a device that the seat has moved from cannot give it back', async () => {
  const room = await liveRoom(app, 1);
  const [ann] = room.viewers as [typeof room.host];
  const [phone, laptop] = [randomUUID(), randomUUID()];
  const leave = (body = {}) => room.do(ann, 'POST /events/streaming/leave_streaming', body);
  const present = async () => (await room.state()).current_state.viewers.map(({ username }) => username);
  await room.join(ann, { session_id: phone });
  expect((await room.join(ann, { session_id: laptop, take_over: true })).status).toBe(200);
  expect((await leave({ session_id: phone })).status).toBe(200);
  expect(await present(), 'the phone slept while the laptop took the seat').toEqual([ann.username]);
  expect((await leave({ session_id: laptop })).status).toBe(200);
  expect(await present()).toEqual([]);
  await room.join(ann, { session_id: phone });
  expect((await leave()).status).toBe(200);
  expect(await present(), 'a client that names no device').toEqual([]);
});

test('a host’s browser that returns takes the room back from no other device, until the host asks for it', async () => {
  const room = await liveRoom(app, 0);
  const [laptop, phone] = [randomUUID(), randomUUID()];
  const enter = (body: { session_id: string; returning?: boolean; take_over?: boolean }) =>
    room.do(room.host, 'POST /events/streaming/start_streaming', body);
  expect((await enter({ session_id: laptop })).status).toBe(200);
  expect((await enter({ session_id: laptop, returning: true })).status, 'a reload').toBe(200);
  expect((await enter({ session_id: phone })).status).toBe(200);
  expect((await enter({ session_id: laptop, returning: true })).errors[0]?.code, 'a laptop that wakes').toBe(
    'session_moved',
  );
  expect((await enter({ session_id: phone, returning: true })).status).toBe(200);
  expect((await enter({ session_id: laptop, take_over: true })).status).toBe(200);
});

test('an event without its host for an hour is finished, and a present host keeps it live', async () => {
  const left = await liveRoom(app, 0);
  memoryVideo(app).disconnect(left.event.id, `u:${left.host.id}`);
  const kept = await liveRoom(app, 0);
  for (let passed = 0; passed < 62; passed += 10) await passWatched(app, minutes(10));
  expect((await left.state()).current_state.event_state).toBe(2);
  expect((await kept.state()).current_state.event_state).toBe(1);
});

test('a host who returns at that very moment finds the event live', async () => {
  await app.clock.hold();
  const room = await liveRoom(app, 0);
  memoryVideo(app).disconnect(room.event.id, `u:${room.host.id}`);
  await passWatched(app, hostAbsentMaxMs - seconds(35));
  await app.clock.advance(seconds(10));
  await betweenTimes(
    app,
    room.event,
    () => app.quiesce(),
    () => app.db.query('UPDATE room SET host_seen_at = app_now() WHERE event_id = $1', [room.event.id]),
  );
  expect((await room.state()).current_state.event_state).toBe(1);
});

test('a first start while the engine is being prepared answers 503 with a retry time, and changes nothing', async () => {
  const room = await dueRoom(app, 1);
  const [ann] = room.viewers as [typeof room.host];
  memoryVideo(app).switches.state = 'preparing';
  expect((await start(room, ann)).errors[0]?.code, 'start_refused comes first').toBe('start_refused');
  const started = await start(room);
  expect(started).toMatchObject({ status: 503, errors: [{ code: 'video_preparing' }] });
  expect(started.headers['retry-after']).toBe('3');
  expect(await app.db.one('SELECT state, started_at FROM event WHERE id = $1', [room.event.id])).toEqual({
    state: 0,
    started_at: null,
  });
  expect(await app.db.query('SELECT 1 FROM room WHERE event_id = $1', [room.event.id])).toEqual([]);
  expect((await room.join(ann)).errors[0]?.code).toBe('join_not_live');
  memoryVideo(app).comeUp();
  expect((await start(room)).status).toBe(200);
  expect(await room.enter(ann)).toBe(true);
});

test('a live event stays live while the engine is prepared again: joining answers 503, and the chat works', async () => {
  const room = await liveRoom(app, 1);
  const [ann] = room.viewers as [typeof room.host];
  memoryVideo(app).switches.state = 'preparing';
  for (const refused of [await start(room), await room.join(ann)]) {
    expect(refused).toMatchObject({ status: 503, errors: [{ code: 'video_preparing' }] });
    expect(refused.headers['retry-after']).toBe('3');
  }
  expect((await room.do(ann, 'POST /events/streaming/messages_new', { message: 'anybody there?' })).status).toBe(200);
  memoryVideo(app).comeUp();
  await app.quiesce();
  expect(await room.enter(ann)).toBe(true);
});

test('without an engine people enter the room without a token and can use the chat', async () => {
  const room = await dueRoom(app, 1);
  const [ann] = room.viewers as [typeof room.host];
  memoryVideo(app).switches.state = 'down';
  expect((await start(room)).data).toMatchObject({ token: '', url: '', room: room.event.id });
  expect((await room.join(ann)).data).toMatchObject({ token: '', url: '' });
  expect((await room.do(ann, 'POST /events/streaming/raise_hand', { raised: true })).status).toBe(200);
  memoryVideo(app).comeUp();
});

test('a hand can change once in two seconds, and more is refused with a retry time', async () => {
  const room = await liveRoom(app, 1);
  const [ann] = room.viewers as [typeof room.host];
  await room.enter(ann);
  const raise = (raised: boolean) => room.do(ann, 'POST /events/streaming/raise_hand', { raised });
  for (let n = 0; n < 15; n++) expect((await raise(n % 2 === 0)).status).toBe(200);
  const over = await raise(false);
  expect([over.status, Number(over.headers['retry-after']) > 0]).toEqual([429, true]);
});

test('only the owner, ticket holders and app admins can read the state', async () => {
  const room = await liveRoom(app, 1);
  const look = (as?: string) =>
    app.call('GET /events/streaming/streaming_state/:uuid', {
      params: { uuid: room.event.id },
      ...(as !== undefined && { as }),
    });
  expect((await look()).status).toBe(401);
  expect((await look((await newViewer(app)).token)).status).toBe(403);
  for (const one of [room.host, room.viewers[0]!, await newAdmin(app)])
    expect((await look(one.token)).status).toBe(200);
});
