import { seatRenewEveryMs } from '@frontrow/core/rooms/limits.ts';
import { seconds } from '@frontrow/core/kernel/instant.ts';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { connectSocket, listening, type LiveSocket } from '../../../test/live-socket.ts';
import { testApp, until, type TestApp } from '../../../test/harness.ts';
import { expectInvariants } from '../../../test/invariants.ts';
import { liveRoom, memoryVideo, type TestRoom } from '../../../test/rooms.ts';

let app: TestApp;
beforeAll(async () => void (app = await testApp()));
afterAll(() => app.close());
afterEach(() => expectInvariants(app));

type Actor = TestRoom['host'];
async function screenedRoom(viewers: number): Promise<TestRoom & { readonly people: readonly Actor[] }> {
  const room = await liveRoom(app, viewers);
  await room.do(room.host, 'POST /events/streaming/screen_next', { enabled: true });
  for (const viewer of room.viewers) {
    await room.enter(viewer);
    await room.do(viewer, 'POST /events/streaming/raise_hand', { raised: true });
  }
  return { ...room, people: room.viewers };
}
const stateOf = async (room: TestRoom, who: Actor = room.host, at: TestApp = app) => {
  const answer = await at.call('GET /events/streaming/streaming_state/:uuid', {
    as: who.token,
    params: { uuid: room.event.id },
  });
  return answer.data.current_state;
};
const nextOf = async (room: TestRoom) => {
  const { next_turn: next } = await stateOf(room);
  return next && [next.username, next.state];
};
const answer = (room: TestRoom, who: Actor, ready: boolean) =>
  room.do(who, 'POST /events/streaming/answer_warm_up', { ready });
const preview = (room: TestRoom, who: Actor) => room.do(who, 'POST /events/streaming/preview_next');
const previews = async (room: TestRoom) =>
  (await memoryVideo(app).rooms()).filter((name) => name.startsWith(`${room.event.id}.`));

/** Time passes in steps that are short enough for leases to be renewed. */
async function pass(ms: number): Promise<void> {
  for (let left = ms; left > 0; left -= seatRenewEveryMs) {
    await app.clock.advance(Math.min(left, seatRenewEveryMs));
    await app.quiesce();
  }
}

describe('asking the next speaker', () => {
  test('no one is asked until the host turns screening on', async () => {
    const room = await liveRoom(app, 1);
    const [ann] = room.viewers as [Actor];
    await room.enter(ann);
    await room.do(ann, 'POST /events/streaming/raise_hand', { raised: true });
    expect(await stateOf(room)).toMatchObject({ screening: false, next_turn: null });
    await room.do(room.host, 'POST /events/streaming/screen_next', { enabled: true });
    expect(await stateOf(room)).toMatchObject({
      screening: true,
      next_turn: { username: ann.username, state: 'warming_up' },
    });
    await room.do(room.host, 'POST /events/streaming/screen_next', { enabled: false });
    expect(await nextOf(room)).toBeNull();
  });

  test('the next speaker is asked 20 seconds before a timed turn ends, and the turn passes on without an answer', async () => {
    const room = await screenedRoom(3);
    const [ann, ben, cleo] = room.people as [Actor, Actor, Actor];
    await app.clock.hold();
    await room.do(room.host, 'POST /events/streaming/set_turn_length', { seconds: 60 });
    await room.do(room.host, 'POST /events/streaming/allow_mic', { username: ann.username });
    expect(await nextOf(room)).toBeNull();
    await pass(seconds(39));
    expect(await nextOf(room)).toBeNull();
    await pass(seconds(1));
    expect(await nextOf(room)).toEqual([ben.username, 'warming_up']);
    const { turn, next_turn: next } = await stateOf(room);
    expect(next!.answer_by! - turn!.ends_at).toBeLessThan(seconds(5));
    await pass(seconds(25));
    const after = await stateOf(room);
    expect(after).toMatchObject({ turn: null, next_turn: { username: cleo.username, state: 'warming_up' } });
    expect(after.raised_hands.map((hand) => hand.username)).toEqual([cleo.username, ben.username]);
    // A person who passed is asked again after the next turn.
    await answer(room, cleo, true);
    await room.do(room.host, 'POST /events/streaming/allow_mic', { username: cleo.username });
    await room.do(room.host, 'POST /events/streaming/allow_mic', { username: '' });
    expect(await nextOf(room)).toEqual([ben.username, 'warming_up']);
  });

  test('ready and not now are taken from the person who was asked, and from no one else', async () => {
    const room = await screenedRoom(2);
    const [ann, ben] = room.people as [Actor, Actor];
    expect((await answer(room, ben, true)).errors[0]?.code).toBe('not_next');
    await answer(room, ann, true);
    await pass(seconds(60));
    expect(await nextOf(room)).toEqual([ann.username, 'ready']);
    await answer(room, ann, false);
    expect(await nextOf(room)).toEqual([ben.username, 'warming_up']);
    await answer(room, ben, false);
    expect(await nextOf(room)).toEqual([ben.username, 'declined']);
    await pass(seconds(60));
    expect(await nextOf(room)).toEqual([ben.username, 'declined']);
    await room.do(room.host, 'POST /events/streaming/ask_next');
    expect(await nextOf(room)).toEqual([ann.username, 'warming_up']);
  });

  test('the host may skip the next speaker, and a repeated call skips no one else', async () => {
    const room = await screenedRoom(3);
    const [ann, ben] = room.people as [Actor, Actor];
    const skip = () => room.do(room.host, 'POST /events/streaming/ask_next', { instead_of: ann.username });
    await skip();
    await skip();
    expect(await nextOf(room)).toEqual([ben.username, 'warming_up']);
    expect((await room.do(ben, 'POST /events/streaming/ask_next')).errors[0]?.code).toBe('host_only');
  });

  test('someone else is asked when the next speaker leaves, is blocked or lowers the hand', async () => {
    const room = await screenedRoom(4);
    const [ann, ben, cleo, dan] = room.people as [Actor, Actor, Actor, Actor];
    await room.do(ann, 'POST /events/streaming/leave_streaming');
    expect(await nextOf(room)).toEqual([ben.username, 'warming_up']);
    await room.do(room.host, 'POST /events/streaming/toggle_banned', { username: ben.username });
    expect(await nextOf(room)).toEqual([cleo.username, 'warming_up']);
    await room.do(cleo, 'POST /events/streaming/raise_hand', { raised: false });
    expect(await nextOf(room)).toEqual([dan.username, 'warming_up']);
    await room.do(room.host, 'POST /events/streaming/stop_streaming');
    expect(await stateOf(room)).toMatchObject({ next_turn: null });
    expect(await previews(room)).toEqual([]);
  });

  test('who is asked, and until when, survives a restart of the server', async () => {
    const room = await screenedRoom(2);
    const [, ben] = room.people as [Actor, Actor];
    const other = await testApp({ overrides: { databaseUrl: app.databaseUrl, clock: app.clock } });
    expect(await stateOf(room, room.host, other)).toEqual(await stateOf(room));
    await app.db.query(`UPDATE room SET next_answer_by = app_now() - interval '5 seconds' WHERE event_id = $1`, [
      room.event.id,
    ]);
    await other.jobs.runAll();
    expect((await stateOf(room, room.host, other)).next_turn?.username).toBe(ben.username);
    await other.close();
  });
});

describe('who knows the next speaker', () => {
  const lastState = (socket: LiveSocket) =>
    socket.heard.findLast(({ update }) => update['current_state'] !== undefined)?.update['current_state'] as
      | Awaited<ReturnType<typeof stateOf>>
      | undefined;

  test('the host, event admins and that person know the next speaker, in every answer and every update', async () => {
    const room = await screenedRoom(3);
    const [ann, ben, cleo] = room.people as [Actor, Actor, Actor];
    await room.do(room.host, 'POST /events/streaming/toggle_admin', { username: cleo.username });
    const url = await listening(app);
    const everyone = [room.host, ann, ben, cleo];
    const sockets = await Promise.all(everyone.map((who) => connectSocket(url, who, room.event.id)));
    const knows = { username: ann.username, state: 'ready', answer_by: null };
    const expected = [
      { next_turn: knows, warm_up: null },
      { next_turn: null, warm_up: { state: 'ready', answer_by: null } },
      { next_turn: null, warm_up: null },
      { next_turn: knows, warm_up: null },
    ];
    const answered = await answer(room, ann, true);
    expect(answered.data.current_state).toMatchObject(expected[1]!);
    const { seq } = answered.data.current_state;
    for (const [index, socket] of sockets.entries()) {
      await until('the update arrives', () => (lastState(socket)?.seq ?? 0) >= seq);
      expect(lastState(socket)).toMatchObject(expected[index]!);
      expect(await stateOf(room, everyone[index]!)).toMatchObject(expected[index]!);
      const late = await connectSocket(url, everyone[index]!, room.event.id);
      await until('the snapshot arrives', () => lastState(late) !== undefined);
      expect(lastState(late)).toMatchObject(expected[index]!);
      late.close();
    }
    const joined = await room.join(ben);
    expect(joined.data.current_state).toMatchObject(expected[2]!);
    for (const socket of sockets) socket.close();
  });
});

describe('the preview of the next speaker', () => {
  const inPreview = async (room: TestRoom) => {
    const [name] = await previews(room);
    const people = name === undefined ? [] : await memoryVideo(app).participants(name);
    return Object.fromEntries(people.map((one) => [one.identity, one.grants]));
  };

  test('a preview is sent by the next speaker, watched by host and event admins, and refused to everyone else', async () => {
    const room = await screenedRoom(3);
    const [ann, ben, cleo] = room.people as [Actor, Actor, Actor];
    await room.do(room.host, 'POST /events/streaming/toggle_admin', { username: cleo.username });
    for (const who of [room.host, ann, cleo]) {
      const { data } = await preview(room, who);
      expect(data).toMatchObject({ username: ann.username, identity: `u:${who.id}` });
      expect(data.room).not.toBe(room.event.id);
      expect(memoryVideo(app).connect(data.token)).toBe(true);
    }
    expect((await preview(room, ben)).errors[0]?.code).toBe('moderators_only');
    expect(await inPreview(room)).toEqual({
      [`u:${room.host.id}`]: 'sub',
      [`u:${ann.id}`]: 'mic,cam',
      [`u:${cleo.id}`]: 'sub',
    });
    // An admin who is downgraded stops watching at once.
    await room.do(room.host, 'POST /events/streaming/toggle_admin', { username: cleo.username });
    expect(Object.keys(await inPreview(room))).not.toContain(`u:${cleo.id}`);
    expect((await preview(room, cleo)).errors[0]?.code).toBe('moderators_only');
  });

  test('a preview ends at the engine when the turn begins, is declined or skipped, and the next has another room', async () => {
    const room = await screenedRoom(3);
    const [ann, ben, cleo] = room.people as [Actor, Actor, Actor];
    const { data: first } = await preview(room, ann);
    memoryVideo(app).connect(first.token);
    await answer(room, ann, false);
    expect(await previews(room)).not.toContain(first.room);
    // The engine knows no room by that name any more, so the old token opens nothing.
    expect(memoryVideo(app).connect(first.token)).toBe(false);
    const { data: second } = await preview(room, ben);
    expect(second.room).not.toBe(first.room);
    memoryVideo(app).connect(second.token);
    await room.do(room.host, 'POST /events/streaming/ask_next', { instead_of: ben.username });
    const { data: third } = await preview(room, cleo);
    expect(await previews(room)).toEqual([third.room]);
    await room.do(room.host, 'POST /events/streaming/allow_mic', { username: cleo.username });
    expect(await previews(room)).not.toContain(third.room);
    expect((await preview(room, cleo)).errors[0]?.code).toBe('moderators_only');
  });

  test('the reconciler compares a preview: strangers are removed, a lost room comes back, an old one is closed', async () => {
    const room = await screenedRoom(2);
    const [ann, ben] = room.people as [Actor, Actor];
    const engine = memoryVideo(app);
    const { data } = await preview(room, room.host);
    const sneaking = await engine.mintToken({
      room: data.room,
      identity: `u:${ben.id}`,
      displayName: 'Ben',
      grants: 'sub',
    });
    expect(engine.connect(sneaking)).toBe(true);
    await app.jobs.runAll();
    expect(Object.keys(await inPreview(room))).not.toContain(`u:${ben.id}`);
    engine.crash();
    engine.comeUp();
    await until('the preview is back', async () => (await previews(room)).length === 1);
    engine.switches.lose = true;
    await answer(room, ann, false);
    engine.switches.lose = false;
    expect(await previews(room)).toEqual([data.room]);
    await app.jobs.runAll();
    expect(await previews(room)).not.toContain(data.room);
  });
});
