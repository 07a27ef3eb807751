import { afterEach, expect, it, vi } from 'vitest';
import { afterLoginKey, readStored, writeStored } from '#web/shared/api/storage.ts';
import { logOut } from './log-out.ts';

afterEach(() => vi.unstubAllGlobals());

it('a log-out leaves no way back in the browser, even if the server does not answer', async () => {
  const assign = vi.fn();
  vi.stubGlobal('window', { location: { assign } });
  vi.stubGlobal('fetch', async () => Promise.reject(new Error('offline')));
  writeStored(afterLoginKey, '{"then":"/nora"}');
  await logOut();
  expect(readStored(afterLoginKey)).toBeNull();
  expect(assign).toHaveBeenCalledExactlyOnceWith('/');
});
