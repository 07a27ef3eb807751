import { followsMax } from '@frontrow/core/hosts/limits.ts';
import { refuse } from '@frontrow/core/refuse.ts';
import type { Db } from '../../db/db.ts';
import { findHost } from './host-lookup.ts';

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
  else await unfollow(db, host.id, followerId);
  const counted = await db.one<{ count: number }>('SELECT count(*) FROM follow WHERE host_id = $1', [host.id]);
  return counted?.count ?? 0;
}

async function follow(db: Db, hostId: number, followerId: number): Promise<void> {
  const others = await db.one<{ count: number }>(
    'SELECT count(*) FROM follow WHERE follower_id = $1 AND host_id <> $2',
    [followerId, hostId],
  );
  if ((others?.count ?? 0) >= followsMax) throw refuse('too_many_follows', { maximum: followsMax });
  await db.query('INSERT INTO follow (host_id, follower_id) VALUES ($1, $2) ON CONFLICT DO NOTHING', [
    hostId,
    followerId,
  ]);
}

export async function unfollow(db: Db, hostId: number, followerId: number): Promise<void> {
  await db.query('DELETE FROM follow WHERE host_id = $1 AND follower_id = $2', [hostId, followerId]);
}
