import client from 'prom-client';
import { afterEach, expect, test } from 'vitest';
import { until } from '../../../test/harness.ts';
import type { Logger } from '../../ports/log.ts';
import type { StorageCheck } from '../../ports/storage.ts';
import { nearlyFullBytes, type StorageHealth, watchStorage } from './storage-health.ts';

let health: StorageHealth | undefined;
afterEach(() => health?.stop());

/** A storage and a disk whose state the test sets, and what was logged of them. */
function watched() {
  const now = { free: 10 * nearlyFullBytes, check: { state: 'ready' } as StorageCheck };
  const lines: string[] = [];
  const note = (_fields: object, message: string): void => void lines.push(message);
  const log: Logger = { debug: note, info: note, warn: note, error: note };
  const registry = new client.Registry();
  health = watchStorage(
    {
      storage: { check: async () => now.check },
      log,
      home: '/data',
      disk: async () => ({ free: now.free, size: 20 * nearlyFullBytes }),
    },
    registry,
  );
  const gauge = async (name: string): Promise<number | undefined> => {
    const values = (await registry.getSingleMetric(name)?.get())?.values;
    return values?.[0]?.value;
  };
  return { now, lines, gauge, watching: health };
}

test('a nearly full data folder is down, logged once and again when it has room', async () => {
  const { now, lines, gauge, watching } = watched();
  expect(await watching.state()).toBe('ready');
  now.free = nearlyFullBytes - 1;
  expect([await watching.state(), await watching.state()]).toEqual(['down', 'down']);
  expect(await gauge('data_folder_free_bytes')).toBe(nearlyFullBytes - 1);
  expect(await gauge('data_folder_bytes')).toBe(20 * nearlyFullBytes);
  now.free = nearlyFullBytes;
  expect(await watching.state()).toBe('ready');
  expect(lines).toEqual(['the data folder is nearly full: uploads will be refused', 'the data folder has room again']);
});

test('a storage that fails is down, with its cause logged once', async () => {
  const { now, lines, gauge, watching } = watched();
  await until('it was ready', async () => watching.wasReady());
  now.check = { state: 'down', why: 'AccessDenied' };
  expect([await watching.state(), await watching.state()]).toEqual(['down', 'down']);
  expect(await gauge('storage_ready')).toBe(0);
  expect(watching.wasReady()).toBe(true);
  now.check = { state: 'ready' };
  expect(await watching.state()).toBe('ready');
  expect(await gauge('storage_ready')).toBe(1);
  expect(lines).toEqual(['storage does not answer: pictures and uploads fail', 'storage answers again']);
});
