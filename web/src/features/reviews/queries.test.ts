import { onlineManager, QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { refreshMsMax, refreshReviews } from './queries.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  onlineManager.setOnline(true);
  vi.useRealTimers();
});

/** Something on the page that is asked for, and here. */
async function shown() {
  const client = new QueryClient();
  const ask = vi.fn().mockResolvedValue('said');
  new QueryObserver(client, { queryKey: ['reviews', 'event', 'e1'], queryFn: ask }).subscribe(() => undefined);
  await vi.advanceTimersByTimeAsync(0);
  return { client, ask };
}

it('the refresh waits for changed reviews', async () => {
  const { client, ask } = await shown();
  const answer = Promise.withResolvers<string>();
  ask.mockReturnValue(answer.promise);
  const done = vi.fn();
  void refreshReviews(client).then(done);
  await vi.advanceTimersByTimeAsync(refreshMsMax - 1);
  expect([ask.mock.calls.length, done.mock.calls.length]).toEqual([2, 0]);
  answer.resolve('more');
  await vi.advanceTimersByTimeAsync(0);
  expect(done).toHaveBeenCalledTimes(1);
});

it('the refresh waits only a moment without a network', async () => {
  const { client } = await shown();
  onlineManager.setOnline(false);
  const done = vi.fn();
  void refreshReviews(client).then(done);
  await vi.advanceTimersByTimeAsync(refreshMsMax);
  expect(done).toHaveBeenCalledTimes(1);
});
