import { expect, test } from 'vitest';
import { ConcurrencyLimiter } from './concurrency-limiter.ts';

test('work runs in the order in which it came, no more at a time than the limit', async () => {
  const limiter = new ConcurrencyLimiter({ runningMax: 2 });
  const begun: number[] = [];
  const gates = Array.from({ length: 4 }, () => Promise.withResolvers<void>());
  const all = gates.map(({ promise }, n) =>
    limiter.run(() => {
      begun.push(n);
      return promise;
    }),
  );
  expect(begun).toEqual([0, 1]);
  gates[1]!.resolve();
  await all[1];
  expect(begun).toEqual([0, 1, 2]);
  for (const gate of gates) gate.resolve();
  await Promise.all(all);
  expect(begun).toEqual([0, 1, 2, 3]);
  expect(limiter.isIdle).toBe(true);
});

test('work that fails makes room for the next', async () => {
  const limiter = new ConcurrencyLimiter({ runningMax: 1 });
  const failed = limiter.run(() => Promise.reject(new Error('on purpose')));
  const next = limiter.run(async () => 'done');
  await expect(failed).rejects.toThrow('on purpose');
  await expect(next).resolves.toBe('done');
});

test('work beyond the queue is refused, and what waits still runs', async () => {
  const limiter = new ConcurrencyLimiter({ runningMax: 1, waitingMax: 1, retryAfterSeconds: 5 });
  const gate = Promise.withResolvers<string>();
  const running = limiter.run(() => gate.promise);
  const waiting = limiter.run(async () => 'second');
  await expect(limiter.run(async () => 'third')).rejects.toMatchObject({
    code: 'temporarily_unavailable',
    retryAfter: 5,
  });
  gate.resolve('first');
  expect(await Promise.all([running, waiting])).toEqual(['first', 'second']);
});
