import { afterEach, expect, it, vi } from 'vitest';
import { readStored, writeStored } from '#web/shared/api/storage.ts';
import { turnOffHere } from './push-here.ts';

const ownerKey = 'frontrow-push-owner';

function browser(subscription: { endpoint: string; unsubscribe: () => Promise<boolean> } | null, status = 200): void {
  const kept = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  });
  const registration = { pushManager: { getSubscription: async () => subscription } };
  vi.stubGlobal('navigator', { serviceWorker: { getRegistration: async () => registration } });
  vi.stubGlobal('fetch', async () => Response.json({}, { status }));
  writeStored(ownerKey, '7');
}

afterEach(() => vi.unstubAllGlobals());

it('push is off once the server knows, even if the browser then fails to unsubscribe', async () => {
  browser({ endpoint: 'https://push.test/1', unsubscribe: () => Promise.reject(new Error('no network')) });
  await expect(turnOffHere()).rejects.toThrow('no network');
  expect(readStored(ownerKey)).toBeNull();
});

it('push stays on while the server does not know', async () => {
  browser({ endpoint: 'https://push.test/1', unsubscribe: async () => true }, 500);
  await expect(turnOffHere()).rejects.toThrow();
  expect(readStored(ownerKey)).toBe('7');
});

it('push is off where the browser has lost its subscription', async () => {
  browser(null);
  await turnOffHere();
  expect(readStored(ownerKey)).toBeNull();
});
