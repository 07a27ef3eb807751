import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { WireRequest } from '@frontrow/contract/meetings/api.ts';
import type { MeetingSide } from '@frontrow/core/meetings/meeting-machine.ts';
import { call } from '#web/shared/api/call.ts';
import { unreadRequestsKey } from '#web/shared/activity/use-unread.ts';

/**
 * Tells the server that the requests on the page were seen, up to the newest change on it; `uuid`: the page has only
 * this one. What was new when it was first shown stays marked on this visit: the uuids of those.
 */
export function useSeen(side: MeetingSide, requests: readonly WireRequest[], uuid?: string): ReadonlySet<string> {
  const queries = useQueryClient();
  const marked = useRef(new Set<string>());
  const unread = requests.filter((request) => request.unread);
  for (const request of unread) marked.current.add(request.request_uuid);
  const newest = unread.reduce((latest, request) => Math.max(latest, request.changed_at), 0);
  useEffect(() => {
    if (newest === 0) return;
    call('POST /private_requests/seen', { body: { side, request_uuid: uuid, changed_at: newest } }).then(
      (said) => queries.setQueryData(unreadRequestsKey, said),
      () => undefined,
    );
  }, [newest, side, uuid, queries]);
  return marked.current;
}
