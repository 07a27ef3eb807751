import { readdirSync, readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import process from 'node:process';
import { expect, test, vi } from 'vitest';
import { until } from '../../../test/harness.ts';
import { anyFreePort } from '../../../test/ingest/stage.ts';
import { commandLineOf } from './processes.ts';
import { superviseRtmp } from './rtmp-process.ts';

const file = join(import.meta.dirname, '../../rtmp/main.ts');
const log = { info: () => undefined, warn: vi.fn() };

const start = async (ffmpeg: Parameters<typeof superviseRtmp>[0]['ffmpeg']) => {
  const port = await anyFreePort();
  const releasePorts = vi.fn();
  const settings = { appUrl: 'http://127.0.0.1:9', secret: 'x', host: '127.0.0.1', port };
  return { port, releasePorts, rtmp: superviseRtmp({ file, ffmpeg, settings, releasePorts, log }) };
};
const found = Promise.resolve({ path: 'ffmpeg', env: {} });

const answers = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.on('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.on('error', () => resolve(false));
  });

/** The listener that this process started. */
function listenerPid(): number | undefined {
  return readdirSync('/proc')
    .map(Number)
    .find((pid) => pid > 1 && commandLineOf(pid).includes(file) && parentOf(pid) === process.pid);
}

function parentOf(pid: number): number {
  return Number(/^PPid:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]);
}

test('a listener that is killed listens again at the same port, and a stop ends it for good', async () => {
  const { port, rtmp, releasePorts } = await start(found);
  expect(rtmp.port).toBeUndefined();
  await until('it listens', () => rtmp.port === port && answers(port));
  expect(releasePorts).toHaveBeenCalledOnce();
  const first = listenerPid();
  process.kill(first ?? 0, 'SIGKILL');
  await until('the app knows', () => rtmp.port === undefined);
  await until('it listens again', () => rtmp.port === port && answers(port));
  expect(listenerPid()).not.toBe(first);
  await rtmp.stop();
  expect(await answers(port)).toBe(false);
  expect(rtmp.port).toBeUndefined();
});

test('a new listener takes the port of the one before, and a drain ends the last one', async () => {
  const { port, rtmp } = await start(found);
  await until('it listens', () => rtmp.port === port && answers(port));
  const first = listenerPid();
  await rtmp.renew();
  expect([rtmp.port, await answers(port)]).toEqual([port, true]);
  await until('the one before has ended', () => commandLineOf(first ?? 0).length === 0);
  expect(listenerPid()).toBeDefined();
  await rtmp.drain();
  expect([rtmp.port, await answers(port), listenerPid()]).toEqual([undefined, false, undefined]);
  await rtmp.stop();
});

test('without ffmpeg there is no listener, and one sentence says so', async () => {
  const { port, rtmp } = await start(Promise.resolve({ missing: 'RTMP is off.' }));
  await until('it is said', () => log.warn.mock.calls.some(([sentence]) => sentence === 'RTMP is off.'));
  expect([rtmp.port, await answers(port)]).toEqual([undefined, false]);
  await rtmp.stop();
});
