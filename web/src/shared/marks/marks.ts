import { useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '#web/shared/api/call.ts';
import { askToLogin } from '#web/shared/login-modal.ts';
import { toastWarning } from '#web/shared/toasts/toast.ts';
import { text } from '#web/shared/i18n/index.ts';
import { knownSession, type Session, useSession } from '#web/shared/session/session.ts';

export type MarkKey = 'favorites' | 'following';

interface Marks {
  readonly key: MarkKey;
  readonly load: (signal: AbortSignal) => Promise<readonly string[]>;
}

const marksStaleMs = 60_000;

const mayMark = ({ user }: Session): boolean => user !== null && !user.user_is_guest;

/** Loaded together with the marks: visitors who are not logged in never need it. */
const changing = () => import('./change-mark.ts');

/**
 * Whether the caller marked something, and the way to change it: shown at once, taken back when the server says no.
 * Who is not logged in is asked to, and then it is done; who is not known yet waits until they are. `listed`: it stands
 * in the list of what is marked, which may be there before the marks are.
 */
function useMark({ key, load }: Marks, id: string, listed: boolean): { on: boolean; set: (on: boolean) => void } {
  const client = useQueryClient();
  const canMark = useSession(mayMark);
  const { data } = useQuery({
    queryKey: [key],
    queryFn: ({ signal }) => {
      changing().catch(() => undefined);
      return load(signal);
    },
    enabled: canMark,
    staleTime: marksStaleMs,
  });
  const on = canMark && (data?.includes(id) ?? listed);

  const change = (wanted: boolean): void =>
    void changing().then(
      ({ changeMark, saved }) => changeMark(client, saved[key], id, wanted),
      () => toastWarning(text('app', 'error.part')),
    );
  return {
    on,
    set(wanted) {
      if (canMark) return change(wanted);
      void knownSession().then((session) =>
        mayMark(session) ? change(wanted) : askToLogin('login', null, () => change(wanted), { what: key, of: id }),
      );
    },
  };
}

const favorites: Marks = {
  key: 'favorites',
  load: async (signal) => (await call('GET /user/favorites', { signal })).event_uuids,
};

/** Whether the caller keeps the event. */
export const useFavorite = (eventUuid: string, listed = false) => useMark(favorites, eventUuid, listed);

const following: Marks = {
  key: 'following',
  load: async (signal) => (await call('GET /user/following', { signal })).usernames,
};

/** Whether the caller follows the host. */
export const useFollowing = (username: string, listed = false) => useMark(following, username, listed);
