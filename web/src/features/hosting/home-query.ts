import { queryOptions } from '@tanstack/react-query';
import type { AnswerOf } from '@frontrow/contract/api.ts';
import { pollEvery } from '#web/shared/api/poll.ts';
import { call } from '#web/shared/api/call.ts';

export type HostHome = AnswerOf<'GET /host/home'>;

/** The page is about now: a sale, a request or a start shows without a reload. */
const everyMs = 30_000;

export const homeQuery = queryOptions({
  queryKey: ['events', 'mine', 'home'],
  queryFn: () => call('GET /host/home'),
  refetchInterval: pollEvery(everyMs),
  refetchOnWindowFocus: true,
});
