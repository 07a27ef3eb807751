import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { BinarySearch } from './bring-program.ts';
import { bringLivekitBinary, livekitVersion } from './livekit-binary.ts';

let dir: string;
let onPath: string;
let inCache: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'frontrow-binary-'));
  onPath = join(dir, 'path', 'livekit-server');
  inCache = join(dir, 'cache', 'frontrow', 'livekit', `v${livekitVersion}`, 'livekit-server');
  // Whatever this machine has on its own PATH is hidden; the shell that looks is not.
  mkdirSync(join(dir, 'path'));
  symlinkSync('/bin/sh', join(dir, 'path', 'sh'));
  vi.stubEnv('PATH', join(dir, 'path'));
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(dir, { recursive: true, force: true });
});

function program(file: string, does = `echo livekit-server version ${livekitVersion}`): string {
  mkdirSync(join(file, '..'), { recursive: true });
  writeFileSync(file, `#!/bin/sh\n${does}\n`);
  chmodSync(file, 0o755);
  return file;
}

const bring = (ways: BinarySearch['ways']) =>
  bringLivekitBinary({
    cacheHome: join(dir, 'cache'),
    fallbackCache: join(dir, 'fallback'),
    tell: () => undefined,
    ways,
  });
const unasked = (): Promise<string> => Promise.reject(new Error('nobody is to ask'));
const fails = (why: string) => (): Promise<string> => Promise.reject(new Error(why));
const makes = (into: string): Promise<string> => Promise.resolve(program(join(into, 'made')));

test('the one on PATH comes first', async () => {
  program(inCache);
  program(onPath);
  expect(await bring([unasked])).toEqual({ path: onPath });
});

test('one on PATH that does not run is passed over for the one in the cache', async () => {
  program(onPath, 'exit 1');
  program(inCache);
  expect(await bring([unasked])).toEqual({ path: inCache });
});

test('the release comes before a build, and lies in the cache from then on', async () => {
  const build = vi.fn(unasked);
  expect(await bring([makes, build])).toEqual({ path: inCache });
  expect(await bring([build])).toEqual({ path: inCache });
  expect(build).not.toHaveBeenCalled();
});

test('where no release can be had, or none that runs here, it is built', async () => {
  expect(await bring([fails('offline'), makes])).toEqual({ path: inCache });
  program(inCache, 'exit 1');
  const broken = (into: string) => Promise.resolve(program(join(into, 'broken'), 'exit 1'));
  expect(await bring([broken, makes])).toEqual({ path: inCache });
  expect(await bring([unasked])).toEqual({ path: inCache });
});

test('where nothing works, one sentence says why and what to do', async () => {
  expect(await bring([fails('the release cannot be reached'), fails('there is no Go toolchain')])).toEqual({
    missing:
      'Frontrow runs without video: the engine could not be had (the release cannot be reached; there is no Go toolchain). ' +
      `To get video, put livekit-server ${livekitVersion} on PATH, install Go 1.26 or newer, or set LIVEKIT_URL, LIVEKIT_API_KEY and LIVEKIT_API_SECRET; then start again.`,
  });
});

test('a folder that cannot be written is no end of it: the home keeps the program', async () => {
  writeFileSync(join(dir, 'cache'), '');
  expect(await bring([makes])).toEqual({
    path: join(dir, 'fallback', 'livekit', `v${livekitVersion}`, 'livekit-server'),
  });
});
