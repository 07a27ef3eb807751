import { createServer, type Server as HttpServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { strangersPerAddressMax } from '@frontrow/core/rooms/limits.ts';
import { io as client } from 'socket.io-client';
import { afterEach, expect, test } from 'vitest';
import { testConfig, until } from '../../test/harness.ts';
import { createSocketServer, type Sockets } from './socket-server.ts';

const open: { close(): unknown }[] = [];
let http: HttpServer;
let io: Sockets<object>;
afterEach(async () => {
  for (const one of open.splice(0)) one.close();
  await io.close();
});

async function serve(production: boolean): Promise<string> {
  http = createServer();
  io = createSocketServer<object>(http, testConfig('/nowhere', { production }));
  await new Promise<void>((done) => http.listen(0, '127.0.0.1', done));
  return `127.0.0.1:${(http.address() as AddressInfo).port}`;
}

/** A connection that never says who it is; false when it is refused. */
function stranger(address: string): Promise<WebSocket | false> {
  const socket = new WebSocket(`ws://${address}/socket.io/?EIO=4&transport=websocket`);
  return new Promise((done) => {
    socket.addEventListener('message', () => {
      open.push(socket);
      done(socket);
    });
    socket.addEventListener('error', () => done(false));
  });
}
const strangers = (address: string, count: number) =>
  Promise.all(Array.from({ length: count }, () => stranger(address)));

test('fifty connections of an address wait to say who they are; the next is refused in words, and one that left makes room', async () => {
  const address = await serve(true);
  const sockets = await strangers(address, strangersPerAddressMax);
  expect(sockets.every(Boolean)).toBe(true);
  expect(await stranger(address)).toBe(false);
  const refused = await fetch(`http://${address}/socket.io/?EIO=4&transport=polling`);
  expect([refused.status, await refused.json()]).toEqual([
    403,
    { code: 4, message: 'Too many connections from this address.' },
  ]);
  expect(refused.headers.get('permissions-policy')).toMatch(/^camera=/);
  (sockets[0] as WebSocket).close();
  await until('there is room', () => stranger(address));
});

test('who said who they are is no stranger any more', async () => {
  const address = await serve(true);
  await strangers(address, strangersPerAddressMax - 1);
  const known = client(`http://${address}`, { transports: ['websocket'], forceNew: true, reconnection: false });
  open.push(known);
  await until('connected', () => known.connected);
  expect(await stranger(address)).not.toBe(false);
  expect(await stranger(address)).toBe(false);
});

test('outside production this machine may have as many as it likes', async () => {
  const address = await serve(false);
  expect((await strangers(address, strangersPerAddressMax + 5)).every(Boolean)).toBe(true);
});

test('a connection says once who it is: who goes on asking on one is hung up on, and nobody looks at it any more', async () => {
  const address = await serve(false);
  let asked = 0;
  io.use((_, answer) => {
    asked += 1;
    answer(new Error('no'));
  });
  const socket = (await stranger(address)) as WebSocket;
  const closed = new Promise((done) => socket.addEventListener('close', done));
  for (let n = 0; n < 100; n += 1) socket.send('40');
  await closed;
  expect(asked).toBe(1);
});
