import type { WireUser } from '@frontrow/contract/accounts/api.ts';
import { refuse } from '@frontrow/core/refuse.ts';
import type { Kit } from '../../kit.ts';
import { removeFollow } from './store.ts';
import { readUnfollowToken } from './unfollow-token.ts';

/** Path a mail program's own unsubscribe button posts to; opened in a browser it shows the question. */
export const oneClickPath = (token: string): string => `/unfollow/${token}`;

/**
 * Ends following by the link of a mail, without a log-in; a second time changes nothing. Answers whom. Throws
 * `link_invalid`.
 */
export async function unfollowByMail({ db, config }: Pick<Kit, 'db' | 'config'>, token: string): Promise<WireUser> {
  const followship = readUnfollowToken(config, token);
  if (!followship) throw refuse('link_invalid');
  await removeFollow(db, followship.hostId, followship.followerId);
  const host = await db.one<{ id: number; username: string; name: string; avatar_url: string | null; role: 0 | 1 }>(
    "SELECT id, username, trim(name || ' ' || surname) AS name, avatar_url, role FROM app_user WHERE id = $1",
    [followship.hostId],
  );
  if (!host) throw refuse('link_invalid');
  return {
    user_ide: host.id,
    user_username: host.username,
    user_name: host.name,
    user_avatar: host.avatar_url,
    user_role: host.role,
  };
}
