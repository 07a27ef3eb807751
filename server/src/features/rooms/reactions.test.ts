import type { ReactionCounts } from '@frontrow/core/rooms/reactions.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newViewer, type TestActor } from '../../../test/actors.ts';
import { testApp, type TestApp, until } from '../../../test/harness.ts';
import { connectSocket, listening, type LiveSocket } from '../../../test/live-socket.ts';
import { liveRoom, roomOf, type TestRoom } from '../../../test/rooms.ts';

let here: TestApp;
let there: TestApp;
beforeAll(async () => {
  here = await testApp();
  there = await testApp({ overrides: { databaseUrl: here.databaseUrl, clock: here.clock } });
});
afterAll(async () => {
  await there.close();
  await here.close();
});

const broadcast = (viewers: number) => liveRoom(here, viewers, { kind: 'broadcast' });
const react = async (room: TestRoom, who: TestActor, emoji = '👏') => {
  const { status, errors } = await room.do(who, 'POST /events/streaming/react', { emoji });
  return errors[0]?.code ?? status;
};
const countOf = ({ heard }: LiveSocket, emoji: keyof ReactionCounts): number =>
  heard
    .filter((one) => one.name === 'reactions')
    .reduce((sum, { update }) => sum + ((update['counts'] as ReactionCounts)[emoji] ?? 0), 0);
const logged = async ({ event }: TestRoom) =>
  (await here.db.one<{ count: number }>('SELECT count(*) FROM room_event WHERE event_id = $1', [event.id]))!.count;

test('a reaction is refused from outside, before joining, when blocked, if unknown, while off, and after the end', async () => {
  const room = await broadcast(2);
  const [ann, ben] = room.viewers as [TestActor, TestActor];
  expect(await react(room, await newViewer(here))).toBe('not_in_room');
  expect(await react(room, ann)).toBe('not_in_room');
  for (const one of [ann, ben]) await room.join(one);
  await room.do(room.host, 'POST /events/streaming/toggle_banned', { username: ben.username, enabled: true });
  expect(await react(room, ben)).toBe('banned');
  expect(await react(room, ann, '💣')).toBe('reaction_unknown');
  const off = await room.do(room.host, 'POST /events/streaming/toggle_reactions', { enabled: false });
  expect(off.data.current_state.reactions_enabled).toBe(false);
  expect([await react(room, ann), await react(room, room.host)]).toEqual(['reactions_disabled', 'reactions_disabled']);
  await room.do(room.host, 'POST /events/streaming/toggle_reactions', { enabled: true });
  expect(await react(room, ann)).toBe(200);
  const interactive = await liveRoom(here, 1);
  await interactive.join(interactive.viewers[0]!);
  expect(await react(interactive, interactive.viewers[0]!)).toBe(200);
  await room.do(room.host, 'POST /events/streaming/stop_streaming');
  expect(await react(room, ann)).toBe('room_closed');
});

test('one person can react thirty times in ten seconds, and the refusal of more says when to try again', async () => {
  const room = await broadcast(1);
  await room.join(room.viewers[0]!);
  const answers = await Promise.all(
    Array.from({ length: 35 }, () => room.do(room.viewers[0]!, 'POST /events/streaming/react', { emoji: '🔥' })),
  );
  const refused = answers.filter(({ status }) => status === 429);
  expect(refused).toHaveLength(5);
  expect(Number(refused[0]!.headers['retry-after'])).toBeGreaterThan(0);
});

test("all processes push each reaction once, collected, without a line in the room's log", async () => {
  const room = await broadcast(3);
  const [ann, ben, cleo] = room.viewers as [TestActor, TestActor, TestActor];
  for (const one of room.viewers) await room.join(one);
  const near = await connectSocket(await listening(here), ann, room.event.id);
  const far = await connectSocket(await listening(there), ben, room.event.id);
  // The other process may not listen to announcements yet.
  await until('the processes hear each other', async () => {
    await react(room, room.host, '😢');
    return countOf(far, '😢') > 0;
  });
  const before = await logged(room);
  const sent = 20;
  const overThere = roomOf(there, room.event, room.host, room.viewers);
  await Promise.all(
    Array.from({ length: sent }, (_one, nth) => [react(room, ann), react(nth < 10 ? room : overThere, cleo)]).flat(),
  );
  await until('all of them, everywhere', () => [near, far].every((socket) => countOf(socket, '👏') === 2 * sent));
  await room.do(room.host, 'POST /events/streaming/messages_new', { message: 'thank you' });
  await until('what comes after', () => far.heard.some((one) => one.name === 'newMessage'));
  for (const socket of [near, far]) {
    expect(countOf(socket, '👏')).toBe(2 * sent);
    expect(socket.gaps()).toBe(0);
    socket.close();
  }
  expect(await logged(room)).toBe(before + 1);
});
