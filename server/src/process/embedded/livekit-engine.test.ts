import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { startEngine } from '../../../test/live-engine.ts';
import { chooseLivekitPorts, ensureLivekitKeys, livekitConfig } from './livekit-config.ts';
import { LivekitEngine } from './livekit-engine.ts';

let home: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'frontrow-engine-'));
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

const keys = { apiKey: 'key', apiSecret: 'secret' };
const ports = { signal: 7880, rtcTcp: 7881, udpFirst: 40_000 };

test('an engine that cannot begin, as on a full disk, is tried again and ends nothing else', async () => {
  const warned = Promise.withResolvers<string>();
  const engine = new LivekitEngine(join(home, 'gone'), keys, ports, {
    home,
    host: '127.0.0.1',
    binary: Promise.resolve({ path: '/bin/true' }),
    webhookUrl: undefined,
    log: { info: () => {}, warn: (line: string) => warned.resolve(line) },
  });
  const life = engine.run();
  expect(await warned.promise).toContain('ENOENT');
  expect(await warned.promise).toContain('starting it again');
  expect(engine.state).toBe('preparing');
  await engine.stop();
  await life;
});

test('an engine that ends time and again before it answers is down, not in preparation, and is still tried', async () => {
  const states: string[] = [];
  const down = Promise.withResolvers<void>();
  const triedAfter = Promise.withResolvers<void>();
  let endedDown = 0;
  const engine = new LivekitEngine(home, keys, ports, {
    home,
    host: '127.0.0.1',
    binary: Promise.resolve({ path: '/bin/false' }),
    log: {
      info: () => {},
      // The first of these is said of the life that made it so.
      warn: () => engine.state === 'down' && ++endedDown > 1 && triedAfter.resolve(),
    },
    onState: (state) => {
      states.push(state);
      if (state === 'down') down.resolve();
    },
  });
  const life = engine.run();
  await down.promise;
  await triedAfter.promise;
  expect(states).toEqual(['down']);
  await engine.stop();
  await life;
});

test('files that a full disk left half-written are written again', async () => {
  writeFileSync(join(home, 'ports.json'), '');
  const chosen = await chooseLivekitPorts(home, '127.0.0.1');
  expect(JSON.parse(readFileSync(join(home, 'ports.json'), 'utf8'))).toEqual(chosen);
  const made = ensureLivekitKeys(home);
  expect(ensureLivekitKeys(home)).toEqual(made);
  writeFileSync(join(home, 'keys', 'livekit.json'), '{"api');
  expect(ensureLivekitKeys(home).apiSecret).not.toBe(made.apiSecret);
});

test.each([
  ['127.0.0.1', '127.0.0.1'],
  ['::1', '127.0.0.1'],
  ['192.0.2.7', '192.0.2.7'],
])('with HOST=%s media goes to %s, and the HTTP port is open to this machine alone', (host, ip) => {
  const config = JSON.parse(livekitConfig(ports, keys, host, undefined)) as {
    bind_addresses: string[];
    rtc: { node_ip: string };
  };
  expect(config.bind_addresses).toEqual(['127.0.0.1']);
  expect(config.rtc.node_ip).toBe(ip);
});

const isOpen = (port: number, host: string): Promise<boolean> =>
  new Promise((done) => {
    const socket = connect(port, host, () => done(true));
    socket.once('error', () => done(false));
    socket.once('close', () => done(false));
    setTimeout(() => socket.destroy(), 2_000).unref();
  });

test('the network reaches the engine’s media ports with HOST=0.0.0.0, and only this machine its HTTP port', async () => {
  const tested = await startEngine(undefined, '0.0.0.0');
  const { signal, rtcTcp } = JSON.parse(
    readFileSync(join(tested.home, 'livekit', 'ports.json'), 'utf8'),
  ) as typeof ports;
  // Another address of this machine stands for the network.
  const reached = [
    await isOpen(signal, '127.0.0.1'),
    await isOpen(signal, '127.0.0.2'),
    await isOpen(rtcTcp, '127.0.0.2'),
  ];
  await tested.stop();
  expect(reached).toEqual([true, false, true]);
});
