import { type ChildProcess, fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { FromListener } from '../../src/rtmp/main.ts';
import type { RtmpSettings } from '../../src/rtmp/rtmp-listener.ts';
import { startEngine, type TestEngine } from '../live-engine.ts';
import type { Received } from './subscriber.ts';
import { startFakeIngestApp, type FakeIngestApp } from './fake-ingest-app.ts';

const listenerFile = join(import.meta.dirname, '../../src/rtmp/main.ts');
const subscriberFile = join(import.meta.dirname, 'subscriber.ts');

export const sound440 = ['-f', 'lavfi', '-i', 'sine=frequency=440:sample_rate=44100'];
export const h264 = ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p'];
export const zeroLatency = [...h264, '-tune', 'zerolatency', '-g', '30'];
export const aac = ['-c:a', 'aac', '-b:a', '96k'];

export const moving = (size = '640x360', rate = 15): string[] => [
  '-f',
  'lavfi',
  '-i',
  `testsrc=size=${size}:rate=${rate}`,
];

export interface Encoder {
  /** What it says of errors. */
  said(): string;
  ended: Promise<void>;
  stop(): Promise<void>;
}

export interface Viewer {
  readonly received: Received;
  stop(): void;
}

export interface IngestStage {
  readonly engine: TestEngine;
  readonly app: FakeIngestApp;
  readonly listener: ChildProcess;
  readonly port: number;
  readonly tlsPort: number | undefined;
  readonly settings: RtmpSettings;
  send(words: readonly string[], key?: string): Encoder;
  watch(): Promise<Viewer>;
  /** As a viewer without H.264, in the room of the copy. */
  watchVp8(): Promise<Viewer>;
  stop(): Promise<void>;
}

/** The real engine, the real listener in its own process, and a app between them. */
export async function startIngest(more: Partial<RtmpSettings> = {}): Promise<IngestStage> {
  const engine = await startEngine();
  const app = await startFakeIngestApp(engine.engine);
  const port = await anyFreePort();
  const settings: RtmpSettings = {
    appUrl: app.url,
    secret: 'of-the-test',
    host: '127.0.0.1',
    port,
    ffmpeg: { path: 'ffmpeg', env: { PATH: process.env['PATH'] ?? '' } },
    ...more,
  };
  const listener = await startListener(settings);
  const viewers: ChildProcess[] = [];
  const enter = async (token: string): Promise<Viewer> => {
    const child = fork(subscriberFile, [engine.engine.url, token], { stdio: 'ignore' });
    viewers.push(child);
    const [first] = (await once(child, 'message')) as [Received];
    const viewer = { received: first, stop: () => void child.kill() };
    child.on('message', (received: Received) => (viewer.received = received));
    return viewer;
  };
  return {
    engine,
    app,
    listener,
    port,
    tlsPort: settings.tls?.port,
    settings,
    send: (words, key = 'key') => sendTo(`rtmp://127.0.0.1:${port}/live/${key}`, words),
    watch: async () => enter(await app.viewerToken()),
    watchVp8: async () => enter(await app.vp8ViewerToken()),
    async stop() {
      for (const viewer of viewers) viewer.kill();
      const isGone = listener.exitCode !== null || listener.signalCode !== null;
      listener.kill();
      if (!isGone) await once(listener, 'exit');
      await app.stop();
      await engine.stop();
    },
  };
}

export async function startListener(settings: RtmpSettings): Promise<ChildProcess> {
  const listener = fork(listenerFile, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  listener.send(settings);
  const [answer] = (await once(listener, 'message')) as [FromListener];
  if ('failed' in answer) throw new Error(answer.failed);
  return listener;
}

export function sendTo(address: string, words: readonly string[], program = 'ffmpeg'): Encoder {
  const child = spawn(program, ['-hide_banner', '-loglevel', 'error', '-nostats', ...words, '-f', 'flv', address], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  child.stderr.on('data', (bytes: Buffer) => (said += bytes.toString()));
  const ended = once(child, 'close').then(() => undefined);
  return {
    said: () => said,
    ended,
    async stop() {
      child.kill('SIGKILL');
      await ended;
    },
  };
}

export async function anyFreePort(): Promise<number> {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
