import { batchedReads } from '../../db/batcher.ts';
import { joinClaim, type JoinUses } from './join-claim.ts';

/**
 * An account that was joined into the owner's while it was buying stays until that purchase is paid. A purchase of an
 * erased account may still be paid. The returned function moves what such an account bought to the owner.
 */
export function createJoinAfterSale(uses: JoinUses): (buyerId: number) => Promise<void> {
  const ownerOf = batchedReads<number, number>(async (buyerIds) => {
    const rows = await uses.db.query<{ id: number; owner_id: number }>(
      `SELECT c.id, o.id AS owner_id FROM app_user c
         JOIN app_user o ON o.id = c.joined_into AND o.email_verified_at IS NOT NULL
       WHERE c.id = ANY ($1) AND (c.erased_at IS NOT NULL OR c.email_norm = o.email_norm)`,
      [buyerIds],
    );
    const byBuyer = new Map(rows.map((row) => [row.id, row.owner_id]));
    return buyerIds.map((id) => byBuyer.get(id));
  });
  return async (buyerId) => {
    const ownerId = await ownerOf(buyerId);
    if (ownerId !== undefined) await joinClaim(uses, buyerId, ownerId, () => Promise.resolve());
  };
}
