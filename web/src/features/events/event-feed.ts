import { queryOptions, useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query';
import type { WireEventPage } from '@frontrow/contract/events/api.ts';
import { call } from '#web/shared/api/call.ts';
import { isAnswer } from '#web/shared/api/refusal.ts';
import { requestChanged } from '#web/shared/api/request.ts';
import { freshToken } from '#web/shared/api/tokens.ts';
import { useMobileDevice } from '#web/shared/mobile-device.ts';
import { nowOnce } from '#web/shared/ui/use-now.ts';

/** The event page polls every 3 s, not on mobile (spec §4), and only while somebody looks at it. */
export const pollMs = 3_000;

export const eventKey = (uuid: string) => ['event', uuid] as const;

/** What each answer is called. Of the answer itself: one that came and was thrown away says nothing of the page that is shown. */
const etags = new WeakMap<WireEventPage, string>();

/**
 * One event, asked for conditionally: the page known so far when nothing changed. The answer is the same for everybody; whose token comes
 * along only decides whom it counts for, so that an outdated one stays at home and is not renewed.
 */
export async function fetchEvent(
  uuid: string,
  known: WireEventPage | undefined,
  signal?: AbortSignal,
): Promise<WireEventPage> {
  const answer = await requestChanged(
    { method: 'GET', path: `/events/${encodeURIComponent(uuid)}`, token: freshToken(nowOnce()), signal },
    known && etags.get(known),
  );
  if (!answer) return known!;
  const page = answer.data as WireEventPage;
  if (answer.etag) etags.set(page, answer.etag);
  return page;
}

/** The event of a page the server draws: the same question, asked once. */
export const eventQuery = (uuid: string) =>
  queryOptions({ queryKey: eventKey(uuid), queryFn: () => call('GET /events/:id', { params: { id: uuid } }) });

/** The event of the page, kept fresh. */
export function useEvent(uuid: string): UseQueryResult<WireEventPage> {
  const client = useQueryClient();
  const mobile = useMobileDevice();
  return useQuery({
    queryKey: eventKey(uuid),
    queryFn: ({ signal }) => fetchEvent(uuid, client.getQueryData<WireEventPage>(eventKey(uuid)), signal),
    refetchInterval: (query) => (mobile || query.state.data?.event.event_state === 2 ? false : pollMs),
    refetchOnWindowFocus: true,
    // The page that is kept is the answer itself, and no mixture of it and the one before: its name is looked up by it.
    structuralSharing: false,
    // A lost poll is silently ignored (spec §8): the next one comes by itself.
    retry: (count, error) => count < 2 && !isAnswer(error),
  });
}
