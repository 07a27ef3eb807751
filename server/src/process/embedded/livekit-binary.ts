import { execFile, spawnSync } from 'node:child_process';
import {
  accessSync,
  chmodSync,
  constants,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
} from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { takeLock } from '../home/lock-file.ts';
import { buildFromSource } from './livekit-build.ts';
import { fetchRelease } from './livekit-release.ts';

export const livekitVersion = '1.13.5';
const waitForOthersMs = 25 * 60_000;
const lookEveryMs = 500;

export interface BinarySearch {
  /** `XDG_CACHE_HOME`, where the user set one. */
  readonly cacheHome?: string | undefined;
  /** Used when the user has no folder of their own to write to. */
  readonly fallbackCache: string;
  readonly tell: (sentence: string) => void;
  /**
   * What is tried where none is there, in this order: each puts one into a folder and answers its path, or throws why
   * not.
   */
  readonly ways?: readonly ((into: string, tell: BinarySearch['tell']) => Promise<string>)[] | undefined;
}

const usualWays: NonNullable<BinarySearch['ways']> = [
  (into) => fetchRelease(livekitVersion, into),
  (into, tell) => buildFromSource(livekitVersion, into, tell),
];

export type FoundBinary = { readonly path: string } | { readonly missing: string };

/**
 * The video engine's program: on PATH, in the user's cache, from the official release, built from source; in that
 * order. Never throws: where nothing works it says in one sentence how to get video.
 */
export async function bringLivekitBinary(search: BinarySearch): Promise<FoundBinary> {
  const onPath = spawnSync('sh', ['-c', 'command -v livekit-server'], { encoding: 'utf8' }).stdout?.trim();
  if (onPath && (await answersVersion(onPath))) return { path: onPath };
  try {
    const cache = writableCache(search);
    const target = join(cache, 'livekit-server');
    for (let waited = 0; waited < waitForOthersMs; waited += lookEveryMs) {
      if (existsSync(target) && (await answersVersion(target))) return { path: target };
      const lock = takeLock(join(cache, 'install.lock'));
      if (lock !== undefined) {
        try {
          return await install(cache, target, search);
        } finally {
          lock.release();
        }
      }
      if (waited === 0) search.tell('Another start is getting the video engine ready: waiting for it.');
      await pause(lookEveryMs);
    }
    return { missing: howToGetVideo('another start has been getting it ready for too long') };
  } catch (error) {
    return { missing: howToGetVideo(reasonOf(error)) };
  }
}

async function install(cache: string, target: string, { tell, ways = usualWays }: BinarySearch): Promise<FoundBinary> {
  // We hold the lock: what other tries left half-made belongs to nobody.
  for (const left of readdirSync(cache).filter((name) => name.startsWith('new-')))
    rmSync(join(cache, left), { recursive: true, force: true });
  const work = mkdtempSync(join(cache, 'new-'));
  const reasons: string[] = [];
  try {
    for (const way of ways) {
      try {
        const made = await way(work, tell);
        chmodSync(made, 0o755);
        if (!(await answersVersion(made))) throw new Error('the program does not run here');
        renameSync(made, target);
        tell('The video engine is installed.');
        return { path: target };
      } catch (error) {
        reasons.push(reasonOf(error));
      }
    }
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
  return { missing: howToGetVideo(reasons.join('; ')) };
}

/** `<cache>/frontrow/livekit/v<version>`, made when missing. */
function writableCache(search: BinarySearch): string {
  const base = search.cacheHome && search.cacheHome !== '' ? search.cacheHome : join(homedir(), '.cache');
  for (const root of [join(base, 'frontrow'), search.fallbackCache]) {
    const dir = join(root, 'livekit', `v${livekitVersion}`);
    try {
      mkdirSync(dir, { recursive: true });
      accessSync(dir, constants.W_OK);
      return dir;
    } catch {
      if (existsSync(join(dir, 'livekit-server'))) return dir;
    }
  }
  throw new Error(`no cache folder can be written (${base})`);
}

async function answersVersion(path: string): Promise<boolean> {
  try {
    const { stdout } = await promisify(execFile)(path, ['--version'], { timeout: 10_000 });
    return /livekit-server version \d+\.\d+/.test(stdout);
  } catch {
    return false;
  }
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error && error.message === 'fetch failed'
    ? `the release cannot be reached (${error.cause.message})`
    : error.message;
}

function howToGetVideo(why: string): string {
  return (
    `Frontrow runs without video: the engine could not be had (${why}). To get video, put livekit-server ` +
    `${livekitVersion} on PATH, ` +
    'install Go 1.26 or newer, or set LIVEKIT_URL, LIVEKIT_API_KEY and LIVEKIT_API_SECRET; then start again.'
  );
}
