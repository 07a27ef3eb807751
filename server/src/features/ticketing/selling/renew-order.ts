import { refuse } from '@frontrow/core/refuse.ts';
import type { Buyer, Checkout } from './checkout.ts';
import type { Quote } from './seat-terms.ts';

/**
 * Gives the seat and the end of an unpaid order to a new one, at this price. `changed`: the order moved meanwhile, look again.
 * Refuses what is wrong with the promo code.
 */
export async function renewOrder({ db, ids }: Checkout, buyer: Buyer, orderId: string, price: Quote): Promise<void> {
  const row = await db.one<{ word: 'renewed' | 'changed' | 'terms_changed' | PromoRefusal }>(
    'SELECT renew_order($1, $2, $3, $4, $5, $6) AS word',
    [orderId, ids.uuid(), buyer.guestKey ?? null, price.discount, price.fee, price.discountPercent],
  );
  const word = row?.word ?? 'changed';
  if (word === 'promo_not_yet' || word === 'promo_expired' || word === 'promo_used_up')
    throw refuse(word, {}, { field: 'promo_code' });
}

type PromoRefusal = 'promo_not_yet' | 'promo_expired' | 'promo_used_up';
