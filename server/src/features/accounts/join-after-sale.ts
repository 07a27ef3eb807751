import { joinClaim, type JoinUses } from './join-claim.ts';

/**
 * A claim that was joined while it was buying stays until that is paid; a purchase that came in at the very moment is even paid
 * for an account that is gone. Either goes to the owner now.
 */
export async function joinAfterSale(uses: JoinUses, buyerId: number): Promise<void> {
  const claim = await uses.db.one<{ owner_id: number }>(
    `SELECT o.id AS owner_id FROM app_user c JOIN app_user o ON o.id = c.joined_into AND o.email_verified_at IS NOT NULL
     WHERE c.id = $1 AND (c.erased_at IS NOT NULL OR c.email_norm = o.email_norm)`,
    [buyerId],
  );
  if (claim) await joinClaim(uses, buyerId, claim.owner_id, () => Promise.resolve());
}
