import { type AddressInfo } from 'node:net';
import { RoomServiceClient } from 'livekit-server-sdk';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { WebSocket, WebSocketServer } from 'ws';
import { systemClock } from '../../src/adapters/clock/system-clock.ts';
import { createLivekitVideo } from '../../src/adapters/video/livekit/livekit-video.ts';
import { silentLog } from '../../src/ports/log.ts';
import { until } from '../harness.ts';
import { startEngine, type TestEngine } from '../live-engine.ts';
import { enterAsSpeaker, enterAsSpectator } from './spectator.ts';

let tested: TestEngine;
let relay: WebSocketServer;
beforeAll(async () => (tested = await startEngine()), 120_000);
afterAll(async () => {
  relay?.close();
  await tested?.stop();
});

/** First bytes of what the engine answers to the client's offer, and of an offer that it makes itself. */
const sessionDescriptions = new Set([0x12, 0x1a]);
const lateMs = 1_000;

/** A way to the engine on which its session descriptions arrive after what it said next, as from a busy one. */
async function lateAnswers(): Promise<string> {
  relay = new WebSocketServer({ port: 0, host: '127.0.0.1' });
  relay.on('connection', (client, request) => {
    const { authorization = '' } = request.headers;
    const engine = new WebSocket(`${tested.engine.url}${request.url}`, { headers: { authorization } });
    const early: Buffer[] = [];
    client.on('message', (said: Buffer) =>
      engine.readyState === WebSocket.OPEN ? engine.send(said) : early.push(said),
    );
    engine.on('open', () => early.forEach((said) => engine.send(said)));
    engine.on('message', (said: Buffer) => {
      if (sessionDescriptions.has(said[0]!)) setTimeout(() => client.send(said), lateMs);
      else client.send(said);
    });
    client.on('close', () => engine.close());
    engine.on('close', () => client.close());
    engine.on('error', () => client.terminate());
  });
  await until('the relay listens', () => relay.address() !== null);
  return `ws://127.0.0.1:${(relay.address() as AddressInfo).port}`;
}

test('a native client leaves although the engine told it of a track before it answered its offer', async () => {
  const { engine } = tested;
  await new RoomServiceClient(engine.httpUrl, engine.apiKey, engine.apiSecret).createRoom({ name: 'late' });
  const video = createLivekitVideo({ engine, clock: systemClock, log: silentLog });
  const tokenOf = (identity: string, grants: 'sub' | 'sub,mic,cam'): Promise<string> =>
    video.mintToken({ room: 'late', identity, displayName: identity, grants });
  const speaker = await enterAsSpeaker(engine.url, await tokenOf('u:1', 'sub,mic,cam'));
  const watcher = await enterAsSpectator(await lateAnswers(), await tokenOf('u:2', 'sub'));
  await until('the picture arrives', () => watcher.seen.pictures > 0);
  await watcher.leave();
  await speaker.leave();
  expect((await video.participants('late')).map(({ identity }) => identity)).toEqual([]);
});
