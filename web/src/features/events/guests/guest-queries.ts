import { infiniteQueryOptions, type InfiniteData, type QueryClient, type QueryKey } from '@tanstack/react-query';
import type { WireEvent } from '@frontrow/contract/events/api.ts';
import { byCursor } from '#web/shared/api/by-cursor.ts';
import { call } from '#web/shared/api/call.ts';

type VersionedEvent = Pick<WireEvent, 'event_uuid' | 'event_version'>;

/**
 * A list is fetched again when its event has changed. It starts with the pages that are open, so that a sale does not
 * send a host back to the first page.
 */
function withOpenPages<Page, Param>(client: QueryClient, list: QueryKey) {
  return {
    initialData: () =>
      client
        .getQueryCache()
        .findAll({ queryKey: list })
        .toSorted((one, other) => one.state.dataUpdatedAt - other.state.dataUpdatedAt)
        .at(-1)?.state.data as InfiniteData<Page, Param> | undefined,
    initialDataUpdatedAt: 0,
    // Another search shows the last one's result until it has its own.
    placeholderData: (before: InfiniteData<Page, Param> | undefined) => before,
  };
}

/** Everyone with a ticket, by seat. */
export function guestListQuery(
  client: QueryClient,
  { event_uuid: uuid, event_version: version }: VersionedEvent,
  search = '',
) {
  const list = ['event', uuid, 'door', search];
  const ask = (after: number) =>
    call('GET /events/:id/door_list', {
      params: { id: uuid },
      query: { after_seat: after, ...(search && { search }) },
    });
  return infiniteQueryOptions({
    queryKey: [...list, version],
    queryFn: ({ pageParam }) => ask(pageParam),
    initialPageParam: 0,
    getNextPageParam: (page) => page.next_after_seat ?? undefined,
    ...withOpenPages<Awaited<ReturnType<typeof ask>>, number>(client, list),
  });
}

/** What was billed to whom. */
export function salesQuery(client: QueryClient, { event_uuid: uuid, event_version: version }: VersionedEvent) {
  const list = ['event', uuid, 'billed'];
  const ask = (cursor: string | undefined) =>
    call('GET /events/:id/billed', { params: { id: uuid }, query: { cursor } });
  return infiniteQueryOptions({
    queryKey: [...list, version],
    queryFn: ({ pageParam }) => ask(pageParam),
    ...byCursor,
    ...withOpenPages<Awaited<ReturnType<typeof ask>>, string | undefined>(client, list),
  });
}
