import { type QueryClient, queryOptions } from '@tanstack/react-query';
import type { AnswerOf } from '@frontrow/contract/api.ts';
import { call } from '#web/shared/api/call.ts';
import { reloadProfile } from '#web/shared/session/session.ts';

export type OneTicket = AnswerOf<'GET /tickets/:ticket'>;

export const ticketQuery = (uuid: string) =>
  queryOptions({
    queryKey: ['tickets', 'one', uuid],
    queryFn: ({ signal }) => call('GET /tickets/:ticket', { params: { ticket: uuid }, signal }),
    refetchOnWindowFocus: true,
    retry: false,
  });

/** After a ticket changed hands or was given back: the tickets, the event's page and the profile are asked again. */
export const askAgain = async (client: QueryClient): Promise<void> => {
  await Promise.all([
    client.invalidateQueries({ queryKey: ['tickets'] }),
    client.invalidateQueries({ queryKey: ['event'] }),
    // The change is done even if reloading the profile fails.
    reloadProfile().catch(() => undefined),
  ]);
};
