import { call } from '#web/shared/api/call.ts';
import { type Marks, useMark } from './marks.ts';

const following: Marks = {
  key: 'following',
  load: async (signal) => (await call('GET /user/following', { signal })).usernames,
};

/** Whether the caller follows the host. */
export const useFollowing = (username: string, listed = false) => useMark(following, username, listed);
