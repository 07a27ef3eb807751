import { execFile, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { arch, platform } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type BinarySearch, bringProgram, type FoundBinary, type Program } from './bring-program.ts';
import { buildFromSource } from './livekit-build.ts';

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

const releases = 'https://github.com/livekit/livekit/releases/download';
const checksumWithinMs = 8_000;
const archiveWithinMs = 180_000;
const archiveBytesMax = 200 * 1024 * 1024;

/**
 * Brings the official archive into `into`, compares its published checksum, unpacks it. Returns the binary's path;
 * throws why not.
 */
async function fetchRelease(version: string, into: string): Promise<string> {
  const cpu = { x64: 'amd64', arm64: 'arm64', arm: 'armv7' }[arch() as string];
  if (platform() !== 'linux' || cpu === undefined)
    throw new Error(`no release is published for ${platform()} ${arch()}`);
  const name = `livekit_${version}_linux_${cpu}.tar.gz`;
  const sums = await (await get(`${releases}/v${version}/checksums.txt`, checksumWithinMs)).text();
  const wanted = new RegExp(`^([0-9a-f]{64})\\s+\\*?${name.replaceAll('.', '\\.')}$`, 'm').exec(sums)?.[1];
  if (wanted === undefined) throw new Error(`the release publishes no checksum for ${name}`);
  const response = await get(`${releases}/v${version}/${name}`, archiveWithinMs);
  if (Number(response.headers.get('content-length') ?? 0) > archiveBytesMax)
    throw new Error('the archive is far too large');
  const bytes = Buffer.from(await response.arrayBuffer());
  const got = createHash('sha256').update(bytes).digest('hex');
  if (got !== wanted) throw new Error(`${name} does not have its published checksum`);
  const archive = join(into, name);
  await writeFile(archive, bytes);
  await promisify(execFile)('tar', ['-xzf', archive, '-C', into, 'livekit-server']);
  return join(into, 'livekit-server');
}

async function get(url: string, withinMs: number): Promise<Response> {
  const response = await fetch(url, { redirect: 'follow', signal: AbortSignal.timeout(withinMs) });
  if (!response.ok) throw new Error(`${url} answered ${response.status}`);
  return response;
}
