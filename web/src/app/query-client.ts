import { QueryClient, type QueryFilters, type RefetchOptions } from '@tanstack/react-query';
import { isAnswer } from '#web/shared/api/refusal.ts';

/** Lost networks and busy servers are asked again; a clear "no" is not. */
const retriesMax = 2;
const staleMs = 30_000;

/**
 * Asks again after a change also where the answer under way would be the first. The library (5.108) cancels only those
 * that would replace one, and shows a first answer that was asked for before the change.
 */
class Client extends QueryClient {
  override refetchQueries(filters?: QueryFilters, options?: RefetchOptions): Promise<void> {
    for (const query of this.getQueryCache().findAll(filters))
      // One that nothing on the page waits for would not be asked for again.
      if (query.state.data === undefined && query.isActive()) void query.cancel({ silent: true });
    return super.refetchQueries(filters, options);
  }
}

/**
 * An answer under way was asked for before what is set, which it would replace. It is asked for again: what is set may
 * be older than a change that it was to show.
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
