import { expect, test } from 'vitest';
import { silentLog } from '../ports/log.ts';
import type { Storage } from '../ports/storage.ts';
import { demoCovers } from './covers.ts';

test('a storage that cannot be reached leaves covers unpainted and nothing else', async () => {
  const unreachable = { get: () => Promise.reject(new Error('ECONNREFUSED')) } as Partial<Storage> as Storage;
  const received: unknown[] = [];
  const log = { ...silentLog, warn: (fields: object) => void received.push(fields) };
  let looks = 0;
  await demoCovers({ storage: unreachable, log }).paintAll(() => looks++ === 2);
  expect(received).toEqual([
    { slug: expect.any(String), error: 'Error: ECONNREFUSED' },
    { slug: expect.any(String), error: 'Error: ECONNREFUSED' },
  ]);
});
