import { call } from '#web/shared/api/call.ts';
import { type Marks, useMark } from './marks.ts';

export const following: Marks = {
  key: 'following',
  load: async (signal) => (await call('GET /user/following', { signal })).usernames,
  save: (username, follow) => call('POST /hosts/follow', { body: { username, follow } }),
  shownBy: (username) => [['host', username.toLowerCase()], ['followed-hosts']],
};

/** Whether the caller follows the host. */
export const useFollowing = (username: string, listed = false) => useMark(following, username, listed);
