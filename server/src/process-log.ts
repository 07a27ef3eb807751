import { openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import pino from 'pino';
import type { Config } from './config.ts';
import type { Logger } from './ports/log.ts';

/** JSON lines: on standard output in production; else in the home's `frontrow.log`, with only warnings in the terminal. */
export function createLog(config: Pick<Config, 'production' | 'home'>): Logger {
  if (config.production) return pino({ level: 'info' });
  return pino(
    { level: 'info' },
    pino.multistream([
      { level: 'info', stream: lines(join(config.home, 'frontrow.log')) },
      { level: 'error', stream: process.stderr },
    ]),
  );
}

/** A file that lines are added to. One that has no place on a full disk is lost: what is logged must never end what is done. */
function lines(path: string): { write(line: string): void } {
  const file = openSync(path, 'a', 0o600);
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
