import { refuse } from '@frontrow/core/refuse.ts';
import type { Checkout } from '../selling/checkout.ts';

/** The card that the checkout offers first. Throws `card_not_found` for one that is not the account's. */
export async function chooseDefaultCard(
  { db, cards }: Pick<Checkout, 'db' | 'cards'>,
  userId: number,
  method: string,
): Promise<void> {
  const chosen = await db.one(
    `UPDATE saved_card SET default_at = app_now()
     WHERE id = $1 AND user_id = $2 AND provider = $3 AND removed_at IS NULL RETURNING 1 AS one`,
    [method, userId, cards.provider],
  );
  if (!chosen) throw refuse('card_not_found', {}, { field: 'payment_method_id' });
}
