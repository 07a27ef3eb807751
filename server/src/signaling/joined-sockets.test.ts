import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { until } from '../../test/harness.ts';
import { JoinedSockets } from './joined-sockets.ts';

const host = '127.0.0.1';
const servers: Server[] = [];
const sockets: Socket[] = [];
let joined: JoinedSockets;
beforeEach(() => void (joined = new JoinedSockets()));
afterEach(async () => {
  vi.useRealTimers();
  joined.end();
  for (const socket of sockets.splice(0)) socket.destroy();
  for (const server of servers.splice(0)) server.close();
});

/** Two ends of one connection. */
async function wire(): Promise<[Socket, Socket]> {
  // As the product's own server, which sends what is left after the other side has ended.
  const server = createServer({ allowHalfOpen: true });
  servers.push(server);
  await new Promise<void>((done) => server.listen(0, host, done));
  const taken = new Promise<Socket>((done) => server.once('connection', done));
  const near = connect((server.address() as AddressInfo).port, host);
  const far = await taken;
  sockets.push(near, far);
  for (const socket of [near, far]) socket.on('error', () => undefined);
  return [near, far];
}
/** A client and an engine, joined in the middle. */
async function pair() {
  const [client, ours] = await wire();
  const [engine, theirs] = await wire();
  joined.join(ours, theirs);
  return { client, engine, ours, theirs };
}
const heardBy = (socket: Socket): (() => string) => {
  let text = '';
  socket.on('data', (part) => (text += String(part)));
  return () => text;
};

test('each side hears what the other one says, to the last word', async () => {
  const { client, engine } = await pair();
  const [atEngine, atClient] = [heardBy(engine), heardBy(client)];
  client.write('hello');
  await until('the engine hears it', () => atEngine() === 'hello');
  engine.end('goodbye');
  await until('the client has all of it and has ended', () => atClient() === 'goodbye' && client.destroyed);
  await until('nothing is left', () => joined.size === 0);
});

test.each(['client', 'engine'] as const)('a %s that vanishes takes the other side along', async (side) => {
  const both = await pair();
  both[side].resetAndDestroy();
  await until('nothing is left', () => joined.size === 0);
  expect([both.ours.destroyed, both.theirs.destroyed]).toEqual([true, true]);
});

test('a client that does not read stops the engine instead of filling our memory', async () => {
  const { client, engine, ours, theirs } = await pair();
  client.pause();
  const part = Buffer.alloc(1024 * 1024);
  const parts = 96;
  for (let sent = 0; sent < parts; sent += 1) engine.write(part);
  let last = -1;
  await until('no more gets through', () => last === (last = theirs.bytesRead) && last > 0 && ours.writableNeedDrain);
  expect(ours.writableLength + theirs.readableLength).toBeLessThan(1024 * 1024);
  expect(engine.writableLength).toBeGreaterThan(part.length);
  let heard = 0;
  client.on('data', (data) => (heard += data.length)).resume();
  await until('all of it arrives once it reads again', () => heard === parts * part.length);
});

test('a client from whom nothing comes any more is let go; one that answers the engine’s pings stays', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const [silent, alive] = [await pair(), await pair()];
  for (let look = 0; look < 4; look += 1) {
    const before = alive.ours.bytesRead;
    alive.client.write('pong');
    await until('it is heard', () => alive.ours.bytesRead > before);
    vi.advanceTimersByTime(15_000);
  }
  await until('one of the two is left', () => joined.size === 1);
  expect([silent.ours.destroyed, alive.ours.destroyed]).toEqual([true, false]);
});
