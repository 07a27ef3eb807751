import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { box, fragmentedVideo, videoFile } from '../../test/videos.ts';
import { readVideo, type ReadVideo } from './read-video.ts';

let folder: string;
beforeAll(async () => void (folder = await mkdtemp(join(tmpdir(), 'frontrow-video-'))));
afterAll(() => rm(folder, { recursive: true }));

async function read(bytes: Uint8Array): Promise<ReadVideo | undefined> {
  const path = join(folder, 'video');
  await writeFile(path, bytes);
  return readVideo(path);
}

test('type and length of an mp4 and a mov are read', async () => {
  expect(await read(videoFile({ seconds: 20 }))).toEqual({ type: 'video/mp4', durationMs: 20_000 });
  expect(await read(videoFile({ seconds: 3.5, brand: 'qt  ', timescale: 600 }))).toEqual({
    type: 'video/quicktime',
    durationMs: 3_500,
  });
});

test('the longest length counts, whichever part of the file gives it', async () => {
  expect((await read(videoFile({ seconds: 21, claimedSeconds: 3 })))?.durationMs).toBe(21_000);
  expect((await read(videoFile({ seconds: 3, claimedSeconds: 21 })))?.durationMs).toBe(21_000);
  expect((await read(videoFile({ seconds: 20.0001, timescale: 90_000 })))?.durationMs).toBe(20_001);
});

test('the lengths of fragments are added up', async () => {
  expect((await read(fragmentedVideo(12)))?.durationMs).toBe(12_000);
  expect((await read(fragmentedVideo(21)))?.durationMs).toBe(21_000);
  expect(await read(fragmentedVideo(0))).toBeUndefined();
});

test('a box size in 64 bits is read, and a wrong one makes it no video', async () => {
  const long = (size: bigint): Buffer => {
    const head = Buffer.alloc(16);
    head.writeUInt32BE(1);
    head.write('mdat', 4);
    head.writeBigUInt64BE(size, 8);
    return head;
  };
  expect(await read(Buffer.concat([videoFile(), long(20n), Buffer.alloc(4)]))).toBeDefined();
  for (const size of [0n, 15n, 21n, 2n ** 63n, 2n ** 64n - 1n])
    expect(await read(Buffer.concat([videoFile(), long(size), Buffer.alloc(4)]))).toBeUndefined();
});

test('a clip cut without re-encoding lasts as long as it plays', async () => {
  // Made of 30 s with one key frame: `ffmpeg -ss 9 -i 30s.mov -t 15 -c copy`. It holds 24 s of media and skips the
  // first 9.
  const clip = await readFile(new URL('../../test/clips/cut-from-30s.mov', import.meta.url));
  expect(await read(clip)).toEqual({ type: 'video/quicktime', durationMs: 15_064 });

  const skipAt = clip.indexOf('elst') + 16;
  expect(clip.readInt32BE(skipAt)).toBe(9 * 10_240);
  clip.writeInt32BE(0, skipAt);
  expect((await read(clip))?.durationMs).toBe(24_000);
});

test.each([
  ['skips the beginning', 24, [[15, 9]], 15_000],
  [
    'skips the beginning after a pause',
    24,
    [
      [2, -1],
      [15, 9],
    ],
    17_000,
  ],
  ['skips to exactly 20 s', 29.2, [[20, 9.2]], 20_000],
  ['ends before its media do', 24, [[15, 0]], 24_000],
  ['ends at once', 24, [[0, 0]], 24_000],
  [
    'plays the same media again',
    5,
    [
      [5, 0],
      [5, 0],
      [5, 0],
      [5, 0],
      [5, 0],
    ],
    25_000,
  ],
  [
    'plays a later part first',
    24,
    [
      [2, 20],
      [2, 0],
    ],
    24_000,
  ],
  [
    'pauses for long',
    5,
    [
      [25, -1],
      [5, 0],
    ],
    30_000,
  ],
  ['claims more than there is', 5, [[25, 0]], 25_000],
  ['has no rows', 24, [], 24_000],
] as const)('an edit list that %s', async (_what, seconds, edits, durationMs) => {
  expect((await read(videoFile({ seconds, edits, claimedSeconds: 3 })))?.durationMs).toBe(durationMs);
});

test.each([
  ['plays no media', [[3, -1]]],
  ['begins after the end', [[3, 25]]],
  ['begins before the beginning', [[3, -2]]],
  ['has a thousand and one rows', Array.from({ length: 1_001 }, () => [0, 0] as const)],
] as const)('an edit list that %s makes it no video', async (_what, edits) => {
  expect(await read(videoFile({ seconds: 24, edits }))).toBeUndefined();
});

const good = videoFile({ edits: [[5, 0]] });
const deep = Array.from({ length: 10_000 }).reduce<Buffer>((inner) => box('trak', inner), Buffer.alloc(0));

test.each([
  ['nothing', Buffer.alloc(0)],
  ['a playlist', Buffer.from('#EXTM3U\n#EXT-X-TARGETDURATION:10\nhttp://169.254.169.254/latest/\n')],
  ['a page', Buffer.from('<!doctype html><script>alert(1)</script>')],
  ['a picture in the same kind of boxes', videoFile({ brand: 'heic' })],
  ['a sound in the same kind of boxes', videoFile({ brand: 'M4A ' })],
  ['no head at all', good.subarray(28)],
  ['sound only', videoFile({ handler: 'soun' })],
  ['no length', videoFile({ seconds: 0 })],
  ['no time scale', videoFile({ timescale: 0 })],
  ['fewer media than the index says', videoFile({ sampleBytes: 64, mediaBytes: 32 })],
  ['no media', good.subarray(0, -72)],
  ['two indexes', Buffer.concat([good, box('moov', Buffer.alloc(8))])],
  ['ten thousand boxes deep', Buffer.concat([videoFile().subarray(0, 28), deep])],
  ['ten thousand boxes wide', Buffer.concat([good, ...Array.from({ length: 10_000 }, () => box('free'))])],
] as const)('%s is no video', async (_what, bytes) => expect(await read(bytes)).toBeUndefined());

test('a video that is cut off after any byte is none; with any byte inverted it is read or refused', async () => {
  for (let length = 0; length < good.length; length++) expect(await read(good.subarray(0, length))).toBeUndefined();
  for (let at = 0; at < good.length - 64; at++) {
    const broken = Buffer.from(good);
    broken[at] = broken[at]! ^ 0xff;
    const found = await read(broken);
    expect(found === undefined || found.durationMs > 0).toBe(true);
  }
});
