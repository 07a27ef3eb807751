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
import { takeLock } from '../data-dir/lock-data-dir.ts';

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

export interface Program {
  /** As sentences call it. */
  readonly title: string;
  /** Its folder below `frontrow/` in the cache. */
  readonly folder: string;
  /** What a way makes is moved there: the program itself, or a folder that holds it as `inside`. */
  readonly name: string;
  readonly inside?: string;
  /** Whether this one runs here. */
  readonly answers: (path: string) => Promise<boolean>;
  readonly ways: NonNullable<BinarySearch['ways']>;
  readonly howToGet: (why: string) => string;
}

export type FoundBinary = { readonly path: string } | { readonly missing: string };

/**
 * A program from the user's cache, else by the first way that works, which leaves it there. One start at a time; the
 * others wait. Never throws: where nothing works it says in one sentence how to get it.
 */
export async function bringProgram(program: Program, search: BinarySearch): Promise<FoundBinary> {
  try {
    const cache = writableCache(program, search);
    const target = runsIn(program, join(cache, program.name));
    for (let waited = 0; waited < waitForOthersMs; waited += lookEveryMs) {
      if (existsSync(target) && (await program.answers(target))) return { path: target };
      const lock = takeLock(join(cache, 'install.lock'));
      if (lock !== undefined) {
        try {
          return await install(program, cache, search);
        } finally {
          lock.release();
        }
      }
      if (waited === 0) search.tell(`Another start is getting ${program.title} ready: waiting for it.`);
      await pause(lookEveryMs);
    }
    return { missing: program.howToGet('another start has been getting it ready for too long') };
  } catch (error) {
    return { missing: program.howToGet(reasonOf(error)) };
  }
}

const runsIn = ({ inside }: Program, made: string): string => (inside === undefined ? made : join(made, inside));

async function install(
  program: Program,
  cache: string,
  { tell, ways = program.ways }: BinarySearch,
): Promise<FoundBinary> {
  // We hold the lock: what other tries left half-made belongs to nobody.
  for (const left of readdirSync(cache).filter((name) => name.startsWith('new-')))
    rmSync(join(cache, left), { recursive: true, force: true });
  const work = mkdtempSync(join(cache, 'new-'));
  const target = join(cache, program.name);
  const reasons: string[] = [];
  try {
    for (const way of ways) {
      try {
        const made = await way(work, tell);
        chmodSync(runsIn(program, made), 0o755);
        if (!(await program.answers(runsIn(program, made)))) throw new Error('the program does not run here');
        if (program.inside !== undefined) rmSync(target, { recursive: true, force: true });
        renameSync(made, target);
        tell(`${program.title[0]?.toUpperCase()}${program.title.slice(1)} is installed.`);
        return { path: runsIn(program, target) };
      } catch (error) {
        reasons.push(reasonOf(error));
      }
    }
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
  return { missing: program.howToGet(reasons.join('; ')) };
}

/** `<cache>/frontrow/<folder>`, made when missing. */
function writableCache(program: Program, search: BinarySearch): string {
  const base = search.cacheHome && search.cacheHome !== '' ? search.cacheHome : join(homedir(), '.cache');
  for (const root of [join(base, 'frontrow'), search.fallbackCache]) {
    const dir = join(root, program.folder);
    try {
      mkdirSync(dir, { recursive: true });
      accessSync(dir, constants.W_OK);
      return dir;
    } catch {
      if (existsSync(runsIn(program, join(dir, program.name)))) return dir;
    }
  }
  throw new Error(`no cache folder can be written (${base})`);
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error && error.message === 'fetch failed'
    ? `the release cannot be reached (${error.cause.message})`
    : error.message;
}
