import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect, createServer as createEngine, type Server as Engine, type Socket } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { testConfig, until } from '../../test/harness.ts';
import { silentLog } from '../ports/log.ts';
import { createSecurityLog } from '../process/security-log.ts';
import { createSignaling, type Signaling } from './forward-signaling.ts';

const host = '127.0.0.1';
const listen = (server: Server | Engine): Promise<number> =>
  new Promise((done) => server.listen(0, host, () => done((server.address() as AddressInfo).port)));

/** What the engine, which never answers, holds open. */
const atEngine = new Set<Socket>();
let engine: Engine;
let server: Server;
let signaling: Signaling;
let client: Socket;
beforeEach(async () => {
  engine = createEngine((socket) => {
    atEngine.add(socket);
    socket.on('error', () => undefined).on('close', () => atEngine.delete(socket));
    socket.resume();
  });
  const engineUrl = `http://${host}:${await listen(engine)}`;
  signaling = createSignaling({
    config: testConfig('/nowhere'),
    log: silentLog,
    security: createSecurityLog({ log: silentLog, clock: { now: () => 0 } }).security,
    accountOf: () => 1,
    openRateCounter: () => ({ take: () => ({ current: 1, ttl: 1 }), isFull: () => false }),
    refusalToConnect: async () => undefined,
    video: {
      state: () => 'ready',
      signalingUrl: () => engineUrl,
      readToken: async () => ({ room: 'room', identity: 'u:1' }),
    },
  });
  server = createServer();
  signaling.attach(server);
  client = connect(await listen(server), host);
  client.on('error', () => undefined).resume();
  client.write(
    'GET /livekit/rtc?access_token=t HTTP/1.1\r\nhost: x\r\nconnection: Upgrade\r\nupgrade: websocket\r\n' +
      'sec-websocket-version: 13\r\nsec-websocket-key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n',
  );
  await until('the engine is asked', () => atEngine.size === 1);
});
afterEach(() => {
  client.destroy();
  for (const socket of atEngine) socket.destroy();
  server.close();
  engine.close();
});

test('a client that gives up before the engine answered leaves no connection to it', async () => {
  client.destroy();
  await until('the engine is let go', () => atEngine.size === 0);
});

test('a stop does not wait for an engine that does not answer', async () => {
  signaling.stop();
  await until('both are let go', () => atEngine.size === 0 && client.destroyed);
  expect(await new Promise((done) => server.close((error) => done(error)))).toBeUndefined();
});

test('a connection that the engine does not take is counted among the refused ones', async () => {
  const refused = async () => (await signaling.metrics[0]!.get()).values.map(({ labels, value }) => [labels, value]);
  expect(await refused()).toEqual([]);
  for (const socket of atEngine) socket.destroy();
  await until('it is counted', async () => (await refused()).length > 0);
  expect(await refused()).toEqual([[{ reason: 'video_down' }, 1]]);
});
