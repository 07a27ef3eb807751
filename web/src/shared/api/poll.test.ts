import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { expect, it, vi } from 'vitest';
import { pollEvery } from './poll.ts';

it('polling starts with the first answer, so a first failure stays on the screen', () => {
  expect(pollEvery(3_000)({ state: { data: undefined } })).toBe(false);
  expect(pollEvery(3_000)({ state: { data: {} } })).toBe(3_000);
});

it('a failed query is not pending again unless someone asks', async () => {
  vi.useFakeTimers();
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, networkMode: 'always' } } });
  const seen: string[] = [];
  const observer = new QueryObserver(client, {
    queryKey: ['event'],
    queryFn: () => Promise.reject(new Error('no network')),
    refetchInterval: pollEvery(3_000),
  });
  const stop = observer.subscribe(({ status }) => seen.push(status));
  await vi.advanceTimersByTimeAsync(15_000);
  stop();
  vi.useRealTimers();
  expect(seen.at(-1)).toBe('error');
  expect(seen.slice(seen.indexOf('error'))).not.toContain('pending');
});
