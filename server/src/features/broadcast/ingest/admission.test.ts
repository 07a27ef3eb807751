import { minutes } from '@frontrow/core/kernel/instant.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { systemClock } from '../../../adapters/clock/system-clock.ts';
import { createMemoryVideo } from '../../../adapters/video/memory/memory-video.ts';
import { ingestListenerSecret } from '../../../keys.ts';
import type { Video } from '../../../ports/video.ts';
import { newHost } from '../../../../test/actors.ts';
import { newEvent } from '../../../../test/events.ts';
import { testApp, type TestApp } from '../../../../test/harness.ts';
import { encoderOffer } from '../../../../test/ingest/encoder-offer.ts';
import { dueRoom, type TestRoom } from '../../../../test/rooms.ts';
import { startedAgo } from '../../../../test/tickets.ts';

let app: TestApp;
beforeAll(async () => void (app = await testApp()));
afterAll(() => app.close());

const listener = () => ({ 'x-ingest-listener': ingestListenerSecret(app.kit.config.secret) });
const ask = (key: string, headers: Record<string, string> = listener()) =>
  app.http.inject({ method: 'POST', url: '/whip/admission', headers: { ...headers, authorization: `Bearer ${key}` } });
const ingestOf = async (room: TestRoom) =>
  (await app.call('GET /events/:uuid/ingest', { as: room.host.token, params: { uuid: room.event.id } })).data;
const broadcast = () => dueRoom(app, 0, { kind: 'broadcast' });

async function open(key: string): Promise<string> {
  const answer = await app.http.inject({
    method: 'POST',
    url: '/whip',
    headers: { ...listener(), authorization: `Bearer ${key}`, 'content-type': 'application/sdp' },
    payload: encoderOffer,
  });
  expect(answer.statusCode).toBe(201);
  return String(answer.headers.location);
}

const health = {
  codec: null as string | null,
  width: null,
  height: null,
  fps: null,
  bitrate_kbps: 0,
  key_frame_interval_s: null,
  dropped_frames: 0,
  reencoding: false,
  audio_codec: null,
  audio_level: null,
};
const report = (session: string, more: object) =>
  app.http.inject({
    method: 'POST',
    url: `${session}/health`,
    headers: { ...listener(), 'content-type': 'application/json' },
    payload: JSON.stringify({ ...health, ...more }),
  });

test('our listener learns whether a key is valid without opening a session', async () => {
  const room = await broadcast();
  const { stream_key: key } = await ingestOf(room);
  expect((await ask(key)).statusCode).toBe(204);
  expect((await ask(key)).statusCode).toBe(204);
  expect(await app.db.one('SELECT id FROM ingest_session WHERE event_id = $1', [room.event.id])).toBeUndefined();
  const wrong = await ask('not-a-key');
  expect(wrong.statusCode).toBe(401);
  expect(wrong.body).not.toContain('not-a-key');
});

test('a second encoder is refused before anything is set up for it', async () => {
  const room = await broadcast();
  const { stream_key: key } = await ingestOf(room);
  await open(key);
  expect((await ask(key)).statusCode).toBe(409);
});

test('only our listener can check a key', async () => {
  expect((await ask('not-a-key', {})).statusCode).toBe(403);
  expect((await ask('not-a-key', { 'x-ingest-listener': 'guessed' })).statusCode).toBe(403);
});

test('the reason why an encoder was refused stays visible until it sends accepted video', async () => {
  const room = await broadcast();
  const { stream_key: key } = await ingestOf(room);
  expect((await ingestOf(room)).refusal).toBeNull();
  const sentence = 'Your encoder is sending AV1. Choose H.264 as the video encoder and restart the stream.';
  const session = await open(key);
  await report(session, { problem: sentence, refused: true });
  await app.http.inject({ method: 'DELETE', url: session, headers: listener() });
  expect((await ingestOf(room)).refusal).toMatchObject({ sentence });

  const again = await open(key);
  await report(again, { audio_codec: 'AAC' });
  expect((await ingestOf(room)).refusal).toMatchObject({ sentence });
  await report(again, { codec: 'H.264', problem: 'Your keyframe interval is too long.' });
  expect((await ingestOf(room)).refusal).toBeNull();
});

test('a new key starts without the old reason', async () => {
  const room = await broadcast();
  const { stream_key: key } = await ingestOf(room);
  await report(await open(key), { problem: 'Your encoder is sending AV1.', refused: true });
  const rotated = await app.call('POST /events/ingest/rotate_key', {
    as: room.host.token,
    body: { event_uuid: room.event.id },
  });
  expect(rotated.data.refusal).toBeNull();
});

test('the host sees that an encoder connected too early', async () => {
  const host = await newHost(app);
  const event = await startedAgo(app, await newEvent(app, host, { kind: 'broadcast' }), -minutes(30));
  const read = async () =>
    (await app.call('GET /events/:uuid/ingest', { as: host.token, params: { uuid: event.id } })).data;
  expect((await ask((await read()).stream_key)).statusCode).toBe(403);
  expect((await read()).refusal?.sentence).toMatch(/15 minutes before its start/);
});

test('the next encoder is taken only when the engine has stopped listing the last one', async () => {
  const memory = createMemoryVideo({ clock: systemClock, clientUrl: 'ws://localhost:3000/livekit' });
  const calls: string[] = [];
  let listsLeft = 0;
  const slow: Video = {
    ...memory,
    async dropEncoder(token, connection) {
      const listed = await memory.participants(token.room);
      await memory.dropEncoder(token, connection);
      listsLeft = 3;
      remaining = listed;
    },
    async participants(room) {
      if (listsLeft === 0) return memory.participants(room);
      listsLeft -= 1;
      calls.push('listed');
      return remaining;
    },
    async takeEncoder(token, offer) {
      calls.push('taken');
      return memory.takeEncoder(token, offer);
    },
  };
  let remaining: Awaited<ReturnType<Video['participants']>> = [];
  const slowApp = await testApp({ overrides: { video: slow } });
  try {
    const room = await dueRoom(slowApp, 0, { kind: 'broadcast' });
    const { stream_key: key } = (
      await slowApp.call('GET /events/:uuid/ingest', { as: room.host.token, params: { uuid: room.event.id } })
    ).data;
    const connect = () =>
      slowApp.http.inject({
        method: 'POST',
        url: '/whip',
        headers: { ...listener(), authorization: `Bearer ${key}`, 'content-type': 'application/sdp' },
        payload: encoderOffer,
      });
    const first = await connect();
    expect((await slowApp.http.inject({ method: 'DELETE', url: String(first.headers.location) })).statusCode).toBe(200);
    expect((await connect()).statusCode).toBe(201);
    expect(calls).toEqual(['taken', 'listed', 'listed', 'listed', 'taken']);
  } finally {
    await slowApp.close();
  }
});
