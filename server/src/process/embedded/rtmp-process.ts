import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import type { FfmpegProgram, RtmpIngest } from '../../ports/rtmp-ingest.ts';
import type { FromListener, ToListener } from '../../rtmp/main.ts';
import type { RtmpSettings } from '../../rtmp/rtmp-listener.ts';
import { keepRunning } from '../keep-running.ts';
import { signal, waitForEnd } from './processes.ts';
import type { StartLog } from './start-log.ts';

export type FoundFfmpeg = RtmpSettings['ffmpeg'] | { readonly missing: string };

export interface RtmpOptions {
  /** The listener's program: a source, or what was built of it. */
  readonly file: string;
  /** A search that ends with the program; `missing` leaves the app without RTMP. */
  readonly ffmpeg: Promise<FoundFfmpeg>;
  readonly settings: Omit<RtmpSettings, 'ffmpeg'>;
  /** Called just before the listener opens its ports, to release them. */
  readonly releasePorts: () => void;
  readonly log: StartLog;
}

export interface EmbeddedRtmp extends RtmpIngest {
  /** Called once, when it listens for the first time. */
  onReady(listener: () => void): void;
  /** Another listener takes new encoders; this one keeps those that it has until they end, for six hours at most. */
  renew(): Promise<void>;
  /** Takes no new encoder; resolves when the last has ended, after six hours at most. */
  drain(): Promise<void>;
  stop(): Promise<void>;
}

/** On a busy machine a program takes ten seconds to begin; one that is ended for that would never begin. */
const listensWithinMs = 30_000;
const stopWithinMs = 2_500;

/** Runs the RTMP listener as our child and starts it again when it ends; encoders then reconnect by themselves. */
export function superviseRtmp(options: RtmpOptions): EmbeddedRtmp {
  const { settings, log } = options;
  let child: ChildProcess | undefined;
  let stopping = false;
  let kept: ReturnType<typeof keepRunning> | undefined;
  let ready: (() => void) | undefined;
  let wasReady = false;
  let isRenewing = false;
  let program: FfmpegProgram | undefined;
  /** They keep encoders and take no new ones. */
  const retired = new Set<ChildProcess>();

  const isRunning = (): boolean => child?.exitCode === null && child.signalCode === null;
  const retire = async (): Promise<void> => {
    const before = child;
    if (!before || !isRunning()) return;
    child = undefined;
    retired.add(before);
    before.once('exit', () => void retired.delete(before));
    before.send('retire' satisfies ToListener, () => undefined);
    // Its ports are free then.
    await Promise.race([once(before, 'message'), once(before, 'exit'), pause(stopWithinMs, undefined, { ref: false })]);
  };
  // A stopped process may be gone before its exit event arrives.
  const listens = (): boolean => !stopping && isRunning();
  const begin = async (ffmpeg: RtmpSettings['ffmpeg']): Promise<void> => {
    if (stopping) return;
    child = await startListener(options.file, { ...settings, ffmpeg });
    if (wasReady) return;
    wasReady = true;
    ready?.();
  };
  const run = async (): Promise<void> => {
    const found = await options.ffmpeg;
    options.releasePorts();
    if ('missing' in found) return log.warn(found.missing);
    program = found;
    const failed = (error: Error): void => log.warn(`The RTMP listener could not be started: ${error.message}.`);
    await begin(found).catch(failed);
    if (stopping) return;
    kept = keepRunning({
      isRunning: () => isRenewing || isRunning(),
      startAgain: () => {
        log.warn('The RTMP listener ended: starting it again.');
        return begin(found);
      },
      failed,
    });
  };
  void run();
  return {
    get port() {
      return listens() ? settings.port : undefined;
    },
    get tlsPort() {
      return listens() ? settings.tls?.port : undefined;
    },
    get ffmpeg() {
      return program;
    },
    onReady(listener) {
      ready = listener;
      if (wasReady) listener();
    },
    async renew() {
      const found = await options.ffmpeg;
      if (stopping || isRenewing || !isRunning() || 'missing' in found) return;
      isRenewing = true;
      try {
        await retire();
        await begin(found);
      } catch (error) {
        log.warn(`The RTMP listener could not be started: ${(error as Error).message}.`);
      } finally {
        isRenewing = false;
      }
    },
    async drain() {
      stopping = true;
      await kept?.stop();
      await retire();
      await Promise.all([...retired].map((one) => once(one, 'exit')));
    },
    async stop() {
      stopping = true;
      await kept?.stop();
      await Promise.all([...retired, ...(child && isRunning() ? [child] : [])].map(endListener));
    },
  };
}

/** Ends it; it closes its encoders' sessions first. */
async function endListener({ pid }: ChildProcess): Promise<void> {
  if (pid === undefined) return;
  signal(pid, 'SIGTERM');
  if (!(await waitForEnd(pid, stopWithinMs))) signal(pid, 'SIGKILL');
}

/** Rejects when it does not listen. */
async function startListener(file: string, settings: RtmpSettings): Promise<ChildProcess> {
  // Its environment is bare: settings and secrets of the app are none of its business.
  const child = fork(file, {
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    env: {},
    execArgv: ['--max-semi-space-size=8'],
  });
  child.on('error', () => undefined);
  const ended = once(child, 'exit').then((): FromListener => ({ failed: 'it ended' }));
  const answered = once(child, 'message').then(([message]) => message as FromListener);
  const late = new Promise<FromListener>((resolve) => {
    setTimeout(() => resolve({ failed: 'it does not answer' }), listensWithinMs).unref();
  });
  child.send(settings satisfies ToListener, () => undefined);
  const answer = await Promise.race([answered, ended, late]);
  if ('listening' in answer) return child;
  child.kill('SIGKILL');
  throw new Error('failed' in answer ? answer.failed : 'it retired');
}
