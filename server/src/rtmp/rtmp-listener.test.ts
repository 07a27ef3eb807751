import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { until } from '../../test/harness.ts';
import {
  aac,
  type IngestStage,
  moving,
  sound440,
  startIngest,
  type Viewer,
  zeroLatency,
} from '../../test/ingest/stage.ts';

const soonMs = 20_000;

let stage: IngestStage;
let viewer: Viewer;

beforeAll(async () => {
  stage = await startIngest();
  viewer = await stage.watch();
});
afterAll(() => stage.stop());
beforeEach(() => {
  stage.door.told.length = 0;
  stage.door.asked.length = 0;
  stage.door.refuse = undefined;
  stage.door.cut = false;
});

const moreThan = (before: number, more: number, now: () => number) => () => now() > before + more;
const trackless = () => viewer.received.tracks === 0;
const lastTold = () => stage.door.told.at(-1);

test('a refused key ends the stream with the sentence of the door before any media is taken', async () => {
  stage.door.refuse = { status: 401, sentence: 'This stream key is not valid.' };
  const encoder = stage.send(['-re', ...moving(), ...zeroLatency]);
  await encoder.ended;
  expect(encoder.said()).toContain('This stream key is not valid.');
  expect(stage.door.told).toEqual([]);
});

test('picture and sound arrive as they are sent, stop with the encoder and come back with it', async () => {
  const words = ['-re', ...moving(), ...sound440, ...zeroLatency, ...aac];
  const encoder = stage.send(words, 'the-key');
  const { pictures, loud } = viewer.received;
  await until(
    'pictures arrive',
    moreThan(pictures, 20, () => viewer.received.pictures),
    soonMs,
  );
  await until(
    'sound arrives',
    moreThan(loud, 20, () => viewer.received.loud),
    soonMs,
  );
  expect(viewer.received).toMatchObject({ width: 640, height: 360 });
  expect(stage.door.asked).toEqual([{ method: 'POST', replaces: undefined, key: 'the-key' }]);
  await until('the key frames are measured', () => lastTold()?.key_frame_interval_s === 2, soonMs);
  const health = lastTold();
  expect(health).toMatchObject({ via: 'rtmp', codec: 'H.264', width: 640, height: 360, audio_codec: 'AAC' });
  expect(health).toMatchObject({ reencoding: false, dropped_frames: 0 });
  expect(health).not.toHaveProperty('problem');
  expect(health?.fps).toBeCloseTo(15, 0);
  expect(health?.audio_level).toBeGreaterThan(0.05);

  await encoder.stop();
  await until('the tracks are gone', trackless, soonMs);
  expect(stage.door.asked.at(-1)).toMatchObject({ method: 'DELETE' });

  const again = stage.send(words, 'the-key');
  const before = viewer.received.pictures;
  await until(
    'the picture is back',
    moreThan(before, 5, () => viewer.received.pictures),
    soonMs,
  );
  await again.stop();
  await until('the tracks are gone', trackless, soonMs);
}, 60_000);

test('an encoder that the door no longer knows is cut', async () => {
  const encoder = stage.send(['-re', ...moving(), ...zeroLatency]);
  await until('it is told of', () => stage.door.told.length > 0, soonMs);
  stage.door.cut = true;
  await encoder.ended;
  await until('the tracks are gone', trackless, soonMs);
}, 60_000);
