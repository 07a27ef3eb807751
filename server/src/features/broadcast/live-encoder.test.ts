import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createLivekitVideo } from '../../adapters/video/livekit/livekit-video.ts';
import { systemClock } from '../../adapters/clock/system-clock.ts';
import { forwardedUrl } from '../../http/addresses.ts';
import { silentLog } from '../../ports/log.ts';
import type { Video } from '../../ports/video.ts';
import { startEncoder, type RunningEncoder } from '../../../test/ingest/encoder.ts';
import { whipOffers } from '../../../test/ingest/whip-offers.ts';
import { enterAsSpectator, type Spectator } from '../../../test/ingest/spectator.ts';
import { testApp, until, type TestApp } from '../../../test/harness.ts';
import { expectInvariants } from '../../../test/invariants.ts';
import { startEngine, type TestEngine } from '../../../test/live-engine.ts';
import { dueRoom, type TestRoom } from '../../../test/rooms.ts';

let tested: TestEngine;
let app: TestApp;
let video: Video;
let door: string;
const encoders: RunningEncoder[] = [];
const spectators: Spectator[] = [];
beforeAll(async () => {
  tested = await startEngine();
  app = await testApp({ overrides: { videoEngine: tested.engine } });
  await app.http.listen({ port: 0, host: '127.0.0.1' });
  door = `http://127.0.0.1:${(app.http.server.address() as AddressInfo).port}`;
  video = createLivekitVideo({ engine: tested.engine, clock: systemClock, log: silentLog });
});
afterAll(async () => {
  for (const one of encoders) one.kill();
  for (const one of spectators) await one.leave();
  await app?.close();
  await tested?.stop();
});

type Actor = TestRoom['host'];
const due = (): Promise<TestRoom> => dueRoom(app, 1, { kind: 'broadcast' });
const keyOf = async (room: TestRoom): Promise<string> =>
  (await app.call('GET /events/:uuid/ingest', { as: room.host.token, params: { uuid: room.event.id } })).data
    .stream_key;
const encode = async (key: string): Promise<RunningEncoder> => {
  const encoder = await startEncoder(`${door}/whip`, key);
  encoders.push(encoder);
  return encoder;
};
const watch = async ({ token }: { token: string }, inStereo = false): Promise<Spectator> => {
  const spectator = await enterAsSpectator(forwardedUrl(door), token, inStereo);
  spectators.push(spectator);
  return spectator;
};
const controlRoom = async (room: TestRoom) =>
  (await app.call('POST /events/ingest/open', { as: room.host.token, body: { event_uuid: room.event.id } })).data;
const feedIs = async (room: TestRoom, state: string): Promise<void> => {
  let seen = '';
  await until(
    `the feed is ${state}`,
    async () => {
      await app.jobs.runAll();
      const now = (await room.state()).current_state.ingest_state;
      seen = `${now}: ${JSON.stringify(await video.participants(room.event.id))}`;
      return now === state;
    },
    30_000,
  ).catch((error: Error) => {
    throw new Error(`${error.message}; it is ${seen}`);
  });
};
const seesMore = async (who: Spectator, what: string): Promise<void> => {
  const before = { ...who.seen };
  await until(
    `${what} sees and hears`,
    () => who.seen.pictures > before.pictures + 5 && who.seen.sounds > before.sounds + 5,
    30_000,
  );
};
const publishing = async (room: TestRoom, who: Actor) =>
  (await video.participants(room.event.id)).find((one) => one.identity === `u:${who.id}`)?.publishing;

test('only the host sees an encoder before the start, then viewers do, who cannot send', async () => {
  const room = await due();
  const [viewer] = room.viewers as [Actor];
  const host = await watch(await controlRoom(room));
  const encoder = await encode(await keyOf(room));
  expect(encoder.status).toBe(201);
  await feedIs(room, 'preview');
  await seesMore(host, 'the host');
  expect((await room.join(viewer)).status).toBe(409);

  await room.do(room.host, 'POST /events/streaming/start_streaming');
  expect((await room.state()).current_state.ingest_state).toBe('live');
  const { data } = await room.join(viewer);
  const spectator = await watch(data);
  await seesMore(spectator, 'the viewer');

  expect(await host.triesToPublish()).toBe(true);
  expect(await spectator.triesToPublish()).toBe(false);
  expect(await publishing(room, viewer)).toEqual([]);
  expect((await encode(await keyOf(room))).status).toBe(409);

  await app.call('POST /events/ingest/rotate_key', { as: room.host.token, body: { event_uuid: room.event.id } });
  await until('the encoder is cut', async () =>
    (await video.participants(room.event.id)).every((one) => one.identity !== 'ingest'),
  );
  const cut = { ...spectator.seen };
  expect((await encode(await keyOf(room))).status).toBe(201);
  await feedIs(room, 'live');
  await until('the video returns automatically', () => spectator.seen.pictures > cut.pictures + 5);
  await expectInvariants(app);
});

test('a tone on the left alone is heard on the left alone', async () => {
  const room = await due();
  const host = await watch(await controlRoom(room), true);
  await encode(await keyOf(room));
  await seesMore(host, 'the host');
  const { seen } = host;
  await until('a second of the tone is heard', () => seen.left > 48_000 * 1_000 ** 2);
  expect(seen.right).toBeLessThan(seen.left / 1_000);
});

test('a viewer’s token opens the engine’s own WHIP, but nothing is published with it', async () => {
  const room = await due();
  const [viewer] = room.viewers as [Actor];
  await room.do(room.host, 'POST /events/streaming/start_streaming');
  const { token } = (await room.join(viewer)).data;
  encoders.push(await startEncoder(`${tested.engine.httpUrl}/whip/v1`, token));
  const { token: hosts } = await controlRoom(room);
  encoders.push(await startEncoder(`${tested.engine.httpUrl}/whip/v1`, hosts));
  // The host's goes through, so the viewer's had the time to.
  await until('the host’s is there', async () => (await publishing(room, room.host))?.includes('camera'));
  expect(await publishing(room, viewer)).toEqual([]);
});

test.each(Object.entries(whipOffers))('the engine takes the offer of %s as we write it', async (_name, offer) => {
  const room = await due();
  const kindsIn = (description: string) => [...description.matchAll(/^m=(\w+) (?!0 )/gm)].map(([, kind]) => kind);
  const answer = await fetch(`${door}/whip/`, {
    method: 'POST',
    headers: { 'content-type': 'application/sdp', authorization: `Bearer ${await keyOf(room)}` },
    body: offer,
  });
  const text = await answer.text();
  expect([answer.status, kindsIn(text)]).toEqual([201, kindsIn(offer.replace('m=audio 0', 'm=audio 9'))]);
  expect(text.match(/^a=recvonly/gm)).toHaveLength(2);
  expect(/^a=fmtp:\d+ .*\bstereo=1/m.test(text)).toBe(/stereo=1/.test(offer));
  expect((await fetch(new URL(answer.headers.get('location')!, door), { method: 'DELETE' })).status).toBe(200);
});

test('an encoder that dies without a goodbye blocks until the host’s browser misses it', async () => {
  const room = await due();
  await room.do(room.host, 'POST /events/streaming/start_streaming');
  const first = await encode(await keyOf(room));
  await feedIs(room, 'live');
  first.kill();
  expect((await encode(await keyOf(room))).status).toBe(409);
  await app.call('POST /events/ingest/report', {
    as: room.host.token,
    body: { event_uuid: room.event.id, receiving: false },
  });
  expect((await encode(await keyOf(room))).status).toBe(201);
  await feedIs(room, 'live');
  await expectInvariants(app);
});
