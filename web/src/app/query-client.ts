import { QueryClient, type QueryFilters, type RefetchOptions } from '@tanstack/react-query';
import { isAnswer } from '#web/shared/api/refusal.ts';

/** Lost networks and busy servers are asked again; a clear "no" is not. */
const retriesMax = 2;
const staleMs = 30_000;

/**
 * A refetch also cancels a first fetch that is still running. The library (5.108) cancels only later ones, and would
 * show a first answer from before the change.
 */
class Client extends QueryClient {
  override refetchQueries(filters?: QueryFilters, options?: RefetchOptions): Promise<void> {
    for (const query of this.getQueryCache().findAll(filters))
      // An inactive query would be cancelled, but not fetched again.
      if (query.state.data === undefined && query.isActive()) void query.cancel({ silent: true });
    return super.refetchQueries(filters, options);
  }
}

/**
 * Data that is set stays, although a fetch that began earlier is still running and would overwrite it. That fetch is
 * started again, because it may have been for a change that is newer than the data.
 */
function keepWhatIsSet(client: QueryClient): void {
  client.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated' || event.action.type !== 'success' || !event.action.manual) return;
    if (event.query.state.fetchStatus !== 'idle')
      void event.query.fetch(undefined, { cancelRefetch: true }).catch(() => undefined);
  });
}

export function createQueryClient({ retry = true } = {}): QueryClient {
  const client = new Client({
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
  keepWhatIsSet(client);
  return client;
}
