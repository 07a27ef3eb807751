import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { holderOf, takeLock } from './lock-file.ts';
import { ensureDataDir } from './ensure-data-dir.ts';

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
