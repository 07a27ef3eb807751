import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { systemClock } from '../../../adapters/clock/system-clock.ts';
import { createLivekitVideo } from '../../../adapters/video/livekit/livekit-video.ts';
import { silentLog } from '../../../ports/log.ts';
import type { Video } from '../../../ports/video.ts';
import type { TestActor } from '../../../../test/actors.ts';
import { testApp, until, type TestApp } from '../../../../test/harness.ts';
import { enterAsSpeaker, enterAsSpectator, type Spectator } from '../../../../test/ingest/spectator.ts';
import { expectInvariants } from '../../../../test/invariants.ts';
import { signalIn, startEngine, type TestEngine } from '../../../../test/live-engine.ts';
import { listening } from '../../../../test/live-socket.ts';
import { dueRoom, type TestRoom } from '../../../../test/rooms.ts';

/** The preview of the next speaker at the real engine, watched by clients that ignore what the page would do. */
let tested: TestEngine;
let app: TestApp;
let video: Video;
/** Where browsers connect: the app, which forwards to the engine. */
let url: string;
const open: { leave(): Promise<void> }[] = [];
beforeAll(async () => {
  tested = await startEngine();
  app = await testApp({ overrides: { videoEngine: tested.engine } });
  const { host } = new URL(await listening(app));
  url = (await app.call('GET /client_config', { headers: { host } })).data.video_url;
  video = createLivekitVideo({ engine: tested.engine, clock: systemClock, log: silentLog });
});
afterEach(async () => {
  for (const one of open.splice(0)) await one.leave();
  await expectInvariants(app);
});
afterAll(async () => {
  await app?.close();
  await tested?.stop();
});

interface Scene extends TestRoom {
  readonly next: TestActor;
  readonly viewer: TestActor;
  readonly admin: TestActor;
}
async function screened(): Promise<Scene> {
  const room = await dueRoom(app, 3);
  const [next, viewer, admin] = room.viewers as [TestActor, TestActor, TestActor];
  await room.do(room.host, 'POST /events/streaming/start_streaming');
  for (const one of room.viewers) await room.join(one);
  await room.do(room.host, 'POST /events/streaming/toggle_admin', { username: admin.username });
  await room.do(room.host, 'POST /events/streaming/screen_next', { enabled: true });
  for (const one of [next, viewer]) await room.do(one, 'POST /events/streaming/raise_hand', { raised: true });
  return { ...room, next, viewer, admin };
}
const preview = async (room: TestRoom, who: TestActor) =>
  (await room.do(who, 'POST /events/streaming/preview_next')).data;
const watch = async (at: string, token: string): Promise<Spectator> => {
  const spectator = await enterAsSpectator(at, token);
  open.push(spectator);
  return spectator;
};
const whyNot = async (token: string): Promise<number> =>
  (await fetch(`${url.replace('ws', 'http')}/rtc/validate?access_token=${token}`)).status;

test('the host and event admins see the next speaker, and the engine shows the audience nothing', async () => {
  const room = await screened();
  const { next, viewer, admin } = room;
  open.push(await enterAsSpeaker(url, (await preview(room, next)).token));
  const [host, helper] = [
    await watch(url, (await preview(room, room.host)).token),
    await watch(url, (await preview(room, admin)).token),
  ];
  // With the token that the viewer has, past the app, subscribing to whatever there is.
  const { token } = (await room.join(viewer)).data;
  const audience = await watch(tested.engine.url, token);
  await until('host and admin see it', () => host.seen.pictures > 20 && helper.seen.pictures > 20);
  expect(audience.seen).toMatchObject({ pictures: 0, sounds: 0 });
  expect((await video.participants(room.event.id)).flatMap((one) => one.publishing)).toEqual([]);
  // Those who watch send nothing, and the speaker watches nobody.
  expect(await host.triesToPublish()).toBe(false);
  expect((await room.do(viewer, 'POST /events/streaming/preview_next')).errors[0]?.code).toBe('moderators_only');
});

test('a token from before opens nothing once its holder has no right to the preview', async () => {
  const room = await screened();
  const { next, viewer, admin } = room;
  const { token: sending, room: name } = await preview(room, next);
  const { token: watching } = await preview(room, admin);
  open.push(await enterAsSpeaker(url, sending));
  const spectator = await watch(url, watching);
  await until('the admin sees it', () => spectator.seen.pictures > 0);
  await room.do(room.host, 'POST /events/streaming/toggle_admin', { username: admin.username });
  const identities = async () => (await video.participants(name)).map((one) => one.identity);
  await until('the former admin is disconnected', async () => !(await identities()).includes(`u:${admin.id}`));
  expect(await whyNot(watching)).toBe(403);
  expect(await signalIn(url, watching)).toBe(false);
  // The next one is asked: the room of the preview is gone, for its speaker too, and at the engine itself.
  await room.do(next, 'POST /events/streaming/answer_warm_up', { ready: false });
  expect(await video.rooms()).not.toContain(name);
  expect(await whyNot(sending)).toBe(403);
  for (const token of [sending, watching]) expect(await signalIn(tested.engine.url, token)).toBe(false);
  expect(await video.rooms()).not.toContain(name);
  expect((await preview(room, viewer)).room).not.toBe(name);
  await room.do(room.host, 'POST /events/streaming/stop_streaming');
  expect((await video.rooms()).filter((one) => one.startsWith(room.event.id))).toEqual([]);
});
