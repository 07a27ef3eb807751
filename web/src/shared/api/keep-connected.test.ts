import type { Socket } from 'socket.io-client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { keepConnected } from './keep-connected.ts';

/** A socket whose server the test plays. */
function stage(before?: () => Promise<unknown>) {
  const listeners = new Map<string, (said: unknown) => void>();
  const did: string[] = [];
  const socket = {
    active: false,
    on: (name: string, listener: (said: unknown) => void) => void listeners.set(name, listener),
    off: () => listeners.clear(),
    connect: () => void did.push('connect'),
    close: () => void did.push('close'),
  };
  const close = keepConnected(socket as unknown as Socket, {
    pauseMs: (refusal) => (refusal ? 5_000 : 0),
    ...(before && { before }),
  });
  return { socket, did, close, hears: (name: string, said?: unknown) => listeners.get(name)?.(said) };
}

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

it('a refused connection is tried again, but not before the server allows it', async () => {
  const { did, hears } = stage();
  hears('connect_error', new Error('refused'));
  await vi.advanceTimersByTimeAsync(4_999);
  expect(did).toEqual([]);
  await vi.advanceTimersByTimeAsync(5_002);
  expect(did).toEqual(['connect']);
});

it('a connection that the server ended is opened again, and lost networks are left to the library', async () => {
  const { socket, did, hears } = stage();
  socket.active = true;
  hears('connect_error', new Error('no answer'));
  hears('connect');
  hears('disconnect', 'transport close');
  await vi.advanceTimersByTimeAsync(60_000);
  expect(did).toEqual([]);
  hears('disconnect', 'io server disconnect');
  await vi.advanceTimersByTimeAsync(1_001);
  expect(did).toEqual(['connect']);
});

it('a closed connection stays closed, even if an attempt is being prepared', async () => {
  let ready = (): void => undefined;
  const { did, close, hears } = stage(() => new Promise<void>((resolve) => void (ready = resolve)));
  hears('disconnect', 'io server disconnect');
  await vi.advanceTimersByTimeAsync(1_001);
  close();
  ready();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(did).toEqual(['close']);
});

it('a connection is tried even if its preparation failed', async () => {
  const { did, hears } = stage(async () => Promise.reject(new Error('no network')));
  hears('disconnect', 'io server disconnect');
  await vi.advanceTimersByTimeAsync(1_001);
  expect(did).toEqual(['connect']);
});
