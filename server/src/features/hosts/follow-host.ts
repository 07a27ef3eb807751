import { followsMax } from '@frontrow/core/hosts/limits.ts';
import { refuse } from '@frontrow/core/refuse.ts';
import type { Db } from '../../db/db.ts';
import { addFollow, findHost, followerCount, otherFollows, removeFollow } from './store.ts';

/**
 * Follows a host, or no longer; answers how many follow it. Throws `user_not_found`, `own_page`, `too_many_follows`.
 */
export async function followHost(
  db: Db,
  followerId: number,
  wish: { readonly username: string; readonly follow: boolean },
): Promise<number> {
  const host = await findHost(db, wish.username);
  if (!host) throw refuse('user_not_found');
  if (host.id === followerId) throw refuse('own_page');
  if (wish.follow) await follow(db, host.id, followerId);
  else await removeFollow(db, host.id, followerId);
  return followerCount(db, host.id);
}

async function follow(db: Db, hostId: number, followerId: number): Promise<void> {
  if ((await otherFollows(db, hostId, followerId)) >= followsMax)
    throw refuse('too_many_follows', { maximum: followsMax });
  await addFollow(db, hostId, followerId);
}
