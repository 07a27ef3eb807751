import { execFile, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { bringProgram, type BinarySearch, type FoundBinary, type Program } from './bring-program.ts';
import { buildFromSource } from './livekit-build.ts';
import { fetchRelease } from './livekit-release.ts';

export const livekitVersion = '1.13.5';

const livekit: Program = {
  title: 'the video engine',
  folder: join('livekit', `v${livekitVersion}`),
  name: 'livekit-server',
  answers: answersVersion,
  ways: [(into) => fetchRelease(livekitVersion, into), (into, tell) => buildFromSource(livekitVersion, into, tell)],
  howToGet: howToGetVideo,
};

/**
 * The video engine's program: on PATH, in the user's cache, from the official release, built from source; in that
 * order. Never throws: where nothing works it says in one sentence how to get video.
 */
export async function bringLivekitBinary(search: BinarySearch): Promise<FoundBinary> {
  const onPath = spawnSync('sh', ['-c', 'command -v livekit-server'], { encoding: 'utf8' }).stdout?.trim();
  if (onPath && (await answersVersion(onPath))) return { path: onPath };
  return bringProgram(livekit, search);
}

async function answersVersion(path: string): Promise<boolean> {
  try {
    const { stdout } = await promisify(execFile)(path, ['--version'], { timeout: 10_000 });
    return /livekit-server version \d+\.\d+/.test(stdout);
  } catch {
    return false;
  }
}

function howToGetVideo(why: string): string {
  return (
    `Frontrow runs without video: the engine could not be had (${why}). To get video, put livekit-server ` +
    `${livekitVersion} on PATH, ` +
    'install Go 1.26 or newer, or set LIVEKIT_URL, LIVEKIT_API_KEY and LIVEKIT_API_SECRET; then start again.'
  );
}
