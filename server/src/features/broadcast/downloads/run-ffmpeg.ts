import { spawn } from 'node:child_process';
import { constants, setPriority } from 'node:os';
import process from 'node:process';
import type { Readable, Writable } from 'node:stream';
import type { FfmpegProgram } from '../../../ports/rtmp-ingest.ts';

const stderrTailCharsMax = 2_000;
/** Seconds of processor time, after which ffmpeg ends where nobody is left to kill it. */
const processorSecondsMax = 3_600;

const protocols = ['-protocol_whitelist', 'pipe,file'];
/** A stretch that cannot be decoded is shown without its picture, and does not cost the whole video. */
const damaged = ['-max_error_rate', '1'];

/** What ffmpeg says when a disk is full, with the sentence of the system. */
export class FfmpegError extends Error {
  readonly isDiskFull: boolean;

  constructor(why: string) {
    super(`ffmpeg: ${why}`);
    this.isDiskFull = /No space left on device|Disk quota exceeded/.test(why);
  }
}

export interface RunningFfmpeg {
  readonly input: Writable;
  readonly output: Readable;
  /** Resolves when it has done its work; rejects with `FfmpegError`. */
  readonly ended: Promise<void>;
}

/**
 * Begins one ffmpeg process with its input on stdin and its output on stdout. It gets only processor time that nothing
 * else needs, and is killed with the signal and with this process.
 */
export function startFfmpeg(ffmpeg: FfmpegProgram, args: readonly string[], signal: AbortSignal): RunningFfmpeg {
  const child = spawn(
    ffmpeg.path,
    [
      '-hide_banner',
      '-nostats',
      '-loglevel',
      'error',
      '-y',
      '-timelimit',
      String(processorSecondsMax),
      ...protocols,
      ...damaged,
      ...args,
    ],
    { stdio: ['pipe', 'pipe', 'pipe'], env: ffmpeg.env },
  );
  const kill = (): void => void child.kill('SIGKILL');
  process.once('exit', kill);
  signal.addEventListener('abort', kill, { once: true });
  if (signal.aborted) kill();
  lowerPriority(child.pid);
  let stderrTail = '';
  child.stderr.on('data', (bytes: Buffer) => {
    stderrTail = (stderrTail + bytes.toString('latin1')).slice(-stderrTailCharsMax);
  });
  // A program that ends early closes its input: what it says is in `ended`.
  child.stdin.on('error', () => undefined);
  const ended = new Promise<void>((resolve, reject) => {
    child.once('error', (error) => reject(new FfmpegError(error.message)));
    child.once('close', (code, killedBy) => {
      if (code === 0) resolve();
      else reject(new FfmpegError(stderrTail.trim() || `it ended with ${killedBy ?? code}`));
    });
  }).finally(() => {
    process.removeListener('exit', kill);
    signal.removeEventListener('abort', kill);
  });
  ended.catch(() => undefined);
  return { input: child.stdin, output: child.stdout, ended };
}

function lowerPriority(pid: number | undefined): void {
  try {
    if (pid !== undefined) setPriority(pid, constants.priority.PRIORITY_LOW);
  } catch {
    // It has ended already.
  }
}
