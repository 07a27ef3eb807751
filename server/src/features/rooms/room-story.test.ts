import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { testApp, type TestApp } from '../../../test/harness.ts';
import { expectInvariants } from '../../../test/invariants.ts';
import { liveRoom, memoryVideo } from '../../../test/rooms.ts';

let app: TestApp;
beforeAll(async () => void (app = await testApp()));
afterAll(() => app.close());
afterEach(() => expectInvariants(app));

test('an evening works from start to finish: start, join, raise hands, turns, chat, finish', async () => {
  const room = await liveRoom(app, 3);
  const [ann, ben, cleo] = room.viewers as [typeof room.host, typeof room.host, typeof room.host];
  for (const viewer of room.viewers) expect(await room.enter(viewer)).toBe(true);

  for (const viewer of [ben, ann, cleo]) await room.do(viewer, 'POST /events/streaming/raise_hand', { raised: true });
  const again = await room.do(ben, 'POST /events/streaming/raise_hand', { raised: true });
  expect(again.data.current_state.raised_hands.map((hand) => hand.username)).toEqual([
    ben.username,
    ann.username,
    cleo.username,
  ]);

  const given = await room.do(room.host, 'POST /events/streaming/allow_mic', { username: ben.username });
  expect(given.data.current_state.speaking_viewer?.username).toBe(ben.username);
  expect(given.data.current_state.raised_hands.map((hand) => hand.username)).toEqual([ann.username, cleo.username]);
  expect(memoryVideo(app).publish(room.event.id, `u:${ben.id}`, 'camera')).toBe(true);
  expect(memoryVideo(app).publish(room.event.id, `u:${ann.id}`, 'microphone')).toBe(false);

  await room.do(room.host, 'POST /events/streaming/allow_mic', { username: ann.username });
  expect(await published(ben.id)).toEqual([]);
  await room.do(room.host, 'POST /events/streaming/allow_mic', { username: '' });
  expect((await room.state()).current_state.speaking_viewer).toBeNull();

  const answer = await room.do(cleo, 'POST /events/streaming/messages_new', {
    message: '  good\u202E evening\n',
    client_id: 'm1',
  });
  expect(answer.data.message).toMatchObject({ message: 'good evening', user: { user_username: cleo.username } });
  const resent = await room.do(cleo, 'POST /events/streaming/messages_new', {
    message: 'good evening',
    client_id: 'm1',
  });
  expect(resent.data.message.seq).toBe(answer.data.message.seq);
  expect((await room.state()).messages).toHaveLength(1);

  expect((await room.do(room.host, 'POST /events/streaming/stop_streaming')).status).toBe(200);
  expect((await room.do(room.host, 'POST /events/streaming/stop_streaming')).status).toBe(200);
  expect(await memoryVideo(app).rooms()).not.toContain(room.event.id);
  expect((await room.join(ann)).errors[0]?.code).toBe('room_closed');

  async function published(userId: number): Promise<readonly string[] | undefined> {
    return (await memoryVideo(app).participants(room.event.id)).find((one) => one.identity === `u:${userId}`)
      ?.publishing;
  }
});
