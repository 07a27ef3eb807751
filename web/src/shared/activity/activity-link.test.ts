import { QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createQueryClient } from '#web/app/query-client.ts';
import { oneAtATime } from './activity-link.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('a page that loads shows its answer, also where news come faster than a slow line answers', async () => {
  const client = createQueryClient({ retry: false });
  let asked = 0;
  const queryFn = async (): Promise<number> => {
    asked += 1;
    const mine = asked;
    await new Promise((resolve) => setTimeout(resolve, 2_500));
    return mine;
  };
  const observer = new QueryObserver(client, { queryKey: ['activity'], queryFn });
  const stop = observer.subscribe(() => undefined);
  const onNews = oneAtATime(() => client.invalidateQueries({ queryKey: ['activity'] }));
  for (let second = 0; second < 10; second++) {
    onNews();
    await vi.advanceTimersByTimeAsync(1_000);
  }
  expect(observer.getCurrentResult().data).toBeGreaterThan(2);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(observer.getCurrentResult()).toMatchObject({ data: asked, fetchStatus: 'idle' });
  stop();
});

it('a request that is never answered does not hold up what is new after it', async () => {
  const work = vi.fn(() => new Promise<void>(() => undefined));
  const onNews = oneAtATime(work);
  onNews();
  await vi.advanceTimersByTimeAsync(9_000);
  onNews();
  expect(work).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(1_001);
  expect(work).toHaveBeenCalledTimes(2);
});
