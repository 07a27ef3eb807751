import { join } from 'node:path';
import pino from 'pino';
import type { Config } from './config.ts';
import type { Logger } from './ports/log.ts';

/** JSON lines: on standard output in production; else in the home's `frontrow.log`, with only warnings in the terminal. */
export function createLog(config: Pick<Config, 'production' | 'home'>): Logger {
  if (config.production) return pino({ level: 'info' });
  const file = pino.destination({ dest: join(config.home, 'frontrow.log'), sync: true, mkdir: true });
  return pino(
    { level: 'info' },
    pino.multistream([
      { level: 'info', stream: file },
      { level: 'error', stream: process.stderr },
    ]),
  );
}
