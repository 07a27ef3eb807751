import { expect, test, vi } from 'vitest';
import { askersFirst } from './askers-first.ts';

test('waits where the process was busy since the last turn, and only then', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  let share = 0.5;
  const turn = askersFirst(() => ({ idle: 0, active: 0, utilization: share }));
  await turn();
  share = 0.95;
  let done = false;
  const waiting = turn().then(() => (done = true));
  await Promise.resolve();
  expect(done).toBe(false);
  await vi.advanceTimersByTimeAsync(20);
  await waiting;
  expect(done).toBe(true);
  vi.useRealTimers();
});
