import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '#web/shared/api/call.ts';
import { pollEvery } from '#web/shared/api/poll.ts';

const keyOf = (eventUuid: string) => ['ingest', eventUuid] as const;

/** Addresses, stream key and the encoder's state, asked for again every `everyMs` where that is given. */
export const useIngest = (eventUuid: string, everyMs: number | false = false) =>
  useQuery({
    queryKey: keyOf(eventUuid),
    queryFn: ({ signal }) => call('GET /events/:uuid/ingest', { params: { uuid: eventUuid }, signal }),
    refetchInterval: everyMs === false ? false : pollEvery(everyMs),
    // The key is a secret: it is kept no longer than it is shown.
    gcTime: 0,
  });

/** Recording on or off. */
export function useRecording(eventUuid: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (enabled: boolean) => call('POST /events/ingest/record', { body: { event_uuid: eventUuid, enabled } }),
    onSuccess: (ingest) => client.setQueryData(keyOf(eventUuid), ingest),
  });
}

/** A copy in VP8, allowed or not. */
export function useVp8(eventUuid: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (enabled: boolean) =>
      call('POST /events/ingest/allow_vp8', { body: { event_uuid: eventUuid, enabled } }),
    onSuccess: (ingest) => client.setQueryData(keyOf(eventUuid), ingest),
  });
}

export function useRotateKey(eventUuid: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => call('POST /events/ingest/rotate_key', { body: { event_uuid: eventUuid } }),
    onSuccess: (ingest) => client.setQueryData(keyOf(eventUuid), ingest),
  });
}
