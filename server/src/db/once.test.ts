import { randomUUID } from 'node:crypto';
import { refuse } from '@frontrow/core/refuse.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freshDb } from '../../test/harness.ts';
import type { Db } from './db.ts';
import { once } from './once.ts';

let db: Db;
beforeAll(async () => void (db = await freshDb()));
afterAll(() => db.close());

const never = async (): Promise<never> => {
  throw new Error('asked to work again');
};

test.each([
  ['fails', () => Promise.reject(new Error('on purpose'))],
  ['is refused', () => Promise.reject(refuse('forbidden'))],
  ['answers something else', () => Promise.resolve({ by: 'first' })],
])('a try that another one overtook changes nothing of its answer when it %s', async (_how, ends) => {
  const key = { scope: 'test', key: randomUUID(), body: {} };
  const first = once(db, key, async () => {
    await db.query("UPDATE idempotency SET state = 'left' WHERE key = $1", [key.key]);
    expect(await once(db, key, async () => ({ by: 'second' }))).toEqual({ by: 'second' });
    return ends();
  });
  await Promise.allSettled([first]);
  expect(await once(db, key, never)).toEqual({ by: 'second' });
});
