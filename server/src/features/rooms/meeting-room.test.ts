import { minutes, seconds } from '@frontrow/core/kernel/instant.ts';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { newAdmin, newViewer, type TestActor } from '../../../test/actors.ts';
import { testApp, type TestApp } from '../../../test/harness.ts';
import { expectInvariants } from '../../../test/invariants.ts';
import { connectSocket, listening } from '../../../test/live-socket.ts';
import { meetingRoom, type MeetingRoom } from '../../../test/meeting-rooms.ts';
import { memoryVideo, passWatched } from '../../../test/rooms.ts';
import { whoMet } from './meeting-room.ts';

let app: TestApp;
beforeAll(async () => void (app = await testApp()));
afterAll(() => app.close());
afterEach(() => expectInvariants(app));
/** Meetings begin on a quarter of an hour; so does each story. */
beforeEach(() => app.clock.advance(minutes(15) - (app.clock.now() % minutes(15))));

const start = (room: MeetingRoom, who: TestActor = room.host) => room.do(who, 'POST /events/streaming/start_streaming');
const refusalOf = (answer: { errors: readonly { code: string }[] }): string | undefined => answer.errors[0]?.code;
const door = (room: MeetingRoom, who: TestActor) =>
  app.call('GET /private_meetings/:uuid/room', { as: who.token, params: { uuid: room.event.id } });
const chatOf = (room: MeetingRoom, who: TestActor) =>
  app.call('GET /private_requests/:uuid/chat', { as: who.token, params: { uuid: room.event.id } });
const addTime = (room: MeetingRoom, who: TestActor) =>
  app.call('POST /private_meetings/add_time', { as: who.token, body: { event_uuid: room.event.id } });
const stateOf = (room: MeetingRoom, who: TestActor) =>
  app.call('GET /events/streaming/streaming_state/:uuid', { as: who.token, params: { uuid: room.event.id } });
const event = (room: MeetingRoom) =>
  app.db.one<{ state: number; cancel_reason: string | null; ends_in: number }>(
    `SELECT state, cancel_reason, extract(epoch FROM ends_at - starts_at)::int / 60 AS ends_in
     FROM event WHERE id = $1`,
    [room.event.id],
  );
const inEngine = async (room: MeetingRoom): Promise<string[]> =>
  (await memoryVideo(app).participants(room.event.id)).map((one) => one.identity).toSorted();

test('neither of the two can enter before the room opens', async () => {
  const room = await meetingRoom(app, { startsInMs: minutes(15) });
  const early = room.startsAt - minutes(10) - app.clock.now();
  await app.clock.advance(early - seconds(20));
  for (const who of [room.host, room.viewer]) {
    expect(await room.join(who)).toMatchObject({ status: 409, errors: [{ code: 'room_not_open' }] });
    expect(refusalOf(await start(room, who))).toBe('room_not_open');
  }
  await app.clock.advance(seconds(21));
  expect((await room.join(room.viewer)).status).toBe(200);
});

test('the event does not exist for anyone else, in every call and with any token', async () => {
  const room = await meetingRoom(app);
  const stranger = await newViewer(app);
  await room.enter(room.host);
  expect(await door(room, stranger)).toMatchObject({ status: 404, errors: [{ code: 'event_not_found' }] });
  expect(refusalOf(await start(room, stranger))).toBe('event_not_found');
  expect(refusalOf(await room.join(stranger))).toBe('event_not_found');
  expect(refusalOf(await stateOf(room, stranger))).toBe('event_not_found');
  expect(refusalOf(await addTime(room, stranger))).toBe('event_not_found');
  expect(refusalOf(await chatOf(room, stranger))).toBe('request_not_found');
  const url = await listening(app);
  await expect(connectSocket(url, stranger, room.event.id)).rejects.toThrow('event_not_found');
  const opened = await app.call('POST /events/ingest/open', {
    as: room.host.token,
    body: { event_uuid: room.event.id },
  });
  expect(refusalOf(opened)).toBe('event_not_found');

  // If a stranger has a token of the engine anyway, the reconciler evicts them.
  const token = await memoryVideo(app).mintToken({
    room: room.event.id,
    identity: `u:${stranger.id}`,
    displayName: stranger.username,
    grants: 'sub',
    hidden: true,
  });
  expect(memoryVideo(app).connect(token)).toBe(true);
  // And the viewer has hung up, but kept theirs.
  const { data } = await room.join(room.viewer);
  await room.do(room.viewer, 'POST /events/streaming/leave_streaming');
  expect(memoryVideo(app).connect(data.token)).toBe(true);
  await app.quiesce();
  expect(await inEngine(room)).toEqual([`u:${room.host.id}`]);
});

test('either can come first, both publish everything, each sees that the other is present, and both can write', async () => {
  const room = await meetingRoom(app, { startsInMs: minutes(15) });
  await app.clock.advance(minutes(7));
  expect((await door(room, room.viewer)).data.meeting).toMatchObject({
    side: 'viewer',
    event_state: 0,
    confirmed: true,
    opens_at: room.startsAt - minutes(10),
    host: { username: room.host.username },
  });
  expect(await room.enter(room.viewer)).toBe(true);
  expect((await stateOf(room, room.host)).data.current_state).toMatchObject({
    event_state: 1,
    raised_hand_enabled: false,
    meeting: { viewer: { username: room.viewer.username }, viewer_here: true, host_here: false, admins: [] },
  });
  const started = await start(room);
  memoryVideo(app).connect(started.data.token);
  expect(started.data.current_state.meeting).toMatchObject({
    viewer_here: true,
    host_here: true,
    ends_at: room.startsAt + minutes(30),
  });
  for (const who of [room.host, room.viewer])
    for (const source of ['camera', 'microphone', 'screen'] as const)
      expect(memoryVideo(app).publish(room.event.id, `u:${who.id}`, source)).toBe(true);
  for (const [who, message] of [
    [room.viewer, 'Hello'],
    [room.host, 'Nice to meet you'],
  ] as const)
    expect((await room.do(who, 'POST /events/streaming/messages_new', { message })).status).toBe(200);

  // Hang up and join again.
  for (const [who, key] of [
    [room.host, 'host_here'],
    [room.viewer, 'viewer_here'],
  ] as const) {
    await room.do(who, 'POST /events/streaming/leave_streaming');
    expect((await room.state()).current_state.meeting).toMatchObject({ [key]: false });
    expect(await inEngine(room)).not.toContain(`u:${who.id}`);
    expect(await room.enter(who)).toBe(true);
    expect((await room.state()).current_state.meeting).toMatchObject({ [key]: true });
  }
});

test('there is no audience: no hands, turns, switches or moderation, and no one finishes it by hand', async () => {
  const room = await meetingRoom(app);
  await room.enter(room.host);
  await room.enter(room.viewer);
  const { username } = room.viewer;
  const asHost = [
    ['POST /events/streaming/toggle_open_mic', { enabled: true }],
    ['POST /events/streaming/toggle_chat_enabled', { enabled: false }],
    ['POST /events/streaming/toggle_raise_hand', { enabled: true }],
    ['POST /events/streaming/slow_mode', { seconds: 10 }],
    ['POST /events/streaming/allow_mic', { username }],
    ['POST /events/streaming/set_turn_length', { seconds: 60 }],
    ['POST /events/streaming/extend_turn', {}],
    ['POST /events/streaming/screen_next', { enabled: true }],
    ['POST /events/streaming/ask_next', {}],
    ['POST /events/streaming/order_hands', { new_voices_first: true }],
    ['POST /events/streaming/pin_hand', { username, pinned: true }],
    ['POST /events/streaming/lower_hands', {}],
    ['POST /events/streaming/toggle_banned', { username, enabled: true }],
    ['POST /events/streaming/toggle_admin', { username, enabled: true }],
    ['POST /events/streaming/remove_viewer', { username }],
    ['POST /events/streaming/announce', { text: 'Break' }],
    ['POST /events/streaming/pin_message', { message_id: null }],
    ['POST /events/streaming/time_out', { username }],
    ['POST /events/streaming/messages_remove_all', { username }],
    ['POST /events/streaming/toggle_reactions', { enabled: false }],
    ['POST /events/streaming/word_filter', { words: ['darn'] }],
    ['POST /events/streaming/stop_streaming', {}],
  ] as const;
  for (const [call, body] of asHost)
    expect([call, refusalOf(await room.do(room.host, call, body))]).toEqual([call, 'not_in_meetings']);
  const hand = await room.do(room.viewer, 'POST /events/streaming/raise_hand', { raised: true });
  expect(refusalOf(hand)).toBe('not_in_meetings');
  const tap = await room.do(room.viewer, 'POST /events/streaming/react', { emoji: '👏' });
  expect(refusalOf(tap)).toBe('not_in_meetings');
});

test('both see an app admin in the room, who cannot read anything unseen', async () => {
  const room = await meetingRoom(app);
  const admin = await newAdmin(app);
  expect(refusalOf(await room.join(admin))).toBe('join_not_live');
  await room.enter(room.host);
  await room.enter(room.viewer);
  const url = await listening(app);
  expect(refusalOf(await stateOf(room, admin))).toBe('not_in_room');
  await expect(connectSocket(url, admin, room.event.id)).rejects.toThrow('not_in_room');

  const joined = await room.join(admin);
  expect(joined.data.current_state.meeting?.admins).toMatchObject([{ username: admin.username }]);
  expect(joined.data.current_state.viewers).toMatchObject([{ username: room.viewer.username }]);
  memoryVideo(app).connect(joined.data.token);
  await app.quiesce();
  const seen = (await memoryVideo(app).participants(room.event.id)).find((one) => one.identity === `u:${admin.id}`);
  expect(seen).toMatchObject({ grants: 'sub' });
  expect(await inEngine(room)).toHaveLength(3);
  expect((await stateOf(room, admin)).status).toBe(200);
  await room.do(admin, 'POST /events/streaming/leave_streaming');
  expect((await room.state()).current_state.meeting?.admins).toEqual([]);
  expect(refusalOf(await stateOf(room, admin))).toBe('not_in_room');
  expect(refusalOf(await chatOf(room, admin))).toBe('request_not_found');
});

test('another device of the viewer has to ask, and the newest device of the host takes over', async () => {
  const room = await meetingRoom(app);
  const [one, two] = ['11111111-1111-4111-8111-111111111111', '22222222-2222-4222-8222-222222222222'];
  for (const who of [room.host, room.viewer]) await room.join(who, { session_id: one });
  expect(refusalOf(await room.join(room.viewer, { session_id: two }))).toBe('session_moved');
  expect((await room.join(room.viewer, { session_id: two, take_over: true })).status).toBe(200);
  expect((await room.join(room.host, { session_id: two })).status).toBe(200);
  const wakes = await room.join(room.host, { session_id: one, returning: true });
  expect(refusalOf(wakes), 'the older device of the host does not take it back on its own').toBe('session_moved');
});

test('only the host can add ten minutes, while it runs, not into other bookings, and up to two hours', async () => {
  const room = await meetingRoom(app, { length: 60 });
  expect(refusalOf(await addTime(room, room.host))).toBe('not_live');
  await room.enter(room.host);
  await room.enter(room.viewer);
  expect(refusalOf(await addTime(room, room.viewer))).toBe('host_only');
  const added = await addTime(room, room.host);
  expect(added.data.current_state.meeting?.ends_at).toBe(room.startsAt + minutes(70));

  const next = await meetingRoom(app, { startsInMs: minutes(75), host: room.host });
  expect(await addTime(room, room.host)).toMatchObject({ status: 409, errors: [{ code: 'time_taken' }] });
  expect((await event(room))?.ends_in).toBe(70);
  const body = { request_uuid: next.event.id };
  expect((await app.call('POST /private_requests/cancel', { as: room.host.token, body })).status).toBe(200);
  for (let i = 0; i < 5; i++) expect((await addTime(room, room.host)).status).toBe(200);
  expect(refusalOf(await addTime(room, room.host))).toBe('time_added_full');

  // A host who left long ago does not end it, as in other rooms.
  await room.do(room.host, 'POST /events/streaming/leave_streaming');
  await passWatched(app, minutes(61));
  expect((await event(room))?.state).toBe(1);
});

test('it ends at its time plus what was added, the chat stays with the two, and attendance is recorded', async () => {
  const room = await meetingRoom(app, { length: 15 });
  await room.enter(room.viewer);
  await room.enter(room.host);
  await room.do(room.viewer, 'POST /events/streaming/messages_new', { message: 'Hello' });
  await app.quiesce();
  await addTime(room, room.host);
  await passWatched(app, minutes(16));
  expect((await event(room))?.state).toBe(1);
  await passWatched(app, minutes(9));
  expect(await event(room)).toMatchObject({ state: 2, cancel_reason: null });
  expect(await memoryVideo(app).rooms()).not.toContain(room.event.id);
  for (const who of [room.host, room.viewer]) {
    expect(refusalOf(await room.join(who))).toBe('room_closed');
    expect((await chatOf(room, who)).data.messages).toMatchObject([{ message: 'Hello' }]);
  }
  expect(refusalOf(await addTime(room, room.host))).toBe('room_closed');
  expect(await whoMet(app.db, room.event.id)).toEqual({ host: true, viewer: true });
  expect((await door(room, room.host)).data.meeting).toMatchObject({ host_met: true, viewer_met: true });
});

test('leaving before the start does not count as attending, and a meeting that no one entered is cancelled as a no-show', async () => {
  const room = await meetingRoom(app, { startsInMs: minutes(15), length: 15 });
  const alone = await meetingRoom(app, { startsInMs: minutes(15), length: 15 });
  await app.clock.advance(minutes(6));
  await room.enter(room.host);
  await app.quiesce();
  await room.do(room.host, 'POST /events/streaming/leave_streaming');
  await app.clock.advance(room.startsAt - app.clock.now() + seconds(5));
  await room.enter(room.viewer);
  expect(await whoMet(app.db, room.event.id)).toEqual({ host: false, viewer: true });
  await passWatched(app, minutes(15));
  expect(await event(room)).toMatchObject({ state: 2, cancel_reason: null });
  expect(await whoMet(app.db, room.event.id)).toEqual({ host: false, viewer: true });
  expect(await event(alone)).toMatchObject({ state: 2, cancel_reason: 'no_show' });
  expect(await whoMet(app.db, alone.event.id)).toEqual({ host: false, viewer: false });
});

test('after the engine is killed in the middle, the room is opened again and both can enter', async () => {
  const room = await meetingRoom(app);
  await room.enter(room.host);
  await room.enter(room.viewer);
  memoryVideo(app).crash();
  await app.quiesce();
  expect((await event(room))?.state).toBe(1);
  memoryVideo(app).comeUp();
  await app.quiesce();
  for (const who of [room.host, room.viewer]) {
    expect(await room.enter(who)).toBe(true);
    expect(memoryVideo(app).publish(room.event.id, `u:${who.id}`, 'camera')).toBe(true);
  }
  await app.quiesce();
  expect(await inEngine(room)).toHaveLength(2);
});

test('no one can enter before it is paid', async () => {
  const unpaid = await meetingRoom(app, { startsInMs: minutes(15), confirmed: false });
  await app.clock.advance(minutes(6));
  for (const who of [unpaid.host, unpaid.viewer])
    expect(refusalOf(await unpaid.join(who))).toBe('meeting_not_confirmed');
});
