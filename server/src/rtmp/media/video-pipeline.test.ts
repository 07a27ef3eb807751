import { expect, test } from 'vitest';
import { avcC640x360 } from '../../../test/ingest/rtmp-bytes.ts';
import { HealthMeter } from './health.ts';
import { VideoPipeline } from './video-pipeline.ts';
import { sentences } from './sentences.ts';

const config = Buffer.concat([Buffer.from([0x17, 0, 0, 0, 0]), avcC640x360]);
const frame = (key: boolean): Buffer => Buffer.from([key ? 0x17 : 0x27, 1, 0, 0, 0, 0, 0, 0, 2, key ? 0x65 : 0x41, 1]);

/** The refusals of an encoder with a key frame every five seconds, with or without capacity to transcode. */
function rareKeyFrames(mayReencode: boolean): { refused: string[]; path: VideoPipeline } {
  const refused: string[] = [];
  const path = new VideoPipeline({
    ffmpeg: { path: '/bin/true', env: {} },
    meter: new HealthMeter(),
    recorder: { describeVideo: () => undefined, onVideo: () => undefined },
    send: () => undefined,
    mayTranscode: () => mayReencode,
    refuse: (sentence) => void refused.push(sentence),
  });
  path.onMessage(config, 0, 0);
  for (let ms = 0; ms < 5_000; ms += 500) path.onMessage(frame(ms === 0), ms, ms);
  path.close();
  return { refused, path };
}

test('a picture with rare key frames is refused where no processor time is left to transcode it', () => {
  const { refused, path } = rareKeyFrames(false);
  expect(new Set(refused)).toEqual(new Set([sentences.transcodingFull]));
  expect(path.isTranscoding).toBe(false);
});

test('a picture with rare key frames is transcoded where processor time is left for it', () => {
  const { refused, path } = rareKeyFrames(true);
  expect([refused, path.isTranscoding]).toEqual([[], true]);
});

/** Whether the picture is encoded again at the end, with key frames at these times. */
function encodesAgain(seconds: number, keysAt: readonly number[]): boolean {
  const path = new VideoPipeline({
    ffmpeg: { path: '/bin/true', env: {} },
    meter: new HealthMeter(),
    recorder: { describeVideo: () => undefined, onVideo: () => undefined },
    send: () => undefined,
    mayTranscode: () => true,
    refuse: () => undefined,
  });
  path.onMessage(config, 0, 0);
  for (let ms = 0; ms <= seconds * 1000; ms += 500) path.onMessage(frame(keysAt.includes(ms)), ms, ms);
  path.close();
  return path.transcodingReason !== undefined;
}

const every2s = (fromMs: number, count: number): number[] =>
  Array.from({ length: count }, (_, index) => fromMs + index * 2_000);

test('a picture passes through again when key frames have been regular for ten seconds after a late one', () => {
  const keysAt = [0, ...every2s(6_000, 20)];
  expect(encodesAgain(15, keysAt)).toBe(true);
  expect(encodesAgain(17, keysAt)).toBe(false);
});

test('transcoding lasts twice as long after a relapse, and goes on while late key frames recur', () => {
  const relapse = [0, ...every2s(6_000, 6), ...every2s(22_000, 20)];
  expect(encodesAgain(40, relapse)).toBe(true);
  expect(encodesAgain(43, relapse)).toBe(false);
  expect(encodesAgain(60, [0, 6_000, 8_000, 14_000, 16_000, 22_000, 24_000, 30_000, 38_000, 46_000, 54_000])).toBe(
    true,
  );
});
