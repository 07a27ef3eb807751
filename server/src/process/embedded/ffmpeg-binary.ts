import { execFile, spawnSync } from 'node:child_process';
import process from 'node:process';
import { promisify } from 'node:util';
import { bringProgram, type BinarySearch, type Program } from './bring-program.ts';
import { installPackage, unpackPackage } from './debian-package.ts';
import type { FoundFfmpeg } from './rtmp-process.ts';

const ffmpeg: Program = {
  title: 'the encoder ffmpeg',
  folder: 'ffmpeg',
  name: 'debian',
  inside: 'ffmpeg',
  answers: encodesWhatWeNeed,
  ways: [(into, tell) => unpackPackage('ffmpeg', into, tell)],
  howToGet: (why) =>
    `RTMP is off: ffmpeg could not be had (${why}). Encoders can still send by WHIP, and hosts by their camera. ` +
    'To get RTMP, install ffmpeg with libopus and libx264 and start again.',
};

const onPath = (): string | undefined =>
  spawnSync('sh', ['-c', 'command -v ffmpeg'], { encoding: 'utf8' }).stdout?.trim() || undefined;

/**
 * ffmpeg: on PATH, installed by us where we are root, in the user's cache, or unpacked into it from Debian's packages;
 * in that order. Never throws.
 */
export async function bringFfmpeg(search: BinarySearch): Promise<FoundFfmpeg> {
  const env = { PATH: process.env['PATH'] ?? '' };
  const found = onPath();
  if (found && (await encodesWhatWeNeed(found))) return { path: found, env };
  if (search.ways === undefined && process.getuid?.() === 0) {
    await installPackage('ffmpeg', search.tell).catch(() => undefined);
    const installed = onPath();
    if (installed && (await encodesWhatWeNeed(installed))) return { path: installed, env };
  }
  const brought = await bringProgram(ffmpeg, search);
  return 'missing' in brought ? brought : { path: brought.path, env };
}

/** Builds without the two encoders exist. */
async function encodesWhatWeNeed(path: string): Promise<boolean> {
  try {
    const { stdout } = await promisify(execFile)(path, ['-hide_banner', '-encoders'], { timeout: 20_000 });
    return / libopus /.test(stdout) && / libx264 /.test(stdout);
  } catch {
    return false;
  }
}
