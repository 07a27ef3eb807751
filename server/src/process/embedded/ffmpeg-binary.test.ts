import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { BinarySearch } from './bring-program.ts';
import { bringFfmpeg } from './ffmpeg-binary.ts';

let dir: string;
let path: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'frontrow-ffmpeg-'));
  path = join(dir, 'path');
  // Whatever this machine has on its own PATH is hidden; the shell that looks is not.
  mkdirSync(path);
  symlinkSync('/bin/sh', join(path, 'sh'));
  vi.stubEnv('PATH', path);
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(dir, { recursive: true, force: true });
});

function program(folder: string, encoders: string): string {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'ffmpeg'), `#!/bin/sh\necho '${encoders}'\n`);
  chmodSync(join(folder, 'ffmpeg'), 0o755);
  return folder;
}

const both = ' A libopus x\n V libx264 x';
const inCache = () => join(dir, 'cache/frontrow/ffmpeg/debian/ffmpeg');
const bring = (ways: BinarySearch['ways']) =>
  bringFfmpeg({ cacheHome: join(dir, 'cache'), fallbackCache: join(dir, 'fallback'), tell: () => undefined, ways });
const unasked = (): Promise<string> => Promise.reject(new Error('nobody is to ask'));

test('the one on PATH comes first, unless it lacks an encoder', async () => {
  program(path, both);
  expect(await bring([unasked])).toEqual({ path: join(path, 'ffmpeg'), env: { PATH: path } });
  program(path, ' A libopus x');
  program(join(inCache(), '..'), both);
  expect(await bring([unasked])).toEqual({ path: inCache(), env: { PATH: path } });
});

test('what was unpacked lies in the cache from then on', async () => {
  const unpacks = (into: string): Promise<string> => Promise.resolve(program(join(into, 'tree'), both));
  expect(await bring([unpacks])).toMatchObject({ path: inCache() });
  expect(await bring([unasked])).toMatchObject({ path: inCache() });
});

test('where none can be had, one sentence says that RTMP is off and what works', async () => {
  expect(await bring([unasked])).toEqual({
    missing:
      'RTMP is off: ffmpeg could not be had (nobody is to ask). Encoders can still send by WHIP, and hosts by their ' +
      'camera. To get RTMP, install ffmpeg with libopus and libx264 and start again.',
  });
});
