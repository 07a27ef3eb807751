import { closeSync, fstatSync, openSync, readSync, renameSync, writeSync } from 'node:fs';
import { days } from '@frontrow/core/kernel/instant.ts';
import type { Clock } from '../ports/clock.ts';

const bytesMax = 10 * 1024 * 1024;
const begunAgoMaxMs = days(7);
/** Beside the one that is written: `frontrow.log.1` is the latest of them. */
const olderMax = 3;
const firstLineBytes = 300;

/**
 * A file of JSON lines that is begun anew at ten megabytes or after a week; three older ones are kept. A line that
 * has no place on a full disk is lost: what is logged must never end what is done.
 */
export function rotatingFile(path: string, clock: Clock): { write(line: string): void } {
  let { file, bytes, begun } = open(path, clock.now());

  const beginAnew = (): void => {
    try {
      for (let age = olderMax; age >= 1; age -= 1)
        moveIfThere(age === 1 ? path : `${path}.${age - 1}`, `${path}.${age}`);
      const next = open(path, clock.now());
      closeSync(file);
      ({ file, bytes, begun } = next);
    } catch {
      // Written on where it is, and tried again as late as if it had been begun anew.
      [bytes, begun] = [0, clock.now()];
    }
  };

  return {
    write(line) {
      if (bytes >= bytesMax || clock.now() - begun > begunAgoMaxMs) beginAnew();
      try {
        bytes += writeSync(file, line);
      } catch {
        // the next one may fit
      }
    },
  };
}

interface Open {
  readonly file: number;
  readonly bytes: number;
  /** When its first line was written. */
  readonly begun: number;
}

function open(path: string, now: number): Open {
  const file = openSync(path, 'a+', 0o600);
  const bytes = fstatSync(file).size;
  const first = Buffer.alloc(firstLineBytes);
  if (bytes > 0) readSync(file, first, 0, firstLineBytes, 0);
  return { file, bytes, begun: Number(/"time":(\d+)/.exec(first.toString())?.[1] ?? now) };
}

function moveIfThere(from: string, to: string): void {
  try {
    renameSync(from, to);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
}
