import { seatRenewEveryMs } from '@frontrow/core/rooms/limits.ts';
import { minutes, seconds } from '@frontrow/core/kernel/instant.ts';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { connectSocket, listening } from '../../../test/live-socket.ts';
import { testApp, until, type TestApp } from '../../../test/harness.ts';
import { expectInvariants } from '../../../test/invariants.ts';
import { liveRoom, memoryVideo, type TestRoom } from '../../../test/rooms.ts';

let app: TestApp;
beforeAll(async () => void (app = await testApp()));
afterAll(() => app.close());
afterEach(() => expectInvariants(app));

type Actor = TestRoom['host'];
async function roomWithHands(viewers: number): Promise<TestRoom & { readonly people: readonly Actor[] }> {
  const room = await liveRoom(app, viewers);
  for (const viewer of room.viewers) {
    await room.enter(viewer);
    await room.do(viewer, 'POST /events/streaming/raise_hand', { raised: true });
  }
  return { ...room, people: room.viewers };
}
const stateOf = async (room: TestRoom) => (await room.state()).current_state;
const handsIn = async (room: TestRoom) => (await stateOf(room)).raised_hands.map((hand) => hand.username);
const publishedBy = async (room: TestRoom, who: Actor) =>
  (await memoryVideo(app).participants(room.event.id)).find((one) => one.identity === `u:${who.id}`)?.publishing;

/** Time passes in steps that are short enough for leases to be renewed. */
async function pass(ms: number): Promise<void> {
  for (let left = ms; left > 0; left -= seatRenewEveryMs) {
    await app.clock.advance(Math.min(left, seatRenewEveryMs));
    await app.quiesce();
  }
}

describe('timed turns', () => {
  test('a timed turn ends at its time, and the engine drops the tracks whatever the browser does', async () => {
    const room = await roomWithHands(1);
    const [ann] = room.people as [Actor];
    await app.clock.hold();
    await room.do(room.host, 'POST /events/streaming/set_turn_length', { seconds: 60 });
    const given = await room.do(room.host, 'POST /events/streaming/allow_mic', { username: ann.username });
    const { turn, speaking_viewer: speaking } = given.data.current_state;
    expect(turn).toMatchObject({ username: ann.username, seconds: 60 });
    expect(turn!.ends_at - speaking!.since).toBe(seconds(60));
    memoryVideo(app).publish(room.event.id, `u:${ann.id}`, 'camera');

    await pass(seconds(50));
    expect(await publishedBy(room, ann)).toEqual(['camera']);
    await pass(seconds(10));
    expect(await stateOf(room)).toMatchObject({ speaking_viewer: null, turn: null, turn_length: 60 });
    expect(await publishedBy(room, ann)).toEqual([]);
  });

  test('a timed turn can be extended by a minute at a time, and never by a viewer', async () => {
    const room = await roomWithHands(1);
    const [ann] = room.people as [Actor];
    await app.clock.hold();
    await room.do(room.host, 'POST /events/streaming/set_turn_length', { seconds: 60 });
    await room.do(room.host, 'POST /events/streaming/allow_mic', { username: ann.username });
    expect((await room.do(ann, 'POST /events/streaming/extend_turn')).errors[0]?.code).toBe('host_only');
    expect((await room.do(room.host, 'POST /events/streaming/extend_turn')).data.current_state.turn).toMatchObject({
      seconds: 120,
    });
    await pass(minutes(1) + seconds(30));
    expect((await stateOf(room)).speaking_viewer?.username).toBe(ann.username);
    await pass(seconds(30));
    expect((await stateOf(room)).speaking_viewer).toBeNull();
  });

  test('a timed turn survives a server restart, and ends if its time ran out in between', async () => {
    const room = await roomWithHands(2);
    const [ann, ben] = room.people as [Actor, Actor];
    await room.do(room.host, 'POST /events/streaming/set_turn_length', { seconds: 120 });
    await room.do(ben, 'POST /events/streaming/raise_hand', { raised: true, question: 'Which pot?' });
    await room.do(room.host, 'POST /events/streaming/allow_mic', { username: ann.username });
    const before = await stateOf(room);
    const other = await testApp({ overrides: { databaseUrl: app.databaseUrl, clock: app.clock } });
    const read = () =>
      other.call('GET /events/streaming/streaming_state/:uuid', {
        as: room.host.token,
        params: { uuid: room.event.id },
      });
    expect((await read()).data.current_state).toEqual(before);
    await app.db.query(`UPDATE room SET turn_ends_at = app_now() - interval '5 seconds' WHERE event_id = $1`, [
      room.event.id,
    ]);
    await other.jobs.runAll();
    expect((await read()).data.current_state).toMatchObject({
      speaking_viewer: null,
      turn: null,
      raised_hands: [{ username: ben.username, question: 'Which pot?' }],
    });
    await other.close();
  });

  test('a timed turn ends on the second without waiting for the next run of the job', async () => {
    const room = await roomWithHands(1);
    const [ann] = room.people as [Actor];
    const host = await connectSocket(await listening(app), room.host, room.event.id);
    await room.do(room.host, 'POST /events/streaming/set_turn_length', { seconds: 60 });
    await room.do(room.host, 'POST /events/streaming/allow_mic', { username: ann.username });
    await app.db.query(`UPDATE room SET turn_ends_at = app_now() + interval '300 ms' WHERE event_id = $1`, [
      room.event.id,
    ]);
    // This run sets the timer; no other run follows.
    await app.jobs.runAll();
    await until('the host hears of the end', () =>
      host.heard.some(({ update }) => {
        const state = update['current_state'] as { speaking_viewer: unknown; turn_length: number } | undefined;
        return state?.turn_length === 60 && state.speaking_viewer === null && update.seq > 4;
      }),
    );
    await until('it is stored', async () => (await stateOf(room)).turn === null);
    host.close();
  });

  test('a timed turn keeps its limit if another length is chosen, and loses it if the length is turned off', async () => {
    const room = await roomWithHands(1);
    const [ann] = room.people as [Actor];
    await room.do(room.host, 'POST /events/streaming/set_turn_length', { seconds: 60 });
    await room.do(room.host, 'POST /events/streaming/allow_mic', { username: ann.username });
    await room.do(room.host, 'POST /events/streaming/set_turn_length', { seconds: 300 });
    expect(await stateOf(room)).toMatchObject({ turn: { seconds: 60 }, turn_length: 300 });
    await room.do(room.host, 'POST /events/streaming/set_turn_length', { seconds: 0 });
    expect(await stateOf(room)).toMatchObject({ turn: null, speaking_viewer: { username: ann.username } });
    expect((await room.do(room.host, 'POST /events/streaming/extend_turn')).errors[0]?.code).toBe('turn_not_timed');
  });

  test('turns accept only the offered lengths', async () => {
    const room = await liveRoom(app, 0);
    for (const length of [30, -60, 61, 1e9, '60', null])
      expect((await room.do(room.host, 'POST /events/streaming/set_turn_length', { seconds: length })).status).toBe(
        400,
      );
  });
});

describe('hands', () => {
  test('a hand carries a question, which is cleaned, limited, changed and removed', async () => {
    const room = await roomWithHands(1);
    const [ann] = room.people as [Actor];
    const ask = (question: string) => room.do(ann, 'POST /events/streaming/raise_hand', { raised: true, question });
    const asked = async () => (await stateOf(room)).raised_hands.map((hand) => hand.question);
    expect(await asked()).toEqual([null]);
    await ask('  Do I rinse\n the noodles?\u202E ');
    expect(await asked()).toEqual(['Do I rinse the noodles?']);
    expect((await ask('x'.repeat(141))).errors[0]).toMatchObject({ code: 'question_too_long', field: 'question' });
    await ask('x'.repeat(140));
    expect(await asked()).toEqual(['x'.repeat(140)]);
    await ask('  ');
    expect(await asked()).toEqual([null]);
    await ask('Why?');
    await room.do(ann, 'POST /events/streaming/raise_hand', { raised: false });
    await room.do(ann, 'POST /events/streaming/raise_hand', { raised: true });
    expect(await asked()).toEqual([null]);
  });

  test('the host or an event admin lowers one hand or all, and a blocked viewer loses hand and question', async () => {
    const room = await roomWithHands(4);
    const [ann, ben, cleo, dan] = room.people as [Actor, Actor, Actor, Actor];
    await room.do(room.host, 'POST /events/streaming/toggle_admin', { username: dan.username });
    await room.do(dan, 'POST /events/streaming/lower_hands', { username: ben.username });
    expect(await handsIn(room)).toEqual([ann.username, cleo.username, dan.username]);
    expect((await room.do(ann, 'POST /events/streaming/lower_hands')).errors[0]?.code).toBe('moderators_only');
    await room.do(room.host, 'POST /events/streaming/toggle_banned', { username: ann.username });
    expect(await handsIn(room)).toEqual([cleo.username, dan.username]);
    await room.do(room.host, 'POST /events/streaming/lower_hands');
    expect(await handsIn(room)).toEqual([]);
    const nobody = await room.do(room.host, 'POST /events/streaming/lower_hands', { username: 'nobody-here' });
    expect(nobody.errors[0]?.code).toBe('target_not_in_room');
  });

  test('hands are called in the order of the pin, then of new voices, then as they were raised', async () => {
    const room = await roomWithHands(3);
    const [ann, ben, cleo] = room.people as [Actor, Actor, Actor];
    const names = (...people: Actor[]) => people.map((one) => one.username);
    expect(await handsIn(room)).toEqual(names(ann, ben, cleo));
    await room.do(room.host, 'POST /events/streaming/allow_mic', { username: ann.username });
    await pass(seconds(20));
    await room.do(room.host, 'POST /events/streaming/allow_mic', { username: '' });
    for (const who of [ben, cleo]) await room.do(who, 'POST /events/streaming/raise_hand', { raised: false });
    for (const who of [ann, ben, cleo]) await room.do(who, 'POST /events/streaming/raise_hand', { raised: true });
    expect(await handsIn(room)).toEqual(names(ann, ben, cleo));
    const spoken = (await stateOf(room)).raised_hands[0]!.spoken_seconds;
    expect(spoken).toBeGreaterThanOrEqual(20);
    await room.do(room.host, 'POST /events/streaming/order_hands', { new_voices_first: true });
    expect(await handsIn(room)).toEqual(names(ben, cleo, ann));
    await room.do(room.host, 'POST /events/streaming/pin_hand', { username: ann.username, pinned: true });
    expect(await handsIn(room)).toEqual(names(ann, ben, cleo));
    await room.do(room.host, 'POST /events/streaming/pin_hand', { username: cleo.username, pinned: true });
    expect((await stateOf(room)).raised_hands.map((hand) => hand.pinned)).toEqual([true, false, false]);
    await room.do(room.host, 'POST /events/streaming/pin_hand', { username: ann.username, pinned: false });
    expect(await handsIn(room)).toEqual(names(cleo, ben, ann));
    await room.do(room.host, 'POST /events/streaming/pin_hand', { username: cleo.username, pinned: false });
    expect(await handsIn(room)).toEqual(names(ben, cleo, ann));
  });

  test('a broadcast has no hands', async () => {
    const room = await liveRoom(app, 0, { kind: 'broadcast' });
    const calls = [
      ['POST /events/streaming/set_turn_length', { seconds: 60 }],
      ['POST /events/streaming/extend_turn', {}],
      ['POST /events/streaming/order_hands', { new_voices_first: true }],
      ['POST /events/streaming/pin_hand', { username: room.host.username, pinned: true }],
      ['POST /events/streaming/lower_hands', {}],
    ] as const;
    for (const [call, body] of calls)
      expect([call, (await room.do(room.host, call, body)).errors[0]?.code]).toEqual([call, 'interactive_only']);
  });
});
