import { queryOptions } from '@tanstack/react-query';
import { call } from '#web/shared/api/call.ts';

/** What the link of a ticket mail is worth. Asked once: taking the seat uses it up, and the page after this one is still on its way. */
export const joinLinkQuery = (token: string | null) =>
  queryOptions({
    queryKey: ['join-link', token],
    queryFn: ({ signal }) => call('POST /auth/join_link', { body: { token: token ?? '' }, signal }),
    enabled: ({ state }) => token !== null && state.data === undefined,
    retry: false,
  });
