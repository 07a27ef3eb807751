import { fstatSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import pino from 'pino';
import type { Config } from './config.ts';
import type { Logger } from './ports/log.ts';

const standardOutput = 1;

/** JSON lines: on standard output in production; else in the home's `frontrow.log`, with only warnings in the terminal. */
export function createLog(config: Pick<Config, 'production' | 'home'>): Logger {
  if (config.production)
    return isPipe(standardOutput) ? pino({ level: 'info' }) : pino({ level: 'info' }, lines(standardOutput));
  return pino(
    { level: 'info' },
    pino.multistream([
      { level: 'info', stream: lines(openSync(join(config.home, 'frontrow.log'), 'a', 0o600)) },
      { level: 'error', stream: process.stderr },
    ]),
  );
}

/** A file that lines are added to. One that has no place on a full disk is lost: what is logged must never end what is done. */
function lines(file: number): { write(line: string): void } {
  return {
    write(line) {
      try {
        writeSync(file, line);
      } catch {
        // the next one may fit
      }
    },
  };
}

/** Whoever reads a pipe makes room again, and pino waits for them. It would wait for a full disk, too, for ever. */
function isPipe(file: number): boolean {
  const it = fstatSync(file);
  return it.isFIFO() || it.isSocket();
}
