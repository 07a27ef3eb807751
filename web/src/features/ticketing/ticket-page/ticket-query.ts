import { queryOptions } from '@tanstack/react-query';
import type { AnswerOf } from '@frontrow/contract/api.ts';
import { call } from '#web/shared/api/call.ts';

export type OneTicket = AnswerOf<'GET /tickets/:ticket'>;

export const ticketQuery = (uuid: string) =>
  queryOptions({
    queryKey: ['tickets', 'one', uuid],
    queryFn: ({ signal }) => call('GET /tickets/:ticket', { params: { ticket: uuid }, signal }),
    refetchOnWindowFocus: true,
    retry: false,
  });
