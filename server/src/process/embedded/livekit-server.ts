import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { chooseLivekitPorts, ensureLivekitKeys } from './livekit-config.ts';
import type { VideoEngine } from '../../ports/video-engine.ts';
import { LivekitEngine, type LivekitOptions } from './livekit-engine.ts';
import { isOurs, signal, waitForEnd } from './processes.ts';

/** Our own engine: down means it cannot be had, or was stopped. */
export interface EmbeddedVideo extends VideoEngine {
  stop(): Promise<void>;
}

/** Runs the engine as a child process and restarts it. Returns immediately; the engine comes up later. */
export async function superviseLivekit(options: LivekitOptions): Promise<EmbeddedVideo> {
  const dir = resolve(options.home, 'livekit');
  mkdirSync(dir, { recursive: true, mode: 0o700 });
  await endOrphan(dir);
  const keys = ensureLivekitKeys(options.home);
  const engine = new LivekitEngine(dir, keys, await chooseLivekitPorts(dir, options.host), options);
  void engine.run();
  return {
    state: () => engine.state,
    get url() {
      return `ws://127.0.0.1:${engine.ports.signal}`;
    },
    get httpUrl() {
      return `http://127.0.0.1:${engine.ports.signal}`;
    },
    ...keys,
    onReady: (listener) => engine.onReady(listener),
    stop: () => engine.stop(),
  };
}

/** An engine of this home that outlived a killed app holds its ports: it is ended first. */
async function endOrphan(dir: string): Promise<void> {
  const file = join(dir, 'livekit.pid');
  if (!existsSync(file)) return;
  const pid = Number(readFileSync(file, 'utf8'));
  if (Number.isInteger(pid) && pid > 1 && isOurs(pid, join(dir, 'livekit.yaml'))) {
    signal(pid, 'SIGKILL');
    await waitForEnd(pid, 3_000);
  }
  rmSync(file, { force: true });
}
