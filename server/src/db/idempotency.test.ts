import { randomUUID } from 'node:crypto';
import { refuse } from '@frontrow/core/refuse.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { freshDb } from '../../test/harness.ts';
import type { Db } from './db.ts';
import { createIdempotency, type Idempotency, type KeyedRequest } from './idempotency.ts';

let db: Db;
let idempotency: Idempotency;
let request: KeyedRequest;
beforeAll(async () => void (db = await freshDb()));
beforeEach(() => {
  idempotency = createIdempotency(db);
  request = { scope: 'test', key: randomUUID(), body: {} };
});
afterAll(() => db.close());

const never = async (): Promise<never> => {
  throw new Error('asked to work again');
};
const isRepeated: Parameters<Idempotency['run']>[1] = async ({ repeated }) => ({ repeated });
const markLeft = () => db.query("UPDATE idempotency SET state = 'left' WHERE key = $1", [request.key]);

test.each([
  ['fails', () => Promise.reject(new Error('on purpose'))],
  ['is refused', () => Promise.reject(refuse('forbidden'))],
  ['answers something else', () => Promise.resolve({ by: 'first' })],
])('an attempt that was taken over does not change the stored answer when it %s', async (_how, ends) => {
  const first = idempotency.run(request, async () => {
    await markLeft();
    expect(await idempotency.run(request, async () => ({ by: 'second' }))).toEqual({ by: 'second' });
    return ends();
  });
  await Promise.allSettled([first]);
  expect(await idempotency.run(request, never)).toEqual({ by: 'second' });
});

/** The same database over a connection that can be cut: statements are lost, or only their answers. */
function cuttableDb(): { cut: { lost: 'nothing' | 'statements' | 'answers' }; cuttable: Db } {
  const cut: ReturnType<typeof cuttableDb>['cut'] = { lost: 'nothing' };
  const through = async <T>(run: () => Promise<T>): Promise<T> => {
    if (cut.lost === 'statements') throw new Error('the database is away');
    const answer = await run();
    if (cut.lost === 'answers') throw new Error('the database is away');
    return answer;
  };
  const cuttable: Db = {
    ...db,
    query: (text, params) => through(() => db.query(text, params)),
    one: (text, params) => through(() => db.one(text, params)),
  };
  return { cut, cuttable };
}

/** A process whose attempt failed while its connection was cut, so that the end of the attempt was not reported. */
async function afterUnreportedEnd(lost: 'statements' | 'answers') {
  const { cut, cuttable } = cuttableDb();
  const here = createIdempotency(cuttable);
  const attempt = here.run(request, async () => {
    cut.lost = lost;
    throw new Error('on purpose');
  });
  await expect(attempt).rejects.toThrow('the database is away');
  return { cut, here };
}

test.each(['statements', 'answers'] as const)(
  'a key whose attempt could not report its end can be tried again at once (%s lost)',
  async (lost) => {
    const { cut, here } = await afterUnreportedEnd(lost);
    cut.lost = 'nothing';
    expect(await here.run(request, isRepeated)).toEqual({ repeated: true });
  },
);

test('a key whose claim was written but not answered can be tried again at once', async () => {
  const { cut, cuttable } = cuttableDb();
  const here = createIdempotency(cuttable);
  cut.lost = 'answers';
  await expect(here.run(request, never)).rejects.toThrow('the database is away');
  cut.lost = 'nothing';
  expect(await here.run(request, isRepeated)).toEqual({ repeated: true });
});

test('an attempt that runs is not taken over because an earlier one could not report its end', async () => {
  const { cut, here } = await afterUnreportedEnd('statements');
  cut.lost = 'nothing';
  let third: Promise<object> | undefined;
  const second = here.run(request, async () => {
    third = here.run(request, never);
    await db.query('SELECT 1');
    return { by: 'second' };
  });
  expect([await second, await third]).toEqual([{ by: 'second' }, { by: 'second' }]);
});

test('a key with an unreported end can be tried again at once, also after more attempts that failed', async () => {
  const { cut, here } = await afterUnreportedEnd('statements');
  for (let n = 0; n < 3; n++) await expect(here.run(request, never)).rejects.toThrow('the database is away');
  cut.lost = 'nothing';
  expect(await here.run(request, isRepeated)).toEqual({ repeated: true });
});

test('unreported attempts belong to one process: another one waits for the key to be answered', async () => {
  const { cut, here } = await afterUnreportedEnd('statements');
  cut.lost = 'nothing';
  // Both look at the key once before it is answered: the other one must have found it claimed.
  const looked = Promise.withResolvers<void>();
  const watched: Db = {
    ...db,
    one: (text, params) => db.one<never>(text, params).finally(() => text.startsWith('SELECT') && looked.resolve()),
  };
  const elsewhere = createIdempotency(watched).run(request, never);
  await Promise.race([looked.promise, elsewhere]);
  expect(await here.run(request, async () => ({ by: 'here' }))).toEqual({ by: 'here' });
  expect(await elsewhere).toEqual({ by: 'here' });
});

test('an attempt that was taken over does not end the one that took over: a third one waits for it', async () => {
  const goOn = Promise.withResolvers<void>();
  let second: Promise<object> | undefined;
  const first = idempotency.run(request, async () => {
    await markLeft();
    const begun = Promise.withResolvers<void>();
    second = idempotency.run(request, async () => {
      begun.resolve();
      await goOn.promise;
      return { by: 'second' };
    });
    await begun.promise;
    throw new Error('on purpose');
  });
  await expect(first).rejects.toThrow('on purpose');
  const third = idempotency.run(request, never);
  await db.query('SELECT 1');
  goOn.resolve();
  expect([await second, await third]).toEqual([{ by: 'second' }, { by: 'second' }]);
});

test('keys of a day ago are forgotten in batches, and those of a dead process are released', async () => {
  await db.query('DELETE FROM idempotency');
  const insert = (prefix: string, count: number, age: string) =>
    db.query(
      `INSERT INTO idempotency (scope, key, request_hash, state, created_at)
       SELECT 'old', $1 || n, '', 'started', app_now() - $3::interval FROM generate_series(1, $2::int) n`,
      [prefix, count, age],
    );
  await insert('forgotten', 5_001, '25 hours');
  await insert('died', 1, '2 minutes');
  await insert('at work', 1, '30 seconds');
  await insert('long dead', 1, '2 hours');
  const known = () =>
    db.query(
      `SELECT rtrim(key, '0123456789') AS key, state, count(*)::int AS count FROM idempotency
       GROUP BY 1, 2 ORDER BY 1`,
    );
  const young = [
    { key: 'at work', state: 'started', count: 1 },
    { key: 'died', state: 'left', count: 1 },
    { key: 'long dead', state: 'left', count: 1 },
  ];
  expect(await idempotency.forgetOldKeys()).toBe(true);
  expect((await known()).filter(({ key }) => key === 'forgotten')).toMatchObject([{ count: 1 }]);
  expect(await idempotency.forgetOldKeys()).toBe(false);
  expect(await known()).toEqual(young);
});
