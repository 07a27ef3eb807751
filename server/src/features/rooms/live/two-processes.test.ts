import { afterAll, beforeAll, expect, test } from 'vitest';
import { testApp, until, type TestApp } from '../../../../test/harness.ts';
import { expectInvariants } from '../../../../test/invariants.ts';
import { connectSocket, listening, type LiveSocket } from '../../../../test/live-socket.ts';
import { liveRoom } from '../../../../test/rooms.ts';

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

const names = (socket: LiveSocket): string[] => socket.heard.map((one) => one.name);

test('what happens in one process is announced in the other, also that a seat moved', async () => {
  const room = await liveRoom(here, 1);
  const [ann] = room.viewers as [typeof room.host];
  const [first, second] = ['11111111-1111-4111-8111-111111111111', '22222222-2222-4222-8222-222222222222'];
  await room.join(ann, { session_id: first });
  const socket = await connectSocket(await listening(there), ann, room.event.id, { session_id: first });
  await until('the snapshot', () => names(socket).includes('snapshot'));
  // The process may not listen to announcements yet. What it missed is found when it reads the room again.
  await until('a message', async () => {
    await room.do(room.host, 'POST /events/streaming/messages_new', { message: 'over there?' });
    return names(socket).includes('newMessage');
  });
  await room.do(room.host, 'POST /events/streaming/toggle_open_mic', { enabled: true });
  await until('the state', () => names(socket).includes('updateEvent'));
  expect(socket.gaps()).toBe(0);
  await room.join(ann, { session_id: second, take_over: true });
  await until('moved and cut off', () => names(socket).includes('sessionMoved') && socket.socket.disconnected);
  await expectInvariants(here);
});
