import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testApp, type TestApp } from '../../test/harness.ts';
import { startEngine, type TestEngine } from '../../test/live-engine.ts';
import { listening } from '../../test/live-socket.ts';
import { lookAt } from './check.ts';
import { checkEnginePaths } from './check-engine-paths.ts';

let app: TestApp;
let live: TestEngine;
let proxy: Server;
let origin: string;
/** A proxy that passes all of the engine on, as installations did before. */
let leaky: string;
beforeAll(async () => {
  live = await startEngine();
  app = await testApp({ overrides: { videoEngine: live.engine } });
  origin = await listening(app);
  proxy = createServer((request, response) => {
    const post = { method: 'POST', body: '{}', headers: { 'content-type': 'application/json' } };
    const init = request.method === 'POST' ? post : {};
    void fetch(`${live.engine.httpUrl}${request.url}`, init).then((answer) => response.writeHead(answer.status).end());
  });
  await new Promise<void>((done) => proxy.listen(0, '127.0.0.1', done));
  leaky = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
});
afterAll(async () => {
  proxy.close();
  await app.close();
  await live.stop();
});

const keys = { apiKey: 'key', apiSecret: 'secret' };
const look = async (publicUrl: string, url: string | undefined, direct?: string): Promise<string> => {
  const livekit = url === undefined ? undefined : { url, publicUrl: direct, ...keys };
  const [finding] = await lookAt([checkEnginePaths({ publicUrl, livekit })], () => undefined);
  return `${finding?.is}: ${finding?.says}`;
};

test('an app that forwards signaling alone is good', async () =>
  expect(await look(origin, live.engine.url)).toBe('good: Only signaling gets there.'));

test('an address that passes all of the engine on is named, path by path', async () => {
  const found = await look(origin, live.engine.url, leaky);
  expect(found).toMatch(/^bad: Anyone with a ticket reaches more of the engine than signaling: /);
  expect(found).toContain(`POST ${leaky}/twirp/livekit.RoomService/ListRooms (401)`);
  expect(found).toContain(`POST ${leaky}/whip/v1 (`);
  expect(found).not.toContain(origin);
});

test('a proxy that does not pass signaling on is said to take video from everyone', async () =>
  expect(await look(leaky, live.engine.url)).toMatch(/^bad: PUBLIC_URL\/livekit does not reach the app \(\d+\): /));

test('an engine at an address of the internet is reached past the app', async () =>
  expect(await look(origin, 'wss://203.0.113.7')).toMatch(
    /^bad: LIVEKIT_URL is 203\.0\.113\.7, an address of the int/,
  ));

test('no one is asked where there is nothing to ask', async () => {
  expect(await look(origin, undefined)).toMatch(/^not set: LIVEKIT_URL is not set/);
  expect(await look('', live.engine.url)).toMatch(/^not set: PUBLIC_URL is not set/);
  expect(await look(origin, 'wss://me.livekit.cloud', 'wss://me.livekit.cloud')).toMatch(/^not set: LiveKit Cloud/);
  expect(await look('http://127.0.0.1:1', live.engine.url)).toMatch(/^bad: .* cannot be asked \(/);
});
