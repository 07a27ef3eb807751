import { expect, test } from 'vitest';
import { RowQueue } from './batcher.ts';

test('work on a row runs two at a time and all of it in the end, faults included; other rows do not wait', async () => {
  const queue = new RowQueue();
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
    Array.from({ length: 50 }, (_, i) => queue.run('room', () => work(i % 5 === 0))),
  );
  expect(most).toBe(2);
  expect(settled.filter((one) => one.status === 'fulfilled')).toHaveLength(40);
  let open: () => void = () => undefined;
  const blocked = [1, 2].map(() =>
    queue.run('a', () => new Promise<void>((done) => (open = ((before) => () => (before(), done()))(open)))),
  );
  await expect(queue.run('b', async () => 'free')).resolves.toBe('free');
  open();
  await Promise.all(blocked);
});

test('a full queue refuses', async () => {
  const queue = new RowQueue();
  let open: () => void = () => undefined;
  const gate = new Promise<void>((done) => (open = done));
  const all = Array.from({ length: 2003 }, () => queue.run('room', () => gate));
  await expect(all.at(-1)).rejects.toMatchObject({ code: 'temporarily_unavailable', retryAfter: 2 });
  open();
  await Promise.allSettled(all);
});
