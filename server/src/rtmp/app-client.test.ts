import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import process from 'node:process';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ingestListenerSecret } from '../keys.ts';
import { testApp, type TestApp, until } from '../../test/harness.ts';
import { aac, anyFreePort, moving, sendTo, sound440, startListener, zeroLatency } from '../../test/ingest/stage.ts';
import { startEngine, type TestEngine } from '../../test/live-engine.ts';
import { dueRoom, type TestRoom } from '../../test/rooms.ts';

let tested: TestEngine;
let app: TestApp;
let listener: ChildProcess;
let port: number;

beforeAll(async () => {
  tested = await startEngine();
  app = await testApp({ overrides: { videoEngine: tested.engine } });
  const appUrl = await app.http.listen({ host: '127.0.0.1', port: 0 });
  port = await anyFreePort();
  const secret = ingestListenerSecret(app.kit.config.secret);
  const ffmpeg = { path: 'ffmpeg', env: { PATH: process.env['PATH'] ?? '' } };
  listener = await startListener({ appUrl, secret, host: '127.0.0.1', port, ffmpeg });
});
afterAll(async () => {
  listener?.kill();
  if (listener) await once(listener, 'exit');
  await app?.close();
  await tested?.stop();
});

const ingestOf = async (room: TestRoom) =>
  (await app.call('GET /events/:uuid/ingest', { as: room.host.token, params: { uuid: room.event.id } })).data;
const send = (key: string) =>
  sendTo(`rtmp://127.0.0.1:${port}/live/${key}`, ['-re', ...moving(), ...sound440, ...zeroLatency, ...aac]);
/** The state once jobs have compared the engine's list. */
const stateIs = (room: TestRoom, state: string) => async (): Promise<boolean> => {
  await app.jobs.runAll();
  return (await ingestOf(room)).state === state;
};

test('a wrong key is refused with the sentence of the door', async () => {
  const encoder = send('not-a-key');
  await encoder.ended;
  expect(encoder.said()).toMatch(/Server error: .*key/i);
});

test('an encoder by RTMP is a preview with its health, and is cut when its key is changed', async () => {
  const room = await dueRoom(app, 0, { kind: 'broadcast' });
  const { stream_key: key } = await ingestOf(room);
  const encoder = send(key);
  await until('the host has a preview', stateIs(room, 'preview'));
  const measured = await until('its health is known', async () => (await ingestOf(room)).health?.fps);
  expect(measured).toBeGreaterThan(5);
  expect((await ingestOf(room)).health).toMatchObject({
    via: 'rtmp',
    codec: 'H.264',
    width: 640,
    audio_codec: 'AAC',
  });

  const second = send(key);
  await second.ended;
  expect(second.said()).toMatch(/Server error: /);
  expect((await ingestOf(room)).state).toBe('preview');

  await app.call('POST /events/ingest/rotate_key', { as: room.host.token, body: { event_uuid: room.event.id } });
  await encoder.ended;
  await until('nobody sends', stateIs(room, 'waiting'));
});
