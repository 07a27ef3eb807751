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

/** The real engine on separate ports; `npm test` has fetched its program before. */
export async function startEngine(webhookUrl?: string, host = '127.0.0.1'): Promise<TestEngine> {
  const home = await mkdtemp(join(tmpdir(), 'frontrow-engine-'));
  const quiet = { info: () => undefined, warn: () => undefined };
  const engine = await superviseLivekit({
    binary: bringLivekitBinary({ fallbackCache: join(home, 'cache'), tell: quiet.info }),
    home,
    host,
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

/** A connection of a browser to the engine's signaling. */
export interface Signal {
  /** What the engine said so far, as text: its protobuf holds names and tokens as they are. */
  heard(): string;
  /** Which of its answers came first: 1 after joining, 19 after resuming. */
  readonly firstField: number;
  isOpen(): boolean;
  close(): void;
}

/**
 * A browser's first steps: the signal connection with its token, answered by the engine; with `resume` that of this
 * participant is taken up again. False when it is refused.
 */
export function signalIn(url: string, token: string, resume?: string): Promise<Signal | false> {
  const again = resume === undefined ? '' : `&reconnect=1&sid=${resume}`;
  const socket = new WebSocket(
    `${url}/rtc?access_token=${token}&auto_subscribe=0&sdk=js&version=2.0.0&protocol=15${again}`,
  );
  socket.binaryType = 'arraybuffer';
  let heard = '';
  return new Promise((resolve) => {
    socket.addEventListener('message', ({ data }) => {
      const bytes = Buffer.from(data as ArrayBuffer);
      heard += bytes.toString('latin1');
      const tag = (bytes[0]! & 0x7f) | ((bytes[0]! & 0x80) === 0 ? 0 : bytes[1]! << 7);
      resolve({
        heard: () => heard,
        firstField: tag >> 3,
        isOpen: () => socket.readyState === WebSocket.OPEN,
        close: () => socket.close(),
      });
    });
    socket.addEventListener('error', () => resolve(false), { once: true });
    socket.addEventListener('close', () => resolve(false), { once: true });
  });
}
