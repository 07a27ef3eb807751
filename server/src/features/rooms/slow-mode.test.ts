import { seconds } from '@frontrow/core/kernel/instant.ts';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { TestActor } from '../../../test/actors.ts';
import { testApp, type TestApp } from '../../../test/harness.ts';
import { expectInvariants } from '../../../test/invariants.ts';
import { liveRoom, type TestRoom } from '../../../test/rooms.ts';

let app: TestApp;
beforeAll(async () => void (app = await testApp()));
afterAll(() => app.close());
afterEach(() => expectInvariants(app));

const slow = (room: TestRoom, who: TestActor, every: unknown) =>
  room.do(who, 'POST /events/streaming/slow_mode', { seconds: every });
const say = (room: TestRoom, who: TestActor, message: string, more: object = {}) =>
  room.do(who, 'POST /events/streaming/messages_new', { message, ...more });
const codeOf = (answer: { status: number; errors: readonly { code: string }[] }) =>
  answer.errors[0]?.code ?? answer.status;
const inside = async (kind: 'interactive' | 'broadcast') => {
  const room = await liveRoom(app, 2, { kind });
  for (const viewer of room.viewers) await room.join(viewer);
  const [ann, ben] = room.viewers as [TestActor, TestActor];
  return { room, host: room.host, ann, ben };
};

test.each(['interactive', 'broadcast'] as const)(
  '%s: only the host can set it, to one of the choices',
  async (kind) => {
    const { room, host, ann } = await inside(kind);
    await room.do(host, 'POST /events/streaming/toggle_admin', { username: ann.username, enabled: true });
    expect(codeOf(await slow(room, ann, 5))).toBe('host_only');
    for (const odd of [1, -5, 3600, '5', null]) expect(codeOf(await slow(room, host, odd))).toBe('bad_input');
    expect((await slow(room, host, 30)).data.current_state.slow_mode_seconds).toBe(30);
    const { seq } = (await room.state()).current_state;
    expect((await slow(room, host, 30)).data.current_state.seq).toBe(seq);
    await room.do(host, 'POST /events/streaming/stop_streaming');
    expect(codeOf(await slow(room, host, 0))).toBe('room_closed');
  },
);

test.each(['interactive', 'broadcast'] as const)(
  '%s: a viewer writes once per interval, and moderators do not wait',
  async (kind) => {
    const { room, host, ann, ben } = await inside(kind);
    await slow(room, host, 10);
    const first = await say(room, ann, 'one', { client_id: 'c1' });
    expect(first.status).toBe(200);
    const refused = await say(room, ann, 'two');
    expect([refused.status, codeOf(refused), refused.headers['retry-after']]).toEqual([429, 'chat_slow', '10']);
    expect(refused.errors[0]!.message).toBe('Slow mode is on. You can send one message every 10 seconds.');
    // The same message sent again is answered, not refused; and each person waits separately.
    expect((await say(room, ann, 'one', { client_id: 'c1' })).data.message.seq).toBe(first.data.message.seq);
    expect((await say(room, ben, 'mine')).status).toBe(200);
    // Removing the message does not shorten the wait.
    await room.do(host, 'POST /events/streaming/messages_remove', { seq: first.data.message.seq });
    expect(codeOf(await say(room, ann, 'two'))).toBe('chat_slow');
    for (const text of ['welcome', 'everybody']) expect((await say(room, host, text)).status).toBe(200);
    await room.do(host, 'POST /events/streaming/toggle_admin', { username: ben.username, enabled: true });
    expect((await say(room, ben, 'as admin')).status).toBe(200);
    await app.clock.advance(seconds(10));
    for (const one of room.viewers) await room.join(one);
    expect((await say(room, ann, 'two')).status).toBe(200);
    await slow(room, host, 0);
    expect((await say(room, ann, 'three')).status).toBe(200);
  },
);
