import { linkSync, readFileSync, renameSync, rmSync, writeFileSync, existsSync } from 'node:fs';
import { isOurs } from '../embedded/processes.ts';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { ensureDataDir } from './data-dir.ts';

/**
 * Takes a lock file that holds our process id. Returns undefined while another live process holds it. A dead process's
 * lock is moved aside first; moving is atomic, so two processes cannot both believe they cleared it. `word` must be
 * part of the holder's command line.
 */
export function takeLock(file: string, word = 'node'): { release(): void } | undefined {
  const own = `${file}.${process.pid}`;
  for (let tries = 0; tries < 3; tries += 1) {
    try {
      // Linked into place with its content, so it is never read half-written.
      writeFileSync(own, String(process.pid), { mode: 0o600 });
      linkSync(own, file);
      return { release: () => releaseOwn(file) };
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    } finally {
      rmSync(own, { force: true });
    }
    const holder = holderOf(file);
    if (holder !== undefined && holder !== process.pid && isOurs(holder, word)) return undefined;
    const aside = `${file}.stale-${process.pid}`;
    try {
      renameSync(file, aside);
      rmSync(aside, { force: true });
    } catch {
      // another process cleared it
    }
  }
  return undefined;
}

/** The process id written in a lock file, if there is one. */
export function holderOf(file: string): number | undefined {
  try {
    const pid = Number(readFileSync(file, 'utf8'));
    return Number.isInteger(pid) && pid > 0 ? pid : undefined;
  } catch {
    return undefined;
  }
}

function releaseOwn(file: string): void {
  if (holderOf(file) === process.pid) rmSync(file, { force: true });
}

export interface DataDirLock {
  /** Records the URL we serve, for the error message of a second start, and the port, for health checks. */
  answersAt(address: string, port: number): void;
  /** Makes the next start wait for us instead of giving up. */
  stopping(): void;
  release(): void;
}

/** Part of the command line: `main.ts` from source, `main.js` when built. */
const program = 'main.';
const stoppingWord = 'stopping';
const waitForStoppingMs = 12_000;
/** A server notices within this time that its launcher was killed with SIGKILL. */
const waitForNoticeMs = 2_000;
const lookEveryMs = 100;

/**
 * Locks the data folder for this process. Two processes would fight over its database, so `taken` tells the second one
 * where the first runs.
 */
export async function lockDataDir(home: string): Promise<DataDirLock | { readonly taken: string }> {
  ensureDataDir(home);
  const lockFile = join(home, 'running.pid');
  const addressFile = join(home, 'running.address');
  const portFile = join(home, 'running.port');
  const found = (): string => (existsSync(addressFile) ? readFileSync(addressFile, 'utf8').trim() : '');
  let lock = takeLock(lockFile, program);
  for (
    let waited = 0;
    lock === undefined && waited < (found() === stoppingWord ? waitForStoppingMs : waitForNoticeMs);
    waited += lookEveryMs
  ) {
    await pause(lookEveryMs);
    lock = takeLock(lockFile, program);
  }
  if (lock === undefined) {
    const where = found() === '' ? 'is starting' : found() === stoppingWord ? 'is stopping' : `serves ${found()}`;
    return {
      taken:
        `Frontrow is already running in ${home} and ${where} (process ${holderOf(lockFile) ?? 'unknown'}). Stop it ` +
        'first, or set FRONTROW_HOME to another folder.',
    };
  }
  const { release } = lock;
  rmSync(addressFile, { force: true });
  rmSync(portFile, { force: true });
  return {
    answersAt(address, port) {
      note(addressFile, address);
      note(portFile, String(port));
    },
    stopping: () => note(addressFile, stoppingWord),
    release: () => {
      rmSync(addressFile, { force: true });
      rmSync(portFile, { force: true });
      release();
    },
  };
}

/** The note only serves an error message, so a full disk must not stop the product here. */
function note(file: string, text: string): void {
  try {
    writeFileSync(file, `${text}\n`);
  } catch {
    rmSync(file, { force: true });
  }
}
