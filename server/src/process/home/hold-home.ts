import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { holderOf, takeLock } from './lock-file.ts';
import { makeHome } from './make-home.ts';

export interface HeldHome {
  /** Writes down where we answer, for the sentence the next start says. */
  answersAt(address: string): void;
  /** The next start waits for us instead of giving up. */
  stopping(): void;
  release(): void;
}

/** Of its command line: `main.ts` from its sources, `main.js` as built. */
const program = 'main.';
const stoppingWord = 'stopping';
const waitForStoppingMs = 12_000;
/** A launcher that was killed with -9 is noticed by its server within this time. */
const waitForNoticeMs = 2_000;
const lookEveryMs = 100;

/**
 * Takes the home for this process. Two processes on one home would fight over its database: the second is told where
 * the first is.
 */
export async function holdHome(home: string): Promise<HeldHome | { readonly taken: string }> {
  makeHome(home);
  const lockFile = join(home, 'running.pid');
  const addressFile = join(home, 'running.address');
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
    const where =
      found() === '' ? 'is just starting' : found() === stoppingWord ? 'is just stopping' : `answers at ${found()}`;
    return {
      taken:
        `Frontrow already runs on ${home} and ${where} (process ${holderOf(lockFile) ?? 'unknown'}). Stop it ` +
        'first, or set FRONTROW_HOME to another folder.',
    };
  }
  const { release } = lock;
  rmSync(addressFile, { force: true });
  return {
    answersAt: (address) => note(addressFile, address),
    stopping: () => note(addressFile, stoppingWord),
    release: () => {
      rmSync(addressFile, { force: true });
      release();
    },
  };
}

/** Only a word for the next start's sentence: a full disk must not be what ends us. */
function note(file: string, text: string): void {
  try {
    writeFileSync(file, `${text}\n`);
  } catch {
    rmSync(file, { force: true });
  }
}
