import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { BadSetting } from './config-from-env.ts';
import { holdPort, type HeldPort, whyNot } from './hold-port.ts';

const host = '127.0.0.1';
const held: HeldPort[] = [];
const hold = async (wish: { port: number; portGiven: boolean; host?: string }): Promise<HeldPort> => {
  const port = await holdPort({ host, ...wish });
  held.push(port);
  return port;
};
afterEach(() => {
  for (const port of held.splice(0)) port.release();
});

test('starts that look for a port at the same moment get different ones', async () => {
  const wish = { port: 3000, portGiven: false };
  const ports = await Promise.all(Array.from({ length: 5 }, async () => (await hold(wish)).port));
  expect(new Set(ports).size).toBe(5);
});

test('a held port sends people away until somebody answers there, without a moment in which it is free', async () => {
  const { port, listenOptions } = await hold({ port: 0, portGiven: true });
  await expect(fetch(`http://${host}:${port}`)).rejects.toThrow('fetch failed');
  const server = createServer((_request, answer) => answer.end('here'));
  const listening = new Promise<void>((done) => server.listen(listenOptions, done));
  await expect(hold({ port, portGiven: true })).rejects.toThrow(/is taken/);
  await listening;
  expect((server.address() as AddressInfo).port).toBe(port);
  expect(await (await fetch(`http://${host}:${port}`)).text()).toBe('here');
  await new Promise((done) => server.close(done));
  expect((await hold({ port, portGiven: true })).port).toBe(port);
});

/** Connections to this port that the kernel has not answered, as they are shown on Linux. */
const unanswered = (port: number): number =>
  readFileSync('/proc/net/tcp', 'utf8')
    .split('\n')
    .filter((line) => line.includes(`:${port.toString(16).toUpperCase().padStart(4, '0')} 02 `)).length;

test('a crowd that connects while the process is busy waits, and the kernel turns none of it away', async () => {
  const { port, listenOptions } = await hold({ port: 0, portGiven: true });
  const server = createServer((_request, answer) => answer.end('here'));
  await new Promise<void>((done) => server.listen(listenOptions, done));
  // Older kernels hold back less than we ask for.
  const crowd = Math.min(1_000, Number(readFileSync('/proc/sys/net/core/somaxconn', 'utf8')));
  const sockets = Array.from({ length: crowd }, () => connect({ port, host }).on('error', () => {}));
  // All connects run in this turn of the event loop, before the server can take any.
  const turnedAway = await new Promise((done) => process.nextTick(() => done(unanswered(port))));
  for (const socket of sockets) socket.destroy();
  await new Promise((done) => server.close(done));
  expect(turnedAway).toBe(0);
});

test('a given port that is taken is named, and no other is taken for it', async () => {
  const { port } = await hold({ port: 0, portGiven: true });
  await expect(hold({ port, portGiven: true })).rejects.toThrow(
    new BadSetting(`PORT=${port} is taken by another program: stop it or give another port.`),
  );
});

test('an address that is not of this machine is named, given a port or not', async () => {
  for (const portGiven of [true, false])
    await expect(hold({ host: '203.0.113.1', port: 3000, portGiven })).rejects.toThrow(
      /^HOST=203\.0\.113\.1 is not an address of this machine: give 127\.0\.0\.1/,
    );
});

test('a port that only root may open is no port that is taken', () => {
  expect(whyNot('EACCES', host, 80)).toBe('PORT=80 may not be opened by this user: give a port from 1024 on.');
});
