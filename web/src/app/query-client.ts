import { QueryClient } from '@tanstack/react-query';
import { isAnswer } from '#web/shared/api/refusal.ts';

/** Lost networks and busy servers are asked again; a clear "no" is not. */
const retriesMax = 2;
const staleMs = 30_000;

export function createQueryClient({ retry = true } = {}): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: staleMs,
        refetchOnWindowFocus: false,
        retry: (count, error) => retry && count < retriesMax && !isAnswer(error),
      },
      // Without a network it fails like any other: the library would wait for one, and do much later what nobody
      // waits for any more.
      mutations: { retry: false, networkMode: 'always' },
    },
  });
}
