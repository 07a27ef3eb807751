import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { call } from '#web/shared/api/call.ts';
import { openActivityLink } from './activity-link.ts';

const ask = () => call('GET /activity/unread');
/** Marks in several menus share one connection. */
let users = 0;
let close: (() => void) | undefined;
let news: (() => void) | undefined;

/** How many lines of the activity are new. It is asked for again whenever something happens. */
export function useUnreadActivity(): number {
  const queries = useQueryClient();
  const unread = useQuery({ queryKey: ['activity', 'unread'], queryFn: ask, refetchOnWindowFocus: true });
  useEffect(() => {
    news = () => void queries.invalidateQueries({ queryKey: ['activity'] });
    users += 1;
    if (users === 1) close = openActivityLink(() => news?.(), ask);
    return () => {
      users -= 1;
      if (users === 0) close?.();
    };
  }, [queries]);
  return unread.data?.unread ?? 0;
}
