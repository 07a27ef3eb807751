import type { AnswerOf, BodyOf } from '@frontrow/contract/api.ts';
import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '#web/shared/api/call.ts';
import { byCursor } from '#web/shared/api/by-cursor.ts';

export type ApiKey = AnswerOf<'GET /api_keys'>['api_keys'][number];
export type Endpoint = AnswerOf<'GET /webhook_endpoints'>['endpoints'][number];
export type Delivery = AnswerOf<'POST /webhook_endpoints/redeliver'>['delivery'];

const keysKey = ['developers', 'keys'];
const hooksKey = ['developers', 'hooks'];
/** What was sent shows its answer soon. */
const pollMs = 4_000;

export const useApiKeys = () =>
  useQuery({ queryKey: keysKey, queryFn: ({ signal }) => call('GET /api_keys', { signal }) });

export const useEndpoints = () =>
  useQuery({ queryKey: hooksKey, queryFn: ({ signal }) => call('GET /webhook_endpoints', { signal }) });

export const useDeliveries = (id: string, state: Delivery['state'] | undefined) =>
  useInfiniteQuery({
    queryKey: [...hooksKey, id, state],
    queryFn: ({ pageParam, signal }) =>
      call('GET /webhook_endpoints/:id/deliveries', {
        params: { id },
        query: { cursor: pageParam, state },
        signal,
      }),
    ...byCursor,
    refetchInterval: pollMs,
  });

/**
 * A change of keys or endpoints, after which their lists are read again. It does not wait for them: what was pressed
 * may be gone then, and would say nothing.
 */
function useThenRead<Wish, Answer>(key: string[], change: (wish: Wish) => Promise<Answer>) {
  const client = useQueryClient();
  return useMutation({ mutationFn: change, onSettled: () => void client.invalidateQueries({ queryKey: key }) });
}

export const useCreateKey = () =>
  useThenRead(keysKey, (body: BodyOf<'POST /api_keys'>) => call('POST /api_keys', { body }));
export const useRevokeKey = () => useThenRead(keysKey, (id: string) => call('POST /api_keys/revoke', { body: { id } }));
export const useAddEndpoint = () =>
  useThenRead(hooksKey, (body: BodyOf<'POST /webhook_endpoints'>) => call('POST /webhook_endpoints', { body }));
export const useUpdateEndpoint = () =>
  useThenRead(hooksKey, (body: BodyOf<'POST /webhook_endpoints/update'>) =>
    call('POST /webhook_endpoints/update', { body }),
  );
export const useRotateSecret = () =>
  useThenRead(hooksKey, (id: string) => call('POST /webhook_endpoints/rotate_secret', { body: { id } }));
export const useRemoveEndpoint = () =>
  useThenRead(hooksKey, (id: string) => call('POST /webhook_endpoints/remove', { body: { id } }));
export const useRedeliver = () =>
  useThenRead(hooksKey, (id: string) => call('POST /webhook_endpoints/redeliver', { body: { delivery_id: id } }));
