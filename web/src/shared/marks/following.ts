import { call } from '#web/shared/api/call.ts';
import { useMark } from './marks.ts';

const following = {
  key: 'following',
  load: async (signal: AbortSignal) => (await call('GET /user/following', { signal })).usernames,
  save: (username: string, follow: boolean) => call('POST /hosts/follow', { body: { username, follow } }),
  shownBy: (username: string) => [['host', username.toLowerCase()], ['followed-hosts']],
};

/** Whether the caller follows the host. */
export const useFollowing = (username: string, listed = false) => useMark(following, username, listed);
