import type { Sql } from '../../db/db.ts';
import { recordFact } from '../../facts/fact-handler.ts';

/**
 * Removes the saved cards of an account, or the one named, and answers how many there are of them; their provider
 * deletes them soon after. The details in the rows are deleted, the rows stay: a second call succeeds too, and a late
 * webhook of the purchase does not save the card again.
 */
export async function removeCards(tx: Sql, userId: number, method?: string): Promise<number> {
  const removed = await tx.query<{ id: string; provider: string }>(
    `UPDATE saved_card SET removed_at = coalesce(removed_at, app_now()), brand = '', last4 = '', exp_month = NULL,
       exp_year = NULL
     WHERE user_id = $1 AND ($2::text IS NULL OR id = $2) RETURNING id, provider`,
    [userId, method ?? null],
  );
  for (const { id, provider } of removed)
    await recordFact(tx, {
      topic: 'CardRemoved',
      dedupeKey: `card_removed:${id}`,
      payload: { provider, method: id },
    });
  return removed.length;
}
