import type { MeetingSide } from '@frontrow/core/meetings/meeting-machine.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { call } from '#web/shared/api/call.ts';
import { openActivityLink } from './activity-link.ts';

const askActivity = () => call('GET /activity/unread');
const askRequests = () => call('GET /private_requests/unread');

export const unreadRequestsKey = ['meetings', 'unread'] as const;

/** Marks in several menus share one connection. */
let users = 0;
let close: (() => void) | undefined;
let news: (() => Promise<unknown>) | undefined;

/** What is shown of activity and of private requests is asked for again whenever something happens. */
function useNews(): void {
  const queries = useQueryClient();
  useEffect(() => {
    news = () =>
      Promise.all([
        queries.invalidateQueries({ queryKey: ['activity'] }),
        queries.invalidateQueries({ queryKey: ['meetings'] }),
      ]);
    users += 1;
    if (users === 1) close = openActivityLink(async () => news?.(), askRequests);
    return () => {
      users -= 1;
      if (users === 0) close?.();
    };
  }, [queries]);
}

/** How many lines of the activity are new. */
export function useUnreadActivity(): number {
  useNews();
  const unread = useQuery({ queryKey: ['activity', 'unread'], queryFn: askActivity, refetchOnWindowFocus: true });
  return unread.data?.unread ?? 0;
}

/** How many private requests the other side changed since the caller looked at them. */
export function useUnreadRequests(side: MeetingSide): number {
  useNews();
  const unread = useQuery({ queryKey: unreadRequestsKey, queryFn: askRequests, refetchOnWindowFocus: true });
  return unread.data?.[side] ?? 0;
}
