import { expect, test } from 'vitest';
import { createBatcher } from './batcher.ts';

const settled = <T>(work: Promise<T>): Promise<T | string> => work.catch((error: Error) => error.message);

test('requests that wait together are decided together, each with its own answer', async () => {
  const sizes: number[] = [];
  const lane = createBatcher<number, number>({
    batchMax: 10,
    queueMax: 100,
    run: async (_key, requests) => (sizes.push(requests.length), requests.map((n) => n * 2)),
  });
  const answers = await Promise.all(Array.from({ length: 25 }, (_, n) => lane.add('a', n)));
  expect(answers).toEqual(Array.from({ length: 25 }, (_, n) => n * 2));
  expect(sizes).toEqual([10, 10, 5]);
});

test('one bad request never fails its batch', async () => {
  const lane = createBatcher<number, number>({
    batchMax: 8,
    queueMax: 100,
    run: async (_key, requests) => {
      if (requests.includes(5)) throw new Error('five is bad');
      return requests;
    },
  });
  const answers = await Promise.all([1, 2, 3, 4, 5, 6, 7, 8].map((n) => settled(lane.add('a', n))));
  expect(answers).toEqual([1, 2, 3, 4, 'five is bad', 6, 7, 8]);
});

test('a full lane sheds with a refusal, other lanes go on', async () => {
  let open!: () => void;
  const gate = new Promise<void>((resolve) => (open = resolve));
  const lane = createBatcher<number, number>({
    batchMax: 1,
    queueMax: 2,
    run: async (key, requests) => {
      if (key === 'hot') await gate;
      return requests;
    },
  });
  const first = lane.add('hot', 0);
  await new Promise((resolve) => setImmediate(resolve));
  const waiting = [lane.add('hot', 1), lane.add('hot', 2)];
  await expect(lane.add('hot', 3)).rejects.toMatchObject({ code: 'temporarily_unavailable', retryAfter: 1 });
  expect(await lane.add('cold', 7)).toBe(7);
  open();
  expect(await Promise.all([first, ...waiting])).toEqual([0, 1, 2]);
});
