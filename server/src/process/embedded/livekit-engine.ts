import { spawn, type ChildProcess } from 'node:child_process';
import { closeSync, existsSync, openSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { VideoState } from '../../ports/video.ts';
import {
  chooseLivekitPorts,
  livekitConfig,
  probeToken,
  type LivekitKeys,
  type LivekitPorts,
} from './livekit-config.ts';
import { dieWithUs, signal, waitForEnd } from './processes.ts';
import type { StartLog } from './start-log.ts';

export interface LivekitOptions {
  /** The program, or a search that ends with it; `missing` leaves the app without video. */
  readonly binary: Promise<{ readonly path: string } | { readonly missing: string }>;
  readonly home: string;
  /** The app's own `HOST`. */
  readonly host: string;
  readonly webhookUrl?: string;
  readonly log: StartLog;
  readonly onState?: (state: VideoState) => void;
}

const backOffFirstMs = 250;
const backOffMaxMs = 15_000;
const readyWithinMs = 20_000;
const probeEveryMs = 100;
const watchEveryMs = 5_000;
const missedProbesMax = 3;
const stopWithinMs = 1_500;
/**
 * After this many starts without an answer the engine is no longer announced as coming, and rooms open without video.
 * It is still restarted.
 */
const startsUnansweredMax = 3;
const logBytesMax = 5 * 1024 * 1024;

/** One home's engine: starts it, watches it, starts it again with growing pauses. */
export class LivekitEngine {
  state: VideoState = 'preparing';
  ports: LivekitPorts;
  private readonly listeners: (() => void)[] = [];
  private readonly dir: string;
  private readonly keys: LivekitKeys;
  private readonly options: LivekitOptions;
  private readonly stopping = new AbortController();
  private child: ChildProcess | undefined;

  constructor(dir: string, keys: LivekitKeys, ports: LivekitPorts, options: LivekitOptions) {
    this.dir = dir;
    this.keys = keys;
    this.ports = ports;
    this.options = options;
  }

  onReady(listener: () => void): void {
    this.listeners.push(listener);
    if (this.state === 'ready') listener();
  }

  async run(): Promise<void> {
    const found = await this.options.binary;
    if ('missing' in found) {
      this.options.log.warn(found.missing);
      this.become('down');
      return;
    }
    let backOffMs = backOffFirstMs;
    let livesUnanswered = 0;
    while (!this.stopping.signal.aborted) {
      const began = performance.now();
      const why = await this.runOnce(found.path).catch((error: unknown) => (error as Error).message);
      if (this.stopping.signal.aborted) return;
      livesUnanswered = this.state === 'ready' ? 0 : livesUnanswered + 1;
      this.become(livesUnanswered < startsUnansweredMax ? 'preparing' : 'down');
      if (performance.now() - began > 60_000) backOffMs = backOffFirstMs;
      this.options.log.warn(`The video engine ended (${why}): starting it again.`);
      await this.wait(backOffMs);
      backOffMs = Math.min(backOffMs * 2, backOffMaxMs);
    }
  }

  async stop(): Promise<void> {
    this.stopping.abort();
    const pid = this.child?.pid;
    if (pid !== undefined && this.child?.exitCode === null) {
      signal(pid, 'SIGTERM');
      // It waits for people to leave; we do not.
      if (!(await waitForEnd(pid, stopWithinMs))) signal(pid, 'SIGKILL');
      await waitForEnd(pid, stopWithinMs);
    }
    rmSync(join(this.dir, 'livekit.pid'), { force: true });
    this.become('down');
  }

  /** One life of the engine; answers why it ended, and throws where it could not begin (a full disk, no free port). */
  private async runOnce(binary: string): Promise<string> {
    this.ports = await chooseLivekitPorts(this.dir, this.options.host);
    const child = this.spawn(binary);
    this.child = child;
    const ended = new Promise<string>((done) => {
      child.once('error', (error) => done(error.message));
      child.once('exit', (code, name) => done(name ?? `code ${code}`));
    });
    const life = { over: false };
    void ended.then(() => (life.over = true));
    for (let waited = 0; waited < readyWithinMs && !life.over && !(await this.answers()); waited += probeEveryMs) {
      await this.wait(probeEveryMs);
    }
    if (!life.over && (await this.answers())) {
      this.become('ready');
      await Promise.race([ended, this.watch(() => life.over)]);
    }
    if (!life.over && child.pid !== undefined) signal(child.pid, 'SIGKILL');
    return ended;
  }

  /** Ends when the engine stops answering although its process lives. */
  private async watch(isOver: () => boolean): Promise<void> {
    let missed = 0;
    while (!isOver() && !this.stopping.signal.aborted && missed < missedProbesMax) {
      await this.wait(watchEveryMs);
      missed = (await this.answers()) ? 0 : missed + 1;
    }
  }

  private spawn(binary: string): ChildProcess {
    const configFile = join(this.dir, 'livekit.yaml');
    writeFileSync(configFile, livekitConfig(this.ports, this.keys, this.options.host, this.options.webhookUrl), {
      mode: 0o600,
    });
    const logFile = join(this.dir, 'livekit.log');
    const tooLong = existsSync(logFile) && statSync(logFile).size > logBytesMax;
    const output = openSync(logFile, tooLong ? 'w' : 'a', 0o600);
    const [command = '', ...rest] = [...dieWithUs('KILL'), binary, '--config', configFile];
    let child: ChildProcess | undefined;
    try {
      // Detached, so that Ctrl-C reaches only us. The environment is empty, because LIVEKIT_* variables would override
      // the file.
      child = spawn(command, rest, {
        detached: true,
        stdio: ['ignore', output, output],
        env: { HOME: this.dir, PATH: '/usr/bin:/bin' },
      });
      if (child.pid !== undefined) writeFileSync(join(this.dir, 'livekit.pid'), String(child.pid));
      return child;
    } catch (error) {
      // Nobody would find it again.
      if (child?.pid !== undefined) signal(child.pid, 'SIGKILL');
      throw error;
    } finally {
      closeSync(output);
    }
  }

  private async answers(): Promise<boolean> {
    try {
      const response = await fetch(`http://127.0.0.1:${this.ports.signal}/twirp/livekit.RoomService/ListRooms`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${probeToken(this.keys)}` },
        body: '{}',
        signal: AbortSignal.timeout(2_000),
      });
      await response.body?.cancel();
      return response.ok;
    } catch {
      return false;
    }
  }

  private become(state: VideoState): void {
    if (state === this.state) return;
    this.state = state;
    this.options.onState?.(state);
    if (state === 'ready') for (const listener of this.listeners) listener();
  }

  /** A pause that ends early when we stop. */
  private wait(ms: number): Promise<void> {
    return new Promise((done) => {
      const timer = setTimeout(finish, ms);
      const { signal: stop } = this.stopping;
      function finish(): void {
        clearTimeout(timer);
        stop.removeEventListener('abort', finish);
        done();
      }
      stop.addEventListener('abort', finish);
      if (stop.aborted) finish();
    });
  }
}
