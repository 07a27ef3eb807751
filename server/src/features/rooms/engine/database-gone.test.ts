import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestActor } from '../../../../test/actors.ts';
import { testApp, until, type TestApp } from '../../../../test/harness.ts';
import { expectInvariants } from '../../../../test/invariants.ts';
import { connectSocket, listening } from '../../../../test/live-socket.ts';
import { mortalDatabase, type MortalDatabase } from '../../../../test/killable-database.ts';
import { liveRoom } from '../../../../test/rooms.ts';

let database: MortalDatabase;
let app: TestApp;
beforeAll(async () => {
  database = await mortalDatabase();
  app = await testApp({ overrides: { databaseUrl: database.url } });
});
afterAll(async () => {
  await app.close();
  await database.remove();
});

test('calls get a clear answer while the database is down, and the room continues without help afterwards', async () => {
  const url = await listening(app);
  app.start();
  const room = await liveRoom(app, 2);
  const [ann, ben] = room.viewers as [TestActor, TestActor];
  for (const viewer of room.viewers) await room.join(viewer);
  await room.do(ben, 'POST /events/streaming/raise_hand', { raised: true });
  const socket = await connectSocket(url, ann, room.event.id);
  // A message sent before the socket is welcomed is in its first snapshot, and not pushed again.
  await until('ann is welcomed', () => socket.heard.some(({ name }) => name === 'snapshot'));
  const said = new Set<string>();
  const say = async (message: string) => {
    const answer = await room.do(ben, 'POST /events/streaming/messages_new', { message, client_id: message });
    if (answer.status === 200) said.add(message);
    return answer;
  };
  expect((await say('before')).status).toBe(200);

  await database.stop();
  const away = [
    await say('during the outage'),
    await room.join(ann),
    await room.do(room.host, 'POST /events/streaming/toggle_open_mic', { enabled: true }),
    await app.call('POST /auth/login', { body: { email: 'a@b.co', password: 'x' } }),
  ];
  for (const answer of away)
    expect([answer.status, answer.errors[0]?.code, answer.headers['retry-after']]).toEqual([
      503,
      'temporarily_unavailable',
      '2',
    ]);
  expect((await app.http.inject('/healthz')).statusCode).toBe(200);
  expect((await app.http.inject('/readyz')).json()).toMatchObject({ database: 'down' });
  await expect(connectSocket(url, ben, room.event.id)).rejects.toThrow('temporarily_unavailable');

  await database.startAgain();
  await until('it works again', async () => (await say('during the outage')).status === 200);
  await say('after');
  const received = (): string[] =>
    socket.heard.flatMap(({ name, update }) =>
      name === 'newMessage' ? [(update['message'] as { message: string }).message] : [],
    );
  await until('the same socket heard everything', () => received().length === said.size);
  expect([socket.socket.connected, socket.gaps(), received()]).toEqual([true, 0, [...said]]);
  const { current_state: state, messages } = await room.state();
  expect(messages.map((one) => one.message)).toEqual([...said]);
  expect(state.raised_hands.map((one) => one.username)).toEqual([ben.username]);
  socket.close();
  (await connectSocket(url, ben, room.event.id)).close();
  await expectInvariants(app);
});
