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
  expect(new Set(refused)).toEqual(new Set([sentences.reencodingFull]));
  expect(path.reencoding).toBe(false);
});

test('and is encoded again where one is', () => {
  const { refused, path } = rareKeyFrames(true);
  expect([refused, path.reencoding]).toEqual([[], true]);
});
