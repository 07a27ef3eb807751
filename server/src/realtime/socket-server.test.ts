import { createServer, type Server as HttpServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { unidentifiedPerAddressMax } from '@frontrow/core/rooms/limits.ts';
import { io as client } from 'socket.io-client';
import { afterEach, expect, test } from 'vitest';
import { testConfig, until } from '../../test/harness.ts';
import { silentLog } from '../ports/log.ts';
import { createSecurityLog } from '../process/security-log.ts';
import { createSocketServer, type Sockets } from './socket-server.ts';

const { security } = createSecurityLog({ log: silentLog, clock: { now: () => 0 } });
const open: { close(): unknown }[] = [];
let http: HttpServer;
let io: Sockets<object>;
afterEach(async () => {
  for (const one of open.splice(0)) one.close();
  await io.close();
});

async function serve(production: boolean): Promise<string> {
  http = createServer();
  io = createSocketServer<object>(http, testConfig('/nowhere', { production }), security);
  await new Promise<void>((done) => http.listen(0, '127.0.0.1', done));
  return `127.0.0.1:${(http.address() as AddressInfo).port}`;
}

/** A connection that never shows a token; false when it is refused. */
function unidentified(address: string): Promise<WebSocket | false> {
  const socket = new WebSocket(`ws://${address}/socket.io/?EIO=4&transport=websocket`);
  return new Promise((done) => {
    socket.addEventListener('message', () => {
      open.push(socket);
      done(socket);
    });
    socket.addEventListener('error', () => done(false));
  });
}
const manyUnidentified = (address: string, count: number) =>
  Promise.all(Array.from({ length: count }, () => unidentified(address)));

test('an address has fifty connections without a token at most; closing one makes room', async () => {
  const address = await serve(true);
  const sockets = await manyUnidentified(address, unidentifiedPerAddressMax);
  expect(sockets.every(Boolean)).toBe(true);
  expect(await unidentified(address)).toBe(false);
  const refused = await fetch(`http://${address}/socket.io/?EIO=4&transport=polling`);
  expect([refused.status, await refused.json()]).toEqual([
    403,
    { code: 4, message: 'Too many connections from this address.' },
  ]);
  expect(refused.headers.get('permissions-policy')).toMatch(/^camera=/);
  (sockets[0] as WebSocket).close();
  await until('there is room', () => unidentified(address));
});

test('a connection that has shown its token does not count', async () => {
  const address = await serve(true);
  await manyUnidentified(address, unidentifiedPerAddressMax - 1);
  const known = client(`http://${address}`, { transports: ['websocket'], forceNew: true, reconnection: false });
  open.push(known);
  await until('connected', () => known.connected);
  expect(await unidentified(address)).not.toBe(false);
  expect(await unidentified(address)).toBe(false);
});

test('outside production connections of this machine are not limited', async () => {
  const address = await serve(false);
  expect((await manyUnidentified(address, unidentifiedPerAddressMax + 5)).every(Boolean)).toBe(true);
});

test('a second handshake on the same connection closes it, and is not looked at', async () => {
  const address = await serve(false);
  let asked = 0;
  io.use((_, answer) => {
    asked += 1;
    answer(new Error('no'));
  });
  const socket = (await unidentified(address)) as WebSocket;
  const closed = new Promise((done) => socket.addEventListener('close', done));
  for (let n = 0; n < 100; n += 1) socket.send('40');
  await closed;
  expect(asked).toBe(1);
});
