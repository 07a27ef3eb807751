import { queryOptions } from '@tanstack/react-query';
import { call } from '#web/shared/api/call.ts';

/** The state of a mailed link. Asked once: taking the seat uses the link up while this page is still shown. */
export const joinLinkQuery = (token: string | null) =>
  queryOptions({
    queryKey: ['join-link', token],
    queryFn: ({ signal }) => call('POST /auth/join_link', { body: { token: token ?? '' }, signal }),
    enabled: ({ state }) => token !== null && state.data === undefined,
    retry: false,
  });
