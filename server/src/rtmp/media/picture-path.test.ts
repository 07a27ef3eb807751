import { expect, test } from 'vitest';
import { avcC640x360 } from '../../../test/ingest/rtmp-bytes.ts';
import { HealthMeter } from './health.ts';
import { PicturePath } from './picture-path.ts';
import { sentences } from './sentences.ts';

const config = Buffer.concat([Buffer.from([0x17, 0, 0, 0, 0]), avcC640x360]);
const frame = (key: boolean): Buffer => Buffer.from([key ? 0x17 : 0x27, 1, 0, 0, 0, 0, 0, 0, 2, key ? 0x65 : 0x41, 1]);

/** What an encoder with a key frame every five seconds is told, where pictures may be encoded again or not. */
function rareKeyFrames(mayReencode: boolean): { refused: string[]; path: PicturePath } {
  const refused: string[] = [];
  const path = new PicturePath({
    ffmpeg: { path: '/bin/true', env: {} },
    meter: new HealthMeter(),
    recorder: { describePicture: () => undefined, picture: () => undefined },
    send: () => undefined,
    mayReencode: () => mayReencode,
    refuse: (sentence) => void refused.push(sentence),
  });
  path.video(config, 0, 0);
  for (let ms = 0; ms < 5_000; ms += 500) path.video(frame(ms === 0), ms, ms);
  path.close();
  return { refused, path };
}

test('what would have to be encoded again is refused where no processor is left for it', () => {
  const { refused, path } = rareKeyFrames(false);
  expect(new Set(refused)).toEqual(new Set([sentences.transcodingFull]));
  expect(path.reencoding).toBe(false);
});

test('and is encoded again where one is', () => {
  const { refused, path } = rareKeyFrames(true);
  expect([refused, path.reencoding]).toEqual([[], true]);
});

/** Whether the picture is encoded again at the end, with key frames at these times. */
function encodesAgain(seconds: number, keysAt: readonly number[]): boolean {
  const path = new PicturePath({
    ffmpeg: { path: '/bin/true', env: {} },
    meter: new HealthMeter(),
    recorder: { describePicture: () => undefined, picture: () => undefined },
    send: () => undefined,
    mayReencode: () => true,
    refuse: () => undefined,
  });
  path.video(config, 0, 0);
  for (let ms = 0; ms <= seconds * 1000; ms += 500) path.video(frame(keysAt.includes(ms)), ms, ms);
  path.close();
  return path.why !== undefined;
}

const every2s = (fromMs: number, count: number): number[] =>
  Array.from({ length: count }, (_, index) => fromMs + index * 2_000);

test('passes the picture through again when key frames have been regular for ten seconds after one late one', () => {
  const keysAt = [0, ...every2s(6_000, 20)];
  expect(encodesAgain(15, keysAt)).toBe(true);
  expect(encodesAgain(17, keysAt)).toBe(false);
});

test('waits twice as long after a relapse, and keeps transcoding while late key frames recur', () => {
  const relapse = [0, ...every2s(6_000, 6), ...every2s(22_000, 20)];
  expect(encodesAgain(40, relapse)).toBe(true);
  expect(encodesAgain(43, relapse)).toBe(false);
  expect(encodesAgain(60, [0, 6_000, 8_000, 14_000, 16_000, 22_000, 24_000, 30_000, 38_000, 46_000, 54_000])).toBe(
    true,
  );
});
