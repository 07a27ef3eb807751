import { expect, test } from 'vitest';
import { batchedReads } from './batched-reads.ts';

test('what is asked in one turn is read together, each gets its own answer', async () => {
  const asked: number[][] = [];
  const find = batchedReads<number, string>(async (keys) => {
    asked.push([...keys]);
    return keys.map((key) => (key === 404 ? undefined : `no ${key}`));
  });
  expect(await Promise.all([find(1), find(404), find(1)])).toEqual(['no 1', undefined, 'no 1']);
  expect(await find(2)).toBe('no 2');
  expect(asked).toEqual([[1, 404, 1], [2]]);
});

test('no statement carries more than 512 keys', async () => {
  const sizes: number[] = [];
  const find = batchedReads<number, number>(async (keys) => {
    sizes.push(keys.length);
    return keys;
  });
  expect(await Promise.all(Array.from({ length: 1_000 }, (_, key) => find(key)))).toHaveLength(1_000);
  expect(sizes).toEqual([512, 488]);
});

test('a failed read fails those who asked, not those who ask after', async () => {
  let down = true;
  const find = batchedReads<number, number>(async (keys) => {
    if (down) throw new Error('gone');
    return keys;
  });
  await expect(Promise.all([find(1), find(2)])).rejects.toThrow('gone');
  down = false;
  expect(await find(3)).toBe(3);
});

test('two reads at most are under way: what is asked meanwhile is read together after them', async () => {
  const asked: number[][] = [];
  const ends: (() => void)[] = [];
  const find = batchedReads<number, number>((keys) => {
    asked.push([...keys]);
    return new Promise((resolve) => ends.push(() => resolve(keys)));
  });
  const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
  const found = [find(1)];
  await turn();
  found.push(find(2));
  await turn();
  found.push(find(3));
  await turn();
  found.push(find(4));
  await turn();
  expect(asked).toEqual([[1], [2]]);
  ends[0]!();
  await found[0];
  await turn();
  expect(asked).toEqual([[1], [2], [3, 4]]);
  for (const end of ends) end();
  expect(await Promise.all(found)).toEqual([1, 2, 3, 4]);
});
