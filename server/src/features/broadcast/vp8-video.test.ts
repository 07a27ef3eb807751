import { vp8NeededMs } from '@frontrow/core/broadcast/limits.ts';
import { seconds } from '@frontrow/core/kernel/instant.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newViewer, type TestActor } from '../../../test/actors.ts';
import { testApp, type TestApp } from '../../../test/harness.ts';
import { encoderOffer } from '../../../test/ingest/encoder-offer.ts';
import { goodHealth } from '../../../test/ingest/posted-segments.ts';
import { expectInvariants } from '../../../test/invariants.ts';
import { dueRoom, liveRoom, memoryVideo, type TestRoom } from '../../../test/rooms.ts';
import { ingestListenerSecret } from '../../keys.ts';

let app: TestApp;
beforeAll(async () => void (app = await testApp()));
afterAll(() => app.close());

const listener = () => ({ 'x-ingest-listener': ingestListenerSecret(app.kit.config.secret) });
const send = (method: 'POST' | 'DELETE', url: string, headers: Record<string, string>, payload?: string) =>
  app.http.inject({ method, url, headers, ...(payload !== undefined && { payload }) });
const sdp = { 'content-type': 'application/sdp' };
const ingestOf = async (room: TestRoom) =>
  (await app.call('GET /events/:uuid/ingest', { as: room.host.token, params: { uuid: room.event.id } })).data;
const allow = (room: TestRoom, enabled = true) =>
  app.call('POST /events/ingest/allow_vp8', { as: room.host.token, body: { event_uuid: room.event.id, enabled } });
const ask = (room: TestRoom, who: TestActor) => room.do(who, 'POST /events/streaming/vp8_video');
const stateFor = async (room: TestRoom, who: TestActor) => (await ask(room, who)).data.state;

/** The path of a session that our listener (or, by WHIP, an encoder itself) opened. */
async function encoding(room: TestRoom, headers: Record<string, string> = listener()): Promise<string> {
  const { stream_key: key } = await ingestOf(room);
  const answer = await send('POST', '/whip', { ...sdp, authorization: `Bearer ${key}`, ...headers }, encoderOffer);
  await app.jobs.runAll();
  return String(answer.headers['location']);
}
/** The listener reports, and hears whether a copy is needed. */
async function report(path: string, vp8?: string): Promise<boolean> {
  const body = JSON.stringify({ ...goodHealth, ...(vp8 !== undefined && { vp8 }) });
  const answer = await send('POST', `${path}/health`, { 'content-type': 'application/json', ...listener() }, body);
  return answer.json<{ data: { vp8: boolean } }>().data.vp8;
}
const copyRooms = async (room: TestRoom) =>
  (await memoryVideo(app).rooms()).filter((name) => name === `${room.event.id}.vp8`);
const peopleInCopy = async (room: TestRoom) =>
  (await memoryVideo(app).participants(`${room.event.id}.vp8`)).map(({ identity }) => identity);

async function watched(): Promise<{ room: TestRoom; viewer: TestActor; path: string }> {
  const room = await liveRoom(app, 2, { kind: 'broadcast' });
  const [viewer] = room.viewers as [TestActor];
  const path = await encoding(room);
  await room.enter(viewer);
  return { room, viewer, path };
}

test('nothing is encoded unless the host allows it, however often a viewer asks', async () => {
  const { room, viewer, path } = await watched();
  expect((await ingestOf(room)).vp8).toEqual({ allowed: false, available: expect.any(Boolean), state: 'off' });
  expect(await stateFor(room, viewer)).toBe('not_allowed');
  expect(await report(path)).toBe(false);
});

test('a copy is needed while someone asks for it, and its room closes when no one does any more', async () => {
  const { room, viewer, path } = await watched();
  await allow(room);
  expect(await report(path), 'no one needs it yet').toBe(false);
  expect(await stateFor(room, viewer)).toBe('starting');
  expect(await report(path, 'starting')).toBe(true);
  expect((await ingestOf(room)).vp8).toMatchObject({ allowed: true, state: 'starting' });

  expect((await send('POST', `${path}/vp8`, { ...sdp, ...listener() }, encoderOffer)).statusCode).toBe(201);
  await report(path, 'on');
  const { data } = await ask(room, viewer);
  expect(data.state).toBe('ready');
  expect(memoryVideo(app).connect(data.token)).toBe(true);
  expect(await peopleInCopy(room)).toEqual(['ingest', `u:${viewer.id}`]);
  expect((await ingestOf(room)).vp8.state).toBe('on');
  await app.jobs.runAll();
  expect(await peopleInCopy(room), 'who may be there stays').toEqual(['ingest', `u:${viewer.id}`]);

  await app.clock.advance(vp8NeededMs + seconds(1));
  expect(await report(path, 'on')).toBe(false);
  await app.jobs.runAll();
  expect(await copyRooms(room)).toEqual([]);
  await expectInvariants(app);
});

test('a copy ends when the host switches it off, shows a camera, or finishes the event', async () => {
  const { room, viewer, path } = await watched();
  await allow(room);
  await ask(room, viewer);
  expect(await report(path, 'on')).toBe(true);
  await allow(room, false);
  expect(await report(path, 'on')).toBe(false);
  await allow(room);
  expect(await report(path, 'on')).toBe(true);
  await app.call('POST /events/ingest/select_source', {
    as: room.host.token,
    body: { event_uuid: room.event.id, source: 'camera' },
  });
  expect(await report(path, 'on')).toBe(false);
  expect(await stateFor(room, viewer)).toBe('unavailable');
  await send('POST', `${path}/vp8`, { ...sdp, ...listener() }, encoderOffer);
  await room.do(room.host, 'POST /events/streaming/stop_streaming');
  await app.jobs.runAll();
  expect(await copyRooms(room)).toEqual([]);
  expect((await send('POST', `${path}/vp8`, { ...sdp, ...listener() }, encoderOffer)).statusCode).toBe(410);
});

test('only people who may watch the event get a token, and who loses the right is removed', async () => {
  const { room, viewer, path } = await watched();
  const [, outside] = room.viewers as [TestActor, TestActor];
  await allow(room);
  for (const who of [outside, await newViewer(app)]) expect((await ask(room, who)).errors[0]?.code).toBe('not_in_room');
  await ask(room, viewer);
  await send('POST', `${path}/vp8`, { ...sdp, ...listener() }, encoderOffer);
  await report(path, 'on');
  const { data } = await ask(room, viewer);
  memoryVideo(app).connect(data.token);
  await room.do(room.host, 'POST /events/streaming/remove_viewer', { username: viewer.username });
  await app.jobs.runAll();
  expect(await peopleInCopy(room)).toEqual(['ingest']);
});

test('before the start the host alone may see the copy', async () => {
  const room = await dueRoom(app, 1, { kind: 'broadcast' });
  await app.call('POST /events/ingest/open', { as: room.host.token, body: { event_uuid: room.event.id } });
  const path = await encoding(room);
  await allow(room);
  await report(path, 'on');
  expect(await stateFor(room, room.host)).toBe('ready');
  expect((await ask(room, room.viewers[0]!)).errors[0]?.code).toBe('not_in_room');
});

test('a viewer reads that we cannot encode now, or that an encoder by WHIP has no copy', async () => {
  const { room, viewer, path } = await watched();
  await allow(room);
  for (const reported of ['busy', 'failed']) {
    await report(path, reported);
    expect(await stateFor(room, viewer)).toBe('busy');
  }
  await app.clock.advance(seconds(4));
  expect(await stateFor(room, viewer), 'a silent listener has no copy').toBe('starting');

  const other = await liveRoom(app, 1, { kind: 'broadcast' });
  await encoding(other, {});
  await other.enter(other.viewers[0]!);
  await allow(other);
  expect(await stateFor(other, other.viewers[0]!)).toBe('unavailable');
});

test('only our own listener sends a copy', async () => {
  const { path } = await watched();
  for (const method of ['POST', 'DELETE'] as const)
    expect((await send(method, `${path}/vp8`, sdp, encoderOffer)).json()).toMatchObject({
      errors: [{ code: 'listener_only' }],
    });
  expect((await send('POST', `${path}/vp8`, { ...sdp, ...listener() }, 'nothing')).statusCode).toBe(400);
});
