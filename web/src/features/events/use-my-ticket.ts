import { useQuery } from '@tanstack/react-query';
import { call } from '#web/shared/api/call.ts';

/** The caller's ticket for an event, if any. */
export const useMyTicket = (uuid: string, enabled: boolean) =>
  useQuery({
    queryKey: ['tickets', 'mine', uuid],
    queryFn: async () => (await call('GET /tickets/mine', { query: { event_uuid: uuid } })).tickets[0] ?? null,
    enabled,
  });
