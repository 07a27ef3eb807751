import process from 'node:process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { decodeJwt } from 'jose';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createLivekitVideo } from '../../../adapters/video/livekit/livekit-video.ts';
import { systemClock } from '../../../adapters/clock/system-clock.ts';
import { silentLog } from '../../../ports/log.ts';
import type { Video } from '../../../ports/video.ts';
import { newAdmin } from '../../../../test/actors.ts';
import { testApp, until, type TestApp } from '../../../../test/harness.ts';
import { expectInvariants } from '../../../../test/invariants.ts';
import { signalIn, startEngine, type TestEngine } from '../../../../test/live-engine.ts';
import { dueRoom, type TestRoom } from '../../../../test/rooms.ts';
import { signUp } from '../../../../test/sign-up.ts';
import { giveTicket } from '../../../../test/tickets.ts';

let tested: TestEngine;
let app: TestApp;
let video: Video;
const open: { close(): void }[] = [];
beforeAll(async () => {
  tested = await startEngine();
  app = await testApp({ overrides: { videoEngine: tested.engine } });
  video = createLivekitVideo({ engine: tested.engine, clock: systemClock, log: silentLog });
});
afterAll(async () => {
  for (const connection of open) connection.close();
  await app?.close();
  await tested?.stop();
});

type Actor = TestRoom['host'];
const rightsIn = (token: string): readonly string[] => {
  const { canPublish, canPublishSources, canPublishData, canUpdateOwnMetadata, canSubscribe } = decodeJwt<{
    video: Record<string, unknown>;
  }>(token)['video'] as {
    canPublish: boolean;
    canPublishSources: string[];
    canPublishData: boolean;
    canUpdateOwnMetadata: boolean;
    canSubscribe: boolean;
  };
  expect([canPublishData, canUpdateOwnMetadata, canSubscribe, canPublish]).toEqual([
    false,
    false,
    true,
    canPublishSources.length > 0,
  ]);
  return canPublishSources;
};
const tokenOf = async (room: TestRoom, who: Actor): Promise<string> => (await room.join(who)).data.token;
const connect = async (room: TestRoom, who: Actor): Promise<void> => {
  const { token } = (await room.join(who)).data;
  const connection = await signalIn(tested.engine.url, token);
  if (!connection) throw new Error(`${who.username} was not let in`);
  open.push(connection);
};
const grantsAt = async (room: TestRoom, who: Actor) =>
  (await video.participants(room.event.id)).find((one) => one.identity === `u:${who.id}`)?.grants;
const live = async (viewers: number): Promise<TestRoom> => {
  const room = await dueRoom(app, viewers);
  await room.do(room.host, 'POST /events/streaming/start_streaming');
  return room;
};

test('a token carries exactly the grants that its person has at that moment, for every role and state', async () => {
  const room = await live(3);
  const [ann, ben, cleo] = room.viewers as [Actor, Actor, Actor];
  for (const viewer of room.viewers) await room.join(viewer);
  expect(rightsIn(await tokenOf(room, room.host))).toEqual(['microphone', 'camera', 'screen_share']);
  expect(rightsIn(await tokenOf(room, ann))).toEqual([]);
  await room.do(ann, 'POST /events/streaming/raise_hand', { raised: true });
  await room.do(room.host, 'POST /events/streaming/allow_mic', { username: ann.username });
  expect(rightsIn(await tokenOf(room, ann))).toEqual(['microphone', 'camera']);
  await room.do(room.host, 'POST /events/streaming/toggle_open_mic', { enabled: true });
  await room.do(room.host, 'POST /events/streaming/toggle_banned', { username: cleo.username, enabled: true });
  expect(rightsIn(await tokenOf(room, ben))).toEqual(['microphone']);
  expect(rightsIn(await tokenOf(room, cleo))).toEqual([]);
  const admin = await tokenOf(room, await newAdmin(app));
  expect(rightsIn(admin)).toEqual([]);
  expect(decodeJwt<{ video: { hidden: boolean } }>(admin).video.hidden).toBe(true);
  await expectInvariants(app);
});

test('the engine follows when a turn is given and stopped, a viewer is removed and an event finished', async () => {
  const room = await live(2);
  const [ann, ben] = room.viewers as [Actor, Actor];
  for (const viewer of room.viewers) await connect(room, viewer);
  await room.do(ann, 'POST /events/streaming/raise_hand', { raised: true });
  await room.do(room.host, 'POST /events/streaming/allow_mic', { username: ann.username });
  expect(await grantsAt(room, ann)).toBe('sub,mic,cam');
  await room.do(room.host, 'POST /events/streaming/allow_mic', { username: '' });
  expect(await grantsAt(room, ann)).toBe('sub');
  await room.do(room.host, 'POST /events/streaming/remove_viewer', { username: ben.username });
  await until('ben is out', async () => (await grantsAt(room, ben)) === undefined);
  const late = await tokenOf(room, ann);
  await room.do(room.host, 'POST /events/streaming/stop_streaming');
  expect(await video.rooms()).not.toContain(room.event.id);
  expect(await signalIn(tested.engine.url, late)).toBe(false);
  await expectInvariants(app);
});

test('a removed viewer is disconnected at the engine, gets no new token, and the old one soon ends', async () => {
  const room = await live(1);
  const [ann] = room.viewers as [Actor];
  await connect(room, ann);
  const old = await tokenOf(room, ann);
  await room.do(room.host, 'POST /events/streaming/remove_viewer', { username: ann.username });
  await until('ann is out', async () => (await grantsAt(room, ann)) === undefined);
  expect((await room.join(ann)).errors[0]?.code).toBe('removed_from_event');
  const sneaking = await signalIn(tested.engine.url, old);
  if (sneaking) open.push(sneaking);
  await until('out again', async () => {
    await app.jobs.runAll();
    return (await grantsAt(room, ann)) === undefined;
  });
  await room.do(room.host, 'POST /events/streaming/readmit_viewer', { username: ann.username });
  await connect(room, ann);
  expect(await grantsAt(room, ann)).toBe('sub');
  await expectInvariants(app);
});

test('a person who logs out is disconnected at the engine, and the old token soon stops working', async () => {
  const room = await live(1);
  const ann = await signUp(app);
  await giveTicket(app, room.event, ann);
  for (const one of [room.host, room.viewers[0]!, ann]) await connect(room, one);
  const old = await tokenOf(room, ann);
  await app.call('POST /auth/logout', { body: { refresh_token: ann.refresh } });
  const isOut = async (): Promise<boolean> => {
    await app.jobs.runAll();
    return (await grantsAt(room, ann)) === undefined;
  };
  await until('ann is out', isOut);
  const sneaking = await signalIn(tested.engine.url, old);
  if (sneaking) open.push(sneaking);
  await until('out again', isOut);
  expect((await video.participants(room.event.id)).map((one) => one.identity).toSorted()).toEqual(
    [`u:${room.host.id}`, `u:${room.viewers[0]!.id}`].toSorted(),
  );
  await expectInvariants(app);
});

test('after kill -9 of the engine the room exists again and people have their current grants', async () => {
  const room = await live(1);
  const [ann] = room.viewers as [Actor];
  await connect(room, ann);
  await room.do(ann, 'POST /events/streaming/raise_hand', { raised: true });
  const old = await tokenOf(room, ann);
  process.kill(Number(readFileSync(join(tested.home, 'livekit', 'livekit.pid'), 'utf8')), 'SIGKILL');
  await until('the end is noticed', () => tested.engine.state() !== 'ready');
  await room.do(room.host, 'POST /events/streaming/allow_mic', { username: ann.username });
  await until('the room is back', async () =>
    video.rooms().then(
      (rooms) => rooms.includes(room.event.id),
      () => false,
    ),
  );
  const connection = await signalIn(tested.engine.url, old);
  if (connection) open.push(connection);
  expect(connection).not.toBe(false);
  await app.quiesce();
  expect(await grantsAt(room, ann)).toBe('sub,mic,cam');
  await expectInvariants(app);
});
