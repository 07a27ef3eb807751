import { rememberedRoom } from '#web/features/rooms/model/remembered-room.ts';
import { afterEach, expect, test, vi } from 'vitest';
import { newId } from './new-id.ts';

afterEach(() => vi.unstubAllGlobals());

test('ids are random UUIDs that never repeat', () => {
  const made = Array.from({ length: 1000 }, newId);
  for (const id of made) expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  expect(new Set(made).size).toBe(made.length);
});

test('a page on plain http, which a phone in the local network may open, can enter a room', () => {
  // All that browsers leave of it there.
  vi.stubGlobal('crypto', { getRandomValues: crypto.getRandomValues.bind(crypto) });
  expect(rememberedRoom('event').sessionId).toHaveLength(36);
});
