import { favoritesMax, followsMax } from '@frontrow/core/hosts/limits.ts';
import type { Sql, Tx } from '../../db/db.ts';
import type { Kit } from '../../kit.ts';
import { moveTickets } from './move-guest-tickets.ts';
import { lockMeetings, moveMeetings } from './move-meetings.ts';
import { lockLinks } from './one-time-links.ts';
import { erasePerson } from './own-account/erase-person.ts';
import type { Sessions } from './sessions.ts';

export type JoinUses = Pick<Kit, 'db' | 'ids' | 'log' | 'storage'> & { readonly sessions: Sessions };

/**
 * Joins an account whose address another account has proven into that one, the owner's, because whoever reads the mails
 * of the address says that both are the same person. Tickets, private requests, favorites and followed hosts move to
 * the owner, and the joined account is erased. It stays while it holds something that cannot move (`moveTickets`); an
 * order that is being paid moves once it is paid (`joinAfterSale`). `last` runs in the transaction of the last step and
 * learns whether the two still have the same address. The steps before it may run again.
 */
export async function joinClaim<T>(
  { db, ids, log, sessions, storage }: JoinUses,
  claimId: number,
  ownerId: number,
  last: (tx: Tx, areOne: boolean) => Promise<T>,
): Promise<T> {
  await moveTickets({ db, log }, claimId, ownerId, (tx) => areStillOne(tx, claimId, ownerId));
  const joined = await db.tx(async (tx) => {
    await lockMeetings(tx, claimId);
    // Events and orders are locked before accounts, as a purchase does.
    await tx.query(
      'SELECT 1 FROM event WHERE id IN (SELECT event_id FROM favorite WHERE user_id = $1) ORDER BY id FOR KEY SHARE',
      [claimId],
    );
    await tx.query('SELECT 1 FROM orders WHERE buyer_id = $1 ORDER BY id FOR UPDATE', [claimId]);
    await lockLinks(tx, [claimId, ownerId]);
    const claim = await tx.one<{ avatar_key: string | null }>(
      `SELECT c.avatar_key FROM app_user c
         JOIN app_user o ON o.id = $2 AND o.email_norm = c.email_norm AND o.email_verified_at IS NOT NULL
       WHERE c.id = $1 AND c.email_verified_at IS NULL AND c.erased_at IS NULL
       FOR UPDATE OF c FOR NO KEY UPDATE OF o`,
      [claimId, ownerId],
    );
    const answer = await last(tx, claim !== undefined);
    if (!claim) return { answer, avatarKey: null };
    const kept = !(await moveRequests(tx, claimId, ownerId));
    if (!kept) {
      await moveMarks(tx, claimId, ownerId);
      await erasePerson(tx, { ids, sessions }, claimId);
    }
    await tx.query('UPDATE app_user SET joined_into = $2 WHERE id = $1', [claimId, ownerId]);
    return { answer, avatarKey: kept ? null : claim.avatar_key };
  });
  if (joined.avatarKey) await storage.delete(joined.avatarKey).catch(() => undefined);
  return joined.answer;
}

/**
 * Moves the private requests of an account without sales of its own: those of a meeting with a ticket moved with it.
 * False where it holds something that stays.
 */
async function moveRequests(tx: Tx, claimId: number, ownerId: number): Promise<boolean> {
  const holds = await tx.one(
    `SELECT 1 FROM orders WHERE buyer_id = $1 AND status NOT IN ('expired', 'cancelled', 'refunded')
     UNION ALL SELECT 1 FROM ticket WHERE holder_id = $1 AND voided_at IS NULL
     UNION ALL SELECT 1 FROM event WHERE host_id = $1`,
    [claimId],
  );
  if (holds) return false;
  await moveMeetings(tx, claimId, ownerId);
  return (await tx.one('SELECT 1 FROM private_request WHERE $1 IN (viewer_id, host_id)', [claimId])) === undefined;
}

/**
 * True while both have the same address, or after they were joined. The lock keeps both addresses until the transaction
 * ends.
 */
async function areStillOne(tx: Sql, claimId: number, ownerId: number): Promise<boolean> {
  const one = await tx.one(
    `SELECT 1 FROM app_user c JOIN app_user o ON o.id = $2 AND o.email_verified_at IS NOT NULL
       AND CASE WHEN c.erased_at IS NULL THEN c.email_verified_at IS NULL AND o.email_norm = c.email_norm
                ELSE c.joined_into = o.id END
     WHERE c.id = $1 FOR SHARE`,
    [claimId, ownerId],
  );
  return one !== undefined;
}

/**
 * Moves favorites and followed hosts, the newest ones up to the limit of one account, and who wants no requests of this
 * person. Nobody follows themselves.
 */
async function moveMarks(tx: Tx, claimId: number, ownerId: number): Promise<void> {
  await tx.query(
    `INSERT INTO favorite (user_id, event_id, since)
     SELECT $2, event_id, since FROM favorite f WHERE user_id = $1
       AND NOT EXISTS (SELECT 1 FROM favorite o WHERE o.user_id = $2 AND o.event_id = f.event_id)
     ORDER BY since DESC, event_id DESC LIMIT greatest(0, $3 - (SELECT count(*) FROM favorite WHERE user_id = $2))
     ON CONFLICT DO NOTHING`,
    [claimId, ownerId, favoritesMax],
  );
  await tx.query(
    `INSERT INTO follow (host_id, follower_id, since)
     SELECT host_id, $2, since FROM follow f WHERE follower_id = $1 AND host_id <> $2
       AND NOT EXISTS (SELECT 1 FROM follow o WHERE o.follower_id = $2 AND o.host_id = f.host_id)
     ORDER BY since DESC, host_id DESC LIMIT greatest(0, $3 - (SELECT count(*) FROM follow WHERE follower_id = $2))
     ON CONFLICT DO NOTHING`,
    [claimId, ownerId, followsMax],
  );
  await tx.query(
    `INSERT INTO host_block (host_id, user_id, blocked_at)
     SELECT host_id, $2, blocked_at FROM host_block WHERE user_id = $1 AND host_id <> $2 ON CONFLICT DO NOTHING`,
    [claimId, ownerId],
  );
}
