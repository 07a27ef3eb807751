import { queryOptions, replaceEqualDeep, useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query';
import type { WireEventPage } from '@frontrow/contract/events/api.ts';
import { call } from '#web/shared/api/call.ts';
import { pollEvery } from '#web/shared/api/poll.ts';
import { isAnswer } from '#web/shared/api/refusal.ts';
import { requestChanged } from '#web/shared/api/request.ts';
import { freshToken } from '#web/shared/api/tokens.ts';
import { useMobileDevice } from '#web/shared/mobile-device.ts';
import { serverNow } from '#web/shared/server-clock.ts';

/** The event page polls every 3 s while it is visible, and never on a phone. */
export const pollMs = 3_000;

export const eventKey = (uuid: string) => ['event', uuid] as const;

/**
 * The ETag of each answer, kept by the answer: an answer that was discarded must not lend its ETag to the page shown.
 */
const etags = new WeakMap<WireEventPage, string>();

/**
 * One event by a conditional request; the known page when nothing changed. The answer is the same for everybody, and a
 * token only decides whose rate limit counts: an expired one is left out rather than renewed.
 */
export async function fetchEvent(
  uuid: string,
  known: WireEventPage | undefined,
  signal?: AbortSignal,
): Promise<WireEventPage> {
  const answer = await requestChanged(
    { method: 'GET', path: `/events/${encodeURIComponent(uuid)}`, token: freshToken(serverNow()), signal },
    known && etags.get(known),
  );
  if (!answer) return known!;
  const asked = answer.data as WireEventPage;
  // What did not change keeps its identity, so that parts whose code is still loading do not render again.
  const page = replaceEqualDeep(known, asked);
  if (answer.etag) etags.set(page, answer.etag);
  return page;
}

/** The same request for a page that the server draws: asked once. */
export const eventQuery = (uuid: string) =>
  queryOptions({ queryKey: eventKey(uuid), queryFn: () => call('GET /events/:id', { params: { id: uuid } }) });

/** The event of the page, polled. */
export function useEvent(uuid: string): UseQueryResult<WireEventPage> {
  const client = useQueryClient();
  const mobile = useMobileDevice();
  return useQuery({
    queryKey: eventKey(uuid),
    queryFn: ({ signal }) => fetchEvent(uuid, client.getQueryData<WireEventPage>(eventKey(uuid)), signal),
    refetchInterval: (query) =>
      mobile || query.state.data?.event.event_state === 2 ? false : pollEvery(pollMs)(query),
    refetchOnWindowFocus: true,
    // No structural sharing: the ETag is looked up by the identity of the answer.
    structuralSharing: false,
    // A failed poll is ignored: the next one follows in 3 s.
    retry: (count, error) => count < 2 && !isAnswer(error),
  });
}
