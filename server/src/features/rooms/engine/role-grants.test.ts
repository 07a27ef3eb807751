import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestActor } from '../../../../test/actors.ts';
import { testApp, type TestApp, until } from '../../../../test/harness.ts';
import { enterAsSpectator, type Spectator } from '../../../../test/ingest/spectator.ts';
import { startEngine, type TestEngine } from '../../../../test/live-engine.ts';
import { dueRoom, type TestRoom } from '../../../../test/rooms.ts';

/** The engine itself refuses or accepts what a raw client sends with its own token, whatever a page would show. */
let tested: TestEngine;
let app: TestApp;
const inside: Spectator[] = [];
beforeAll(async () => {
  tested = await startEngine();
  app = await testApp({ overrides: { videoEngine: tested.engine } });
});
afterAll(async () => {
  for (const client of inside) await client.leave();
  await app?.close();
  await tested?.stop();
});

type Call = Parameters<TestRoom['do']>[1];
const entered = async (room: TestRoom, who: TestActor, call: Call): Promise<Spectator> => {
  const { data } = await room.do(who, call);
  const client = await enterAsSpectator(tested.engine.url, (data as { token: string }).token);
  inside.push(client);
  return client;
};
const role = (room: TestRoom, who: TestActor, name: 'viewer' | 'guest' | 'cohost') =>
  room.do(room.host, 'POST /events/streaming/set_role', { username: who.username, role: name });
const stage = (room: TestRoom, who: TestActor, enabled: boolean) =>
  room.do(room.host, 'POST /events/streaming/set_stage_guest', { username: who.username, enabled });

test('the engine lets a raw client publish exactly while its person is on stage, backstage and live', async () => {
  const room = await dueRoom(app, 3);
  const [guest, cohost, viewer] = room.viewers as [TestActor, TestActor, TestActor];
  await role(room, guest, 'guest');
  await role(room, cohost, 'cohost');
  const join = 'POST /events/streaming/join_streaming';
  const clients = {
    host: await entered(room, room.host, 'POST /events/streaming/open_backstage'),
    guest: await entered(room, guest, join),
    cohost: await entered(room, cohost, join),
  };
  const publishing = async (names: readonly (keyof typeof clients)[]) =>
    Object.fromEntries(
      await Promise.all(names.map(async (name) => [name, await clients[name].triesToPublish()] as const)),
    );
  const all = ['host', 'guest', 'cohost'] as const;
  expect(await publishing(all)).toEqual({ host: true, guest: true, cohost: false });
  await room.do(room.host, 'POST /events/streaming/start_streaming');
  const watching = await entered(room, viewer, join);
  await stage(room, cohost, true);
  expect(await Promise.all([publishing(['guest', 'cohost']), watching.triesToPublish()])).toEqual([
    { guest: false, cohost: true },
    false,
  ]);
  await role(room, cohost, 'viewer');
  await role(room, viewer, 'guest');
  // A client learns of its new permission a moment after the engine.
  await until('the viewer who became guest speaker may publish', () => watching.triesToPublish());
});
