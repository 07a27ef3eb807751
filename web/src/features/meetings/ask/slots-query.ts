import { queryOptions } from '@tanstack/react-query';
import { slotsAheadMs } from '@frontrow/core/meetings/limits.ts';
import { call } from '#web/shared/api/call.ts';
import { serverNow } from '#web/shared/server-clock.ts';

/** Free times change whenever somebody books. */
const staleMs = 30_000;

/** All free times of a host; asked for again when the dialog opens again. */
export const slotsQuery = (username: string) =>
  queryOptions({
    queryKey: ['meetings', 'slots', username.toLowerCase()],
    queryFn: ({ signal }) => {
      const from = serverNow();
      return call('GET /hosts/:username/slots', {
        params: { username },
        query: { from, to: from + slotsAheadMs },
        signal,
      });
    },
    staleTime: staleMs,
    refetchOnWindowFocus: true,
  });
