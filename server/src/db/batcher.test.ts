import { expect, test } from 'vitest';
import { batchedReads, createBatcher, sharedReads } from './batcher.ts';

const settled = <T>(work: Promise<T>): Promise<T | string> => work.catch((error: Error) => error.message);
const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

test('requests that wait together run together, each with its own answer', async () => {
  const sizes: number[] = [];
  const add = createBatcher<number, number>({
    batchMax: 10,
    waitingMax: 100,
    run: async (_key, requests) => (sizes.push(requests.length), requests.map((n) => n * 2)),
  });
  const answers = await Promise.all(Array.from({ length: 25 }, (_, n) => add('a', n)));
  expect(answers).toEqual(Array.from({ length: 25 }, (_, n) => n * 2));
  expect(sizes).toEqual([10, 10, 5]);
});

test('one bad request never fails the others of its batch', async () => {
  const add = createBatcher<number, number>({
    batchMax: 8,
    waitingMax: 100,
    splitsOn: () => true,
    run: async (_key, requests) => {
      if (requests.includes(5)) throw new Error('five is bad');
      return requests;
    },
  });
  const answers = await Promise.all([1, 2, 3, 4, 5, 6, 7, 8].map((n) => settled(add('a', n))));
  expect(answers).toEqual([1, 2, 3, 4, 'five is bad', 6, 7, 8]);
});

test('an error that is nobody’s fault fails the whole batch at once', async () => {
  let runs = 0;
  const add = createBatcher<number, number>({
    batchMax: 8,
    waitingMax: 100,
    splitsOn: (error) => !String(error).includes('lost'),
    run: async () => {
      runs += 1;
      throw new Error('connection lost');
    },
  });
  expect(await Promise.all([1, 2, 3].map((n) => settled(add('a', n))))).toEqual(Array(3).fill('connection lost'));
  expect(runs).toBe(1);
});

test('a full queue refuses, and the queues of other keys go on', async () => {
  const gate = Promise.withResolvers<void>();
  const add = createBatcher<number, number>({
    batchMax: 1,
    waitingMax: 2,
    run: async (key, requests) => {
      if (key === 'hot') await gate.promise;
      return requests;
    },
  });
  const first = add('hot', 0);
  await turn();
  const waiting = [add('hot', 1), add('hot', 2)];
  await expect(add('hot', 3)).rejects.toMatchObject({ code: 'temporarily_unavailable', retryAfter: 1 });
  expect(await add('cold', 7)).toBe(7);
  gate.resolve();
  expect(await Promise.all([first, ...waiting])).toEqual([0, 1, 2]);
});

test.each([1, 2])('at most %i batches of a key run at a time, and requests that wait are combined', async (most) => {
  const asked: (readonly number[])[] = [];
  const ends: (() => void)[] = [];
  const add = createBatcher<number, number>({
    batchMax: 10,
    waitingMax: 100,
    runningMax: most,
    run: (_key, requests) => {
      asked.push(requests);
      return new Promise((resolve) => ends.push(() => resolve(requests)));
    },
  });
  const answers: Promise<number>[] = [];
  for (let n = 0; n < most + 2; n++) {
    answers.push(add('a', n));
    await turn();
  }
  const alone = Array.from({ length: most }, (_, n) => [n]);
  expect(asked).toEqual(alone);
  ends[0]!();
  await answers[0];
  await turn();
  expect(asked).toEqual([...alone, [most, most + 1]]);
  for (const end of ends) end();
  expect(await Promise.all(answers)).toEqual(Array.from({ length: most + 2 }, (_, n) => n));
});

test('batched reads: what is asked in one turn is read together, each gets its own answer', async () => {
  const asked: number[][] = [];
  const find = batchedReads<number, string>(async (keys) => {
    asked.push([...keys]);
    return keys.map((key) => (key === 404 ? undefined : `no ${key}`));
  });
  expect(await Promise.all([find(1), find(404), find(1)])).toEqual(['no 1', undefined, 'no 1']);
  expect(await find(2)).toBe('no 2');
  expect(asked).toEqual([[1, 404, 1], [2]]);
});

test('batched reads: no statement carries more than 512 keys', async () => {
  const sizes: number[] = [];
  const find = batchedReads<number, number>(async (keys) => {
    sizes.push(keys.length);
    return keys;
  });
  expect(await Promise.all(Array.from({ length: 1_000 }, (_, key) => find(key)))).toHaveLength(1_000);
  expect(sizes).toEqual([512, 488]);
});

test('batched reads: a failed read fails those who asked, not those who ask after it', async () => {
  let down = true;
  const find = batchedReads<number, number>(async (keys) => {
    if (down) throw new Error('gone');
    return keys;
  });
  await expect(Promise.all([find(1), find(2)])).rejects.toThrow('gone');
  down = false;
  expect(await find(3)).toBe(3);
});

test('shared reads: many who ask at once share one read, and none begins before its readers asked', async () => {
  let committed = 0;
  let reads = 0;
  const read = sharedReads(async () => {
    reads += 1;
    const seen = committed;
    await turn();
    return seen;
  });
  const asked = Array.from({ length: 200 }, async (_, i) => {
    if (i % 10 === 0) await turn();
    committed += 1;
    const mine = committed;
    return (await read('room')) >= mine;
  });
  expect(await Promise.all(asked)).not.toContain(false);
  expect(reads).toBeLessThan(10);
});

test('shared reads: a read that failed fails only those who shared it', async () => {
  let fails = true;
  const read = sharedReads(async () => {
    await turn();
    if (fails) throw new Error('on purpose');
    return 'fine';
  });
  const first = read('room');
  await turn();
  const second = read('room');
  await expect(first).rejects.toThrow('on purpose');
  fails = false;
  expect(await second).toBe('fine');
  expect(await read('room')).toBe('fine');
});
