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

/** The same database, whose line is cut while `cut.off`: what is said is lost, or only the answer is. */
function onALine(): { cut: { off: 'no' | 'words' | 'answers' }; line: Db } {
  const cut: { off: 'no' | 'words' | 'answers' } = { off: 'no' };
  const through = async <T>(say: () => Promise<T>): Promise<T> => {
    if (cut.off === 'words') throw new Error('the database is away');
    const answer = await say();
    if (cut.off === 'answers') throw new Error('the database is away');
    return answer;
  };
  const line: Db = {
    ...db,
    query: (text, params) => through(() => db.query(text, params)),
    one: (text, params) => through(() => db.one(text, params)),
  };
  return { cut, line };
}

/** A try that fails on a line which breaks meanwhile: its end is not written, or nobody hears that it was. */
async function endsUnsaid(
  { cut, line }: ReturnType<typeof onALine>,
  key: Parameters<typeof once>[1],
  off: 'words' | 'answers',
): Promise<void> {
  const attempt = once(line, key, async () => {
    cut.off = off;
    throw new Error('on purpose');
  });
  await expect(attempt).rejects.toThrow('the database is away');
}

test.each(['words', 'answers'] as const)(
  'a try that could not say its end leaves its key at once (%s lost)',
  async (off) => {
    const key = { scope: 'test', key: randomUUID(), body: {} };
    const { cut, line } = onALine();
    await endsUnsaid({ cut, line }, key, off);
    cut.off = 'no';
    expect(await once(line, key, async ({ again }) => ({ again }))).toEqual({ again: true });
  },
);

test('a key whose begin was written but never heard of is nobody’s', async () => {
  const key = { scope: 'test', key: randomUUID(), body: {} };
  const { cut, line } = onALine();
  cut.off = 'answers';
  await expect(once(line, key, never)).rejects.toThrow('the database is away');
  cut.off = 'no';
  expect(await once(line, key, async ({ again }) => ({ again }))).toEqual({ again: true });
});

test('a try that goes on is not taken over because one before it could not say its end', async () => {
  const key = { scope: 'test', key: randomUUID(), body: {} };
  const { cut, line } = onALine();
  await endsUnsaid({ cut, line }, key, 'words');
  cut.off = 'no';
  let third: Promise<object> | undefined;
  const second = once(line, key, async () => {
    third = once(line, key, never);
    await db.query('SELECT 1');
    return { by: 'second' };
  });
  expect([await second, await third]).toEqual([{ by: 'second' }, { by: 'second' }]);
});

test('a key whose end was lost is left at once, also where asking again failed meanwhile', async () => {
  const key = { scope: 'test', key: randomUUID(), body: {} };
  const { cut, line } = onALine();
  await endsUnsaid({ cut, line }, key, 'words');
  for (let n = 0; n < 3; n++) await expect(once(line, key, never)).rejects.toThrow('the database is away');
  cut.off = 'no';
  expect(await once(line, key, async ({ again }) => ({ again }))).toEqual({ again: true });
});

test('a try that another one took over does not end it: a third one waits for the other', async () => {
  const key = { scope: 'test', key: randomUUID(), body: {} };
  const goOn = Promise.withResolvers<void>();
  let second: Promise<object> | undefined;
  const first = once(db, key, async () => {
    await db.query("UPDATE idempotency SET state = 'left' WHERE key = $1", [key.key]);
    const begun = Promise.withResolvers<void>();
    second = once(db, key, async () => {
      begun.resolve();
      await goOn.promise;
      return { by: 'second' };
    });
    await begun.promise;
    throw new Error('on purpose');
  });
  await expect(first).rejects.toThrow('on purpose');
  const third = once(db, key, never);
  await db.query('SELECT 1');
  goOn.resolve();
  expect([await second, await third]).toEqual([{ by: 'second' }, { by: 'second' }]);
});
