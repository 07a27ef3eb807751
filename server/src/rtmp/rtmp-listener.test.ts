import { readFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import process from 'node:process';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { until } from '../../test/harness.ts';
import { ownCertificate } from '../../test/ingest/certificate.ts';
import { command, mediaBytes, publishBytes } from '../../test/ingest/rtmp-bytes.ts';
import {
  aac,
  anyFreePort,
  h264,
  type IngestStage,
  moving,
  sendTo,
  sound440,
  startIngest,
  type Viewer,
  zeroLatency,
} from '../../test/ingest/stage.ts';

let stage: IngestStage;
let viewer: Viewer;

beforeAll(async () => {
  const { cert, key } = await ownCertificate();
  stage = await startIngest({ tls: { port: await anyFreePort(), cert, key } });
  viewer = await stage.watch();
});
afterAll(() => stage.stop());
beforeEach(() => {
  stage.app.healthReports.length = 0;
  stage.app.asked.length = 0;
  stage.app.refuse = undefined;
  stage.app.cut = false;
});

const moreThan = (before: number, more: number, now: () => number) => () => now() > before + more;
const trackless = () => viewer.received.tracks === 0;
const lastTold = () => stage.app.healthReports.at(-1);

test('a refused key ends the stream with the sentence of the door before any media is taken', async () => {
  stage.app.refuse = { status: 401, sentence: 'This stream key is not valid.' };
  const encoder = stage.send(['-re', ...moving(), ...zeroLatency]);
  await encoder.ended;
  expect(encoder.said()).toContain('This stream key is not valid.');
  expect(stage.app.healthReports).toEqual([]);
});

test('picture and sound arrive as they are sent, stop with the encoder and come back with it', async () => {
  const words = ['-re', ...moving(), ...sound440, ...zeroLatency, ...aac];
  const encoder = stage.send(words, 'the-key');
  const { pictures, loud } = viewer.received;
  await until(
    'pictures arrive',
    moreThan(pictures, 20, () => viewer.received.pictures),
  );
  await until(
    'sound arrives',
    moreThan(loud, 20, () => viewer.received.loud),
  );
  expect(viewer.received).toMatchObject({ width: 640, height: 360 });
  expect(stage.app.asked).toEqual([{ method: 'POST', replaces: undefined, key: 'the-key' }]);
  await until('the key frames are measured', () => lastTold()?.key_frame_interval_s === 2);
  const health = lastTold();
  expect(health).toMatchObject({ via: 'rtmp', codec: 'H.264', width: 640, height: 360, audio_codec: 'AAC' });
  expect(health).toMatchObject({ reencoding: false, dropped_frames: 0 });
  expect(health).not.toHaveProperty('problem');
  expect(health?.fps).toBeCloseTo(15, 0);
  expect(health?.audio_level).toBeGreaterThan(0.05);

  await encoder.stop();
  await until('the tracks are gone', trackless);
  expect(stage.app.asked.at(-1)).toMatchObject({ method: 'DELETE' });

  const again = stage.send(words, 'the-key');
  const before = viewer.received.pictures;
  await until(
    'the picture is back',
    moreThan(before, 5, () => viewer.received.pictures),
  );
  await again.stop();
  await until('the tracks are gone', trackless);
});

test('an encoder that the door no longer knows is cut', async () => {
  const encoder = stage.send(['-re', ...moving(), ...zeroLatency]);
  await until('it is reported', () => stage.app.healthReports.length > 0);
  stage.app.cut = true;
  await encoder.ended;
  await until('the tracks are gone', trackless);
});

test('an encoder that ends its stream and publishes again on the same connection is taken again', async () => {
  const { asked, healthReports: told } = stage.app;
  const socket = connect(stage.port, '127.0.0.1');
  socket.write(Buffer.concat([publishBytes('the-key'), mediaBytes(20)]));
  await until('it is reported', () => told.some(({ codec }) => codec === 'H.264'));
  socket.write(Buffer.concat([command('FCUnpublish', 4, null, 'the-key'), command('deleteStream', 5, null, 1)]));
  await until('its session ended', () => asked.at(-1)?.method === 'DELETE');
  told.length = 0;
  const again = [command('createStream', 6, null), command('publish', 7, null, 'the-key', 'live')];
  socket.write(Buffer.concat([...again, mediaBytes(20)]));
  await until('it is reported again', () => told.some(({ codec }) => codec === 'H.264'));
  expect(asked.map(({ method, key }) => [method, key])).toEqual(
    ['POST', 'DELETE', 'POST'].map((method) => [method, 'the-key']),
  );
  socket.destroy();
  await until('its session ended', () => asked.at(-1)?.method === 'DELETE');
});

test('RTMPS carries the same', async () => {
  const before = viewer.received.pictures;
  const encoder = sendTo(`rtmps://127.0.0.1:${stage.tlsPort}/live/key`, ['-re', ...moving(), ...zeroLatency]);
  await until(
    'pictures arrive',
    moreThan(before, 5, () => viewer.received.pictures),
  );
  await encoder.stop();
  await until('the tracks are gone', trackless);
});

const pictures = () => viewer.received.pictures;

test.each([
  ['B-frames', ['-preset', 'veryfast', '-bf', '2', '-g', '30'], /^Your encoder is sending B-frames/],
  ['rare key frames', ['-tune', 'zerolatency', '-g', '900'], /^Your keyframe interval is too long/],
])('video with %s is transcoded, and the host reads why', async (_, words, sentence) => {
  const before = pictures();
  const encoder = stage.send(['-re', ...moving(), ...sound440, ...h264, ...words, ...aac]);
  await until('pictures arrive', moreThan(before, 5, pictures));
  await until('it is encoded again', () => lastTold()?.reencoding === true);
  await until('the host has been told', () => sentence.test(lastTold()?.problem ?? ''));
  const since = pictures();
  await until('pictures go on', moreThan(since, 45, pictures));
  expect(viewer.received).toMatchObject({ width: 640, height: 360 });
  await encoder.stop();
  await until('the tracks are gone', trackless);
});

test.each([
  ['sound', [...sound440, ...aac], 'No video is coming from your encoder.'],
  ['a picture', [...moving(), ...zeroLatency], 'No audio is coming from your encoder.'],
])('a stream of only %s is forwarded, and the host reads what is missing', async (_, words, problem) => {
  const before = { ...viewer.received };
  const encoder = stage.send(['-re', ...words]);
  const more = () => viewer.received.pictures + viewer.received.loud - before.pictures - before.loud;
  await until('it arrives', () => more() > 30);
  await until('the host has been told', () => lastTold()?.problem === problem);
  await encoder.stop();
  await until('the tracks are gone', trackless);
});

test('an engine that is killed gets the stream again, while the encoder goes on', async () => {
  const encoder = stage.send(['-re', ...moving(), ...zeroLatency]);
  await until('it is reported', () => stage.app.healthReports.length > 1);
  const pid = Number(await readFile(join(stage.engine.home, 'livekit/livekit.pid'), 'utf8'));
  process.kill(pid, 'SIGKILL');
  await until('the engine is down', () => stage.engine.engine.state() !== 'ready');
  await until('the engine is back', () => stage.engine.engine.state() === 'ready');
  await until('the door is asked again', () => stage.app.asked.some(({ replaces }) => replaces !== undefined));
  const later = await stage.watch();
  await until('pictures arrive', () => later.received.pictures > 10);
  expect(encoder.said()).toBe('');
  await encoder.stop();
  later.stop();
});
