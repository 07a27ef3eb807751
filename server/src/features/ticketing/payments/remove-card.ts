import { refuse } from '@frontrow/core/refuse.ts';
import { recordFact } from '../../../facts/record-fact.ts';
import type { Checkout } from '../selling/checkout.ts';

/**
 * Removes a saved card of an account; its provider forgets the card soon after. What the row says of the card goes, the
 * row itself stays: a second call succeeds too, and a late webhook of the purchase does not save the card again.
 */
export const removeCard = ({ db }: Pick<Checkout, 'db'>, userId: number, method: string): Promise<void> =>
  db.tx(async (tx) => {
    const card = await tx.one<{ provider: string }>(
      `UPDATE saved_card SET removed_at = coalesce(removed_at, app_now()), brand = '', last4 = '', exp_month = NULL,
         exp_year = NULL
       WHERE id = $1 AND user_id = $2 RETURNING provider`,
      [method, userId],
    );
    if (!card) throw refuse('card_not_found', {}, { field: 'payment_method_id' });
    const { provider } = card;
    await recordFact(tx, { topic: 'CardRemoved', dedupeKey: `card_removed:${method}`, payload: { provider, method } });
  });

/** The provider forgets a removed card. Safe to run again. */
export async function forgetCard(
  { cards }: Pick<Checkout, 'cards'>,
  { provider, method }: { readonly provider: string; readonly method: string },
): Promise<void> {
  // A provider that this installation no longer uses cannot be asked.
  if (provider === cards.provider) await cards.forgetCard(method);
}
