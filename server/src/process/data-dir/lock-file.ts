import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { isOurs } from '../embedded/processes.ts';

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
