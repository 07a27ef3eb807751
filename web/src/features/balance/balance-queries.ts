import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import type { MovementGroup } from '@frontrow/core/balance/movements.ts';
import { call } from '#web/shared/api/call.ts';
import { byCursor } from '#web/shared/api/by-cursor.ts';

/** What of the movements is shown. */
export interface MovementFilter {
  readonly group: MovementGroup | undefined;
  readonly eventUuid: string | undefined;
}

/** The query of the wire; what is not chosen is not sent. */
export const wireFilter = ({ group, eventUuid }: MovementFilter) => ({
  ...(group && { group }),
  ...(eventUuid && { event_uuid: eventUuid }),
});

export const useBalance = (filter: MovementFilter) =>
  useInfiniteQuery({
    queryKey: ['balance', filter.group, filter.eventUuid],
    queryFn: ({ pageParam, signal }) =>
      call('GET /balance', { query: { ...wireFilter(filter), cursor: pageParam }, signal }),
    ...byCursor,
    placeholderData: keepPreviousData,
  });

export const usePendingEvents = () =>
  useInfiniteQuery({
    queryKey: ['balance', 'events', 'pending'],
    queryFn: ({ pageParam, signal }) =>
      call('GET /balance/events', { query: { scope: 'pending', cursor: pageParam }, signal }),
    ...byCursor,
  });
