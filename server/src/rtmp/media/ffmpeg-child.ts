import { spawn, type ChildProcess } from 'node:child_process';
import { constants, setPriority } from 'node:os';
import type { Readable, Writable } from 'node:stream';

/** The ffmpeg program and the environment that its libraries need. */
export interface Ffmpeg {
  readonly path: string;
  readonly env: Readonly<Record<string, string>>;
}

const waitingBytesMax = 8 * 1024 * 1024;
const stderrTailCharsMax = 2_000;

/** One ffmpeg process with input on stdin and outputs on file descriptors 1 and 3. */
export class FfmpegChild {
  ended = false;
  stderrTail = '';
  private readonly child: ChildProcess;
  private readonly input: Writable;

  /** `background`: it gets only processor time that nothing else needs. */
  constructor(
    ffmpeg: Ffmpeg,
    args: readonly string[],
    outputs: readonly ((bytes: Buffer) => void)[],
    priority: 'normal' | 'background' = 'normal',
  ) {
    this.child = spawn(
      ffmpeg.path,
      ['-hide_banner', '-nostats', '-loglevel', 'error', '-protocol_whitelist', 'pipe', ...args],
      { stdio: ['pipe', 'pipe', 'pipe', ...(outputs.length > 1 ? (['pipe'] as const) : [])], env: ffmpeg.env },
    );
    this.child.on('error', () => (this.ended = true));
    this.child.on('exit', () => (this.ended = true));
    if (priority === 'background') lowerPriority(this.child.pid);
    this.input = this.child.stdin!;
    this.input.on('error', () => (this.ended = true));
    this.child.stderr!.on('data', (bytes: Buffer) => {
      this.stderrTail = (this.stderrTail + bytes.toString('latin1')).slice(-stderrTailCharsMax);
    });
    const pipes = [this.child.stdio[1], this.child.stdio[3]] as (Readable | null | undefined)[];
    outputs.forEach((output, index) => {
      pipes[index]!.on('data', (bytes: Buffer) => {
        try {
          output(bytes);
        } catch {
          this.close();
        }
      });
    });
  }

  write(bytes: Buffer): void {
    if (this.ended) return;
    this.input.write(bytes);
    // A transcoder that cannot keep up is killed, because late media is worse than none.
    if (this.input.writableLength > waitingBytesMax) this.close();
  }

  close(): void {
    this.ended = true;
    this.child.kill('SIGKILL');
  }
}

function lowerPriority(pid: number | undefined): void {
  try {
    if (pid !== undefined) setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // It has ended already.
  }
}
