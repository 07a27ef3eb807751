import { useMutation, useQueries, useQuery, useQueryClient } from '@tanstack/react-query';
import type { BodyOf } from '@frontrow/contract/api.ts';
import type { WireRecordedEvent } from '@frontrow/contract/broadcast/api.ts';
import type { WireChatMessage } from '@frontrow/contract/rooms/api.ts';
import { call } from '#web/shared/api/call.ts';
import { isAnswer } from '#web/shared/api/refusal.ts';
import { chatWindowMs, chatWindows } from './timeline.ts';

/** How often a replay that is being prepared is asked for. */
const processingMs = 5_000;

const keyOf = (eventUuid: string) => ['replay', eventUuid] as const;

/** What was recorded of an event. Its addresses stay until the player asks for new ones. */
export const useReplay = (eventUuid: string) =>
  useQuery({
    queryKey: keyOf(eventUuid),
    queryFn: ({ signal }) => call('GET /events/:uuid/replay', { params: { uuid: eventUuid }, signal }),
    refetchInterval: ({ state }) => (state.data?.state === 'processing' ? processingMs : false),
    staleTime: Infinity,
    // Addresses grow old: a page that is reopened asks again.
    gcTime: 0,
    retry: (count, error) => !isAnswer(error) && count < 2,
  });

/** What was written up to this moment, oldest first. */
export function useReplayChat(eventUuid: string, moment: number) {
  const windows = useQueries({
    queries: chatWindows(moment).map((from) => ({
      queryKey: [...keyOf(eventUuid), 'chat', from],
      queryFn: async ({ signal }: { signal: AbortSignal }): Promise<readonly WireChatMessage[]> =>
        (
          await call('GET /events/:uuid/replay/chat', {
            params: { uuid: eventUuid },
            query: { from, to: from + chatWindowMs },
            signal,
          })
        ).messages,
      staleTime: Infinity,
    })),
  });
  return {
    failed: windows.some(({ isError }) => isError),
    retry: (): void => void Promise.all(windows.filter(({ isError }) => isError).map(({ refetch }) => refetch())),
    messages: windows.flatMap(({ data }) => data ?? []).filter(({ at }) => at <= moment),
  };
}

/** What was said, for those who watch all of it. */
export const useTranscript = (eventUuid: string, enabled: boolean) =>
  useQuery({
    queryKey: [...keyOf(eventUuid), 'transcript'],
    queryFn: ({ signal }) =>
      call('GET /events/:uuid/replay/transcript', { params: { uuid: eventUuid }, query: { format: 'json' }, signal }),
    enabled,
    staleTime: Infinity,
  });

/** The host chooses who may watch. */
export function usePublishReplay(eventUuid: string) {
  const client = useQueryClient();
  return useMutation({
    scope: { id: keyOf(eventUuid).join() },
    mutationFn: (choice: Omit<BodyOf<'POST /events/replay/publish'>, 'event_uuid'>) =>
      call('POST /events/replay/publish', { body: { event_uuid: eventUuid, ...choice } }),
    onSuccess: (replay) => client.setQueryData(keyOf(eventUuid), replay),
  });
}

/** The host cuts a stretch out, or undoes a cut. */
export function useCutReplay(eventUuid: string) {
  const client = useQueryClient();
  return useMutation({
    scope: { id: keyOf(eventUuid).join() },
    mutationFn: (change: { cut: { from: number; to: number } } | { restore: string }) =>
      'cut' in change
        ? call('POST /events/replay/cut', { body: { event_uuid: eventUuid, ...change.cut } })
        : call('POST /events/replay/restore', { body: { event_uuid: eventUuid, cut_uuid: change.restore } }),
    onSuccess: async (replay) => {
      client.setQueryData(keyOf(eventUuid), replay);
      // Chat and transcript have other lines now.
      await client.invalidateQueries({ queryKey: keyOf(eventUuid), predicate: ({ queryKey }) => queryKey.length > 2 });
    },
  });
}

export function useRemoveReplay(eventUuid: string) {
  const client = useQueryClient();
  return useMutation({
    scope: { id: keyOf(eventUuid).join() },
    mutationFn: () => call('POST /events/replay/remove', { body: { event_uuid: eventUuid } }),
    onSuccess: () =>
      client.setQueryData(keyOf(eventUuid), (known: WireRecordedEvent | undefined) =>
        known ? { ...known, state: 'removed' as const, tracks: [], chapters: [], replay: null } : known,
      ),
  });
}
