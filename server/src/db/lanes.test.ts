import { expect, test } from 'vitest';
import { Lanes } from './lanes.ts';

test('two at a time per key, all of them in the end, faults included; keys do not wait for each other', async () => {
  const lanes = new Lanes();
  let running = 0;
  let most = 0;
  const work = async (fails: boolean): Promise<string> => {
    running += 1;
    most = Math.max(most, running);
    await new Promise((done) => setImmediate(done));
    running -= 1;
    if (fails) throw new Error('on purpose');
    return 'done';
  };
  const settled = await Promise.allSettled(
    Array.from({ length: 50 }, (_, i) => lanes.run('room', () => work(i % 5 === 0))),
  );
  expect(most).toBe(2);
  expect(settled.filter((one) => one.status === 'fulfilled')).toHaveLength(40);
  let open: () => void = () => undefined;
  const blocked = [1, 2].map(() =>
    lanes.run('a', () => new Promise<void>((done) => (open = ((before) => () => (before(), done()))(open)))),
  );
  await expect(lanes.run('b', async () => 'free')).resolves.toBe('free');
  open();
  await Promise.all(blocked);
});

test('a queue that is full says so', async () => {
  const lanes = new Lanes();
  let open: () => void = () => undefined;
  const gate = new Promise<void>((done) => (open = done));
  const all = Array.from({ length: 2003 }, () => lanes.run('room', () => gate));
  await expect(all.at(-1)).rejects.toMatchObject({ code: 'temporarily_unavailable', retryAfter: 2 });
  open();
  await Promise.allSettled(all);
});
