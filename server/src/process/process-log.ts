import { fstatSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import pino from 'pino';
import { systemClock } from '../adapters/clock/system-clock.ts';
import type { Config } from './config.ts';
import type { Clock } from '../ports/clock.ts';
import type { Logger } from '../ports/log.ts';
import { requestIdNow } from '../tracing/request-scope.ts';
import { rotatingFile } from './rotating-file.ts';

const standardOutput = 1;

/**
 * Mail servers and chains quote recipients in their errors, so addresses of people and wallets are removed from every
 * log line. An escape in front of an address is not part of it. Matches have bounds, because a long word would cost its
 * length squared.
 */
const escape = String.raw`(\\(?:u[\da-f]{4}|.))`;
const wordOfMail = String.raw`[^\s"'\\<>()[\]{},;:/@]`;
const mailAddress = `${wordOfMail}{1,64}@${wordOfMail}{1,253}\\.[a-z]{2,}`;
const walletAddress = String.raw`0x(?:0{24})?[\da-f]{40}(?![\da-f])`;
const escapeOrAddress = new RegExp(`${escape}|${mailAddress}|${walletAddress}`, 'gi');
const options: pino.LoggerOptions = {
  level: 'info',
  mixin() {
    const requestId = requestIdNow();
    return requestId === undefined ? {} : { requestId };
  },
  hooks: { streamWrite: (line) => line.replace(escapeOrAddress, (_, escaped?: string) => escaped ?? '[address]') },
};

/**
 * JSON lines: on standard output in production; else in the home's `frontrow.log`, with only errors in the terminal.
 * Of several processes each has its own file, the second `frontrow-2.log`.
 */
export function createLog(
  config: Pick<Config, 'production' | 'home'>,
  { clock = systemClock, number = 1 }: { readonly clock?: Clock; readonly number?: number } = {},
): Logger {
  const file = number === 1 ? 'frontrow.log' : `frontrow-${number}.log`;
  if (config.production) return isPipe(standardOutput) ? pino(options) : pino(options, lines(standardOutput));
  return pino(
    options,
    pino.multistream([
      { level: 'info', stream: rotatingFile(join(config.home, file), clock) },
      { level: 'error', stream: process.stderr },
    ]),
  );
}

/**
 * A file that lines are added to. One that has no place on a full disk is lost: what is logged must never end what is
 * done.
 */
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

/** pino waits until a pipe's reader catches up, which is right; for a full disk it would wait forever. */
function isPipe(file: number): boolean {
  const it = fstatSync(file);
  return it.isFIFO() || it.isSocket();
}
