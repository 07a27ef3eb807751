import { closeSync, fstatSync, openSync, readSync, renameSync, writeSync } from 'node:fs';
import { days } from '@frontrow/core/kernel/instant.ts';
import type { Clock } from '../ports/clock.ts';

const bytesMax = 10 * 1024 * 1024;
const begunAgoMaxMs = days(7);
/** In addition to the current file; `frontrow.log.1` is the newest of them. */
const olderMax = 3;
const firstLineBytes = 300;

/**
 * A file of JSON lines that rotates at ten megabytes or after a week and keeps three older files. On a full disk a line
 * is lost, because logging must never stop the work that is logged.
 */
export function rotatingFile(path: string, clock: Clock): { write(line: string): void } {
  let { file, bytes, begun } = open(path, clock.now());

  const rotate = (): void => {
    try {
      for (let age = olderMax; age >= 1; age -= 1)
        moveIfThere(age === 1 ? path : `${path}.${age - 1}`, `${path}.${age}`);
      const next = open(path, clock.now());
      closeSync(file);
      ({ file, bytes, begun } = next);
    } catch {
      // Keeps writing to the current file, and tries again when the next rotation would be due.
      [bytes, begun] = [0, clock.now()];
    }
  };

  return {
    write(line) {
      if (bytes >= bytesMax || clock.now() - begun > begunAgoMaxMs) rotate();
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
