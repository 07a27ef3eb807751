import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { vp8Filters } from './vp8-encoder.ts';

/** Width and height of the picture that the copy has. */
function sizeOf(size: string): string {
  const source = `color=size=${size}:rate=10,select=gte(n\\,1),setpts=PTS`;
  const words = ['-v', 'error', '-f', 'lavfi', '-i', source, '-vf', vp8Filters(0), '-frames:v', '1'];
  const picture = execFileSync('ffmpeg', [...words, '-pix_fmt', 'gray', '-f', 'image2pipe', '-c:v', 'pgm', '-']);
  return /^P5\s+(\d+ \d+)/.exec(picture.toString('latin1', 0, 30))![1]!;
}

test.each([
  ['1920x1080', '1280 720'],
  ['1080x1920', '720 1280'],
  ['1312x240', '1280 234'],
  ['736x736', '720 720'],
  ['640x360', '640 360'],
])('a picture of %s becomes one of %s', (size, expected) => {
  expect(sizeOf(size)).toBe(expected);
});
