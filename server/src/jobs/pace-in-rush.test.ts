import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { paceInRush } from './runner.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance', 'setTimeout'] }));
afterEach(() => void vi.useRealTimers());

/** Begins this many steps at once; answers how many may begin so far. */
function begin(step: () => Promise<void>, steps: number): () => number {
  let begun = 0;
  for (let n = 0; n < steps; n++) void step().then(() => begun++);
  return () => begun;
}

test('in a rush a step begins in its turn, and none is lost', async () => {
  const begun = begin(paceInRush({ inRush: () => true, perSecond: 800 }), 800);
  await vi.advanceTimersByTimeAsync(500);
  expect(begun()).toBeGreaterThan(350);
  expect(begun()).toBeLessThanOrEqual(400);
  await vi.advanceTimersByTimeAsync(550);
  expect(begun()).toBe(800);
});

test('without a rush every step begins at once', async () => {
  const begun = begin(paceInRush({ inRush: () => false, perSecond: 800 }), 800);
  await vi.advanceTimersByTimeAsync(0);
  expect(begun()).toBe(800);
});

test('when a rush is over the next steps do not wait for those of before', async () => {
  let isRush = true;
  const step = paceInRush({ inRush: () => isRush, perSecond: 10 });
  const before = begin(step, 20);
  isRush = false;
  const after = begin(step, 20);
  await vi.advanceTimersByTimeAsync(0);
  expect([before(), after()]).toEqual([0, 20]);
});
