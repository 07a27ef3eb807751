import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bringLivekitBinary } from '../src/process/embedded/livekit-binary.ts';
import { type EmbeddedVideo, superviseLivekit } from '../src/process/embedded/livekit-server.ts';
import { until } from './harness.ts';

export interface TestEngine {
  readonly engine: EmbeddedVideo;
  readonly home: string;
  stop(): Promise<void>;
}

const readyWithinMs = 60_000;

/** The real engine on ports of its own; `npm test` has brought its program before. */
export async function startEngine(webhookUrl?: string): Promise<TestEngine> {
  const home = await mkdtemp(join(tmpdir(), 'frontrow-engine-'));
  const quiet = { info: () => undefined, warn: () => undefined };
  const engine = await superviseLivekit({
    binary: bringLivekitBinary({ fallbackCache: join(home, 'cache'), tell: quiet.info }),
    home,
    host: '127.0.0.1',
    log: quiet,
    ...(webhookUrl !== undefined && { webhookUrl }),
  });
  await until('the video engine is ready', () => engine.state() === 'ready', readyWithinMs);
  return {
    engine,
    home,
    async stop() {
      await engine.stop();
      await rm(home, { recursive: true, force: true });
    },
  };
}

/** A browser's first steps: the signal connection with its token, answered by the engine. False when it is refused. */
export function signalIn(url: string, token: string): Promise<{ close(): void } | false> {
  const socket = new WebSocket(`${url}/rtc?access_token=${token}&auto_subscribe=0&sdk=js&version=2.0.0&protocol=15`);
  return new Promise((resolve) => {
    socket.addEventListener('message', () => resolve({ close: () => socket.close() }), { once: true });
    socket.addEventListener('error', () => resolve(false), { once: true });
    socket.addEventListener('close', () => resolve(false), { once: true });
  });
}
