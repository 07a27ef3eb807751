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

const etags = new Map<string, string>();
/** Events whose version is remembered on this page. */
const etagsMax = 50;

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
    known ? etags.get(uuid) : undefined,
  );
  if (!answer) return known!;
  if (etags.size >= etagsMax) etags.clear();
  if (answer.etag) etags.set(uuid, answer.etag);
  return answer.data as WireEventPage;
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
    // A lost poll is silently ignored (spec §8): the next one comes by itself.
    retry: (count, error) => count < 2 && !isAnswer(error),
  });
}
