import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '#web/shared/api/call.ts';
import type { AskedStats } from './range-model.ts';

export const statsQuery = (asked: AskedStats) =>
  queryOptions({
    queryKey: ['stats', asked],
    queryFn: () => call('GET /stats', { query: asked }),
    // While other days are counted, those of before stay.
    placeholderData: keepPreviousData,
    refetchOnWindowFocus: true,
  });
