import { seconds } from '@frontrow/core/kernel/instant.ts';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { testApp, until, type TestApp } from '../../../test/harness.ts';
import { expectInvariants } from '../../../test/invariants.ts';
import { connectSocket, listening } from '../../../test/live-socket.ts';
import { dueRoom, liveRoom, type TestRoom } from '../../../test/rooms.ts';

let app: TestApp;
beforeAll(async () => void (app = await testApp()));
afterAll(() => app.close());
afterEach(() => expectInvariants(app));

type Actor = TestRoom['host'];
const draft = { text: 'Soft egg or hard egg?', choices: ['Soft', 'Jammy', 'Hard'], multiple: false, anonymous: true };
const create = (room: TestRoom, more: object = {}) =>
  room.do(room.host, 'POST /events/streaming/polls/create', { ...draft, ...more });
const prepared = async (room: TestRoom, more: object = {}): Promise<string> =>
  (await create(room, more)).data.poll.poll_id;
const open = (who: Actor, pollId: string) =>
  app.call('POST /events/streaming/polls/open', { as: who.token, body: { poll_id: pollId } });
const close = (who: Actor, pollId: string) =>
  app.call('POST /events/streaming/polls/close', { as: who.token, body: { poll_id: pollId } });
const vote = (who: Actor, pollId: string, choices: number[]) =>
  app.call('POST /events/streaming/polls/vote', { as: who.token, body: { poll_id: pollId, choices } });
const list = async (room: TestRoom, who: Actor) =>
  (await app.call('GET /events/streaming/polls/:uuid', { as: who.token, params: { uuid: room.event.id } })).data.polls;
const inRoom = async (viewers: number): Promise<TestRoom> => {
  const room = await liveRoom(app, viewers);
  for (const viewer of room.viewers) await room.enter(viewer);
  return room;
};
const counts = (poll: { choices: readonly { votes: number | null }[] }) => poll.choices.map((choice) => choice.votes);

describe('a poll', () => {
  test('a poll is prepared before the event for the host alone, and opened once the event is live', async () => {
    const room = await dueRoom(app, 1);
    const [ann] = room.viewers as [Actor];
    const poll = await prepared(room);
    expect(await list(room, ann)).toEqual([]);
    expect(await list(room, room.host)).toMatchObject([{ poll_id: poll, state: 'prepared', text: draft.text }]);
    expect((await open(room.host, poll)).errors[0]?.code).toBe('not_live');
    await room.do(room.host, 'POST /events/streaming/start_streaming');
    await room.enter(ann);
    expect((await open(ann, poll)).errors[0]?.code).toBe('host_only');
    expect((await open(room.host, poll)).data.current_state.open_poll).toBe(poll);
    expect((await open(room.host, poll)).status).toBe(200);
    expect(await list(room, ann)).toMatchObject([{ state: 'open', my_choices: [] }]);
    expect((await open(room.host, await prepared(room))).errors[0]?.code).toBe('other_poll_open');
  });

  test('a poll takes one vote per person, which they can change until it closes; the host may vote', async () => {
    const room = await inRoom(2);
    const [ann, ben] = room.viewers as [Actor, Actor];
    const poll = await prepared(room);
    expect((await vote(ann, poll, [0])).errors[0]?.code).toBe('poll_not_open');
    await open(room.host, poll);
    await vote(ann, poll, [0]);
    await vote(ann, poll, [1]);
    await vote(ben, poll, [1]);
    const last = await vote(room.host, poll, [2]);
    expect(last.data.poll).toMatchObject({ voters: 3, my_choices: [2] });
    expect(counts(last.data.poll)).toEqual([0, 2, 1]);
    expect((await vote(ann, poll, [0, 1])).errors[0]?.code).toBe('poll_one_choice');
    expect((await vote(ann, poll, [3])).errors[0]?.code).toBe('poll_choice_unknown');
    expect((await vote(ann, poll, [])).errors[0]?.code).toBe('poll_choice_unknown');
    await close(room.host, poll);
    expect((await close(room.host, poll)).data.current_state.open_poll).toBeNull();
    expect((await vote(ann, poll, [0])).errors[0]?.code).toBe('poll_not_open');
    expect((await open(room.host, poll)).errors[0]?.code).toBe('poll_closed');
    expect(await list(room, ann)).toMatchObject([{ state: 'closed', my_choices: [1] }]);
  });

  test('a poll with several choices counts each, and a new vote replaces them all', async () => {
    const room = await inRoom(1);
    const [ann] = room.viewers as [Actor];
    const poll = await prepared(room, { multiple: true });
    await open(room.host, poll);
    await vote(ann, poll, [2, 0, 2]);
    const changed = await vote(ann, poll, [1, 2]);
    expect([counts(changed.data.poll), changed.data.poll.my_choices, changed.data.poll.voters]).toEqual([
      [0, 1, 1],
      [1, 2],
      1,
    ]);
  });

  test('a poll hides its results until it closes where the host wants that', async () => {
    const room = await inRoom(1);
    const [ann] = room.viewers as [Actor];
    const poll = await prepared(room, { results_live: false });
    await open(room.host, poll);
    const voted = await vote(ann, poll, [0]);
    expect([counts(voted.data.poll), voted.data.poll.voters]).toEqual([[null, null, null], 1]);
    expect(counts((await list(room, room.host))[0]!)).toEqual([null, null, null]);
    await close(room.host, poll);
    expect(counts((await list(room, ann))[0]!)).toEqual([1, 0, 0]);
  });

  test('a poll says who voted for what to the host alone, and to nobody where it is anonymous', async () => {
    const room = await inRoom(1);
    const [ann] = room.viewers as [Actor];
    const [named, secret] = [await prepared(room, { anonymous: false }), await prepared(room)];
    for (const poll of [named, secret]) {
      await open(room.host, poll);
      await vote(ann, poll, [1]);
      await close(room.host, poll);
    }
    const namesFor = async (who: Actor) =>
      (await list(room, who)).map((poll) => poll.choices.map((choice) => choice.usernames));
    expect(await namesFor(room.host)).toEqual([
      [[], [ann.username], []],
      [undefined, undefined, undefined],
    ]);
    expect(JSON.stringify(await list(room, ann))).not.toContain('usernames');
  });

  test('a poll closes at its time without anyone pressing anything, also after a restart', async () => {
    const room = await inRoom(1);
    const [ann] = room.viewers as [Actor];
    const poll = await prepared(room, { closes_after_seconds: 10 });
    const opened = await open(room.host, poll);
    expect(opened.data.poll.closes_at! - opened.data.poll.opened_at!).toBe(seconds(10));
    await vote(ann, poll, [0]);
    await app.clock.advance(seconds(10));
    expect((await vote(ann, poll, [1])).errors[0]?.code).toBe('poll_not_open');
    const other = await testApp({ overrides: { databaseUrl: app.databaseUrl, clock: app.clock } });
    await app.db.query(`UPDATE poll SET closes_at = app_now() - interval '1 ms' WHERE id = $1`, [poll]);
    await other.jobs.runAll();
    await other.close();
    expect(await list(room, ann)).toMatchObject([{ state: 'closed', voters: 1 }]);
  });

  test('a poll closes with the event', async () => {
    const room = await inRoom(1);
    const poll = await prepared(room);
    await open(room.host, poll);
    await room.do(room.host, 'POST /events/streaming/stop_streaming');
    expect(await list(room, room.viewers[0]!)).toMatchObject([{ state: 'closed' }]);
    expect((await create(room)).errors[0]?.code).toBe('room_closed');
  });

  test('a poll is refused with a sentence when it is not a poll', async () => {
    const room = await inRoom(0);
    for (const [more, code] of [
      [{ choices: ['one'] }, 'poll_choices_number'],
      [{ choices: ['a', 'a'] }, 'poll_choices_same'],
      [{ text: ' ' }, 'poll_text_empty'],
      [{ text: 'x'.repeat(141) }, 'poll_text_too_long'],
      [{ closes_after_seconds: 5 }, 'bad_input'],
      [{ multiple: 'yes' }, 'bad_input'],
    ] as const)
      expect([more, (await create(room, more)).errors[0]?.code]).toEqual([more, code]);
  });

  test('a poll takes no votes of people who are blocked or not in the room, and works in a broadcast', async () => {
    const room = await liveRoom(app, 2, { kind: 'broadcast' });
    const [ann, ben] = room.viewers as [Actor, Actor];
    await room.enter(ann);
    const poll = await prepared(room);
    await open(room.host, poll);
    expect((await vote(ann, poll, [0])).status).toBe(200);
    expect((await vote(ben, poll, [0])).errors[0]?.code).toBe('not_in_room');
    await room.do(room.host, 'POST /events/streaming/toggle_banned', { username: ann.username });
    expect((await vote(ann, poll, [1])).errors[0]?.code).toBe('banned');
  });
});

test('everyone in the room is notified when a poll opens and closes, and of its votes in batches', async () => {
  const room = await inRoom(3);
  const [ann] = room.viewers as [Actor];
  const socket = await connectSocket(await listening(app), ann, room.event.id);
  await until('the snapshot', () => socket.heard.length > 0);
  const heard = () =>
    socket.heard.flatMap(({ name, update: { polls } }) =>
      name === 'audienceChanged' ? (polls as { state: string; voters: number; my_choices?: unknown }[]) : [],
    );
  const poll = await prepared(room);
  await open(room.host, poll);
  await until('it opens', () => heard().some((one) => one.state === 'open'));
  await Promise.all(room.viewers.map((viewer) => vote(viewer, poll, [0])));
  await until('three votes', () => heard().some((one) => one.voters === 3));
  await close(room.host, poll);
  await until('it closes', () => heard().some((one) => one.state === 'closed'));
  expect(heard().some((one) => one.my_choices !== undefined)).toBe(false);
  expect(socket.gaps()).toBe(0);
  socket.close();
});
