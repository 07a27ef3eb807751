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
  [
    'fails',
    (): never => {
      throw new Error('on purpose');
    },
    'on purpose',
  ],
  [
    'is refused',
    (): never => {
      throw refuse('forbidden');
    },
    /./,
  ],
  ['answers something else', () => ({ by: 'first' }), undefined],
])(
  'a try so long that its key was left, and answered by another one, changes nothing when it %s',
  async (_how, ends, said) => {
    const key = { scope: 'test', key: randomUUID(), body: {} };
    const first = once(db, key, async () => {
      await db.query("UPDATE idempotency SET state = 'left' WHERE key = $1", [key.key]);
      expect(await once(db, key, async () => ({ by: 'second' }))).toEqual({ by: 'second' });
      return ends();
    });
    if (said === undefined) await first;
    else await expect(first).rejects.toThrow(said);
    expect(await once(db, key, never)).toEqual({ by: 'second' });
  },
);
