import { refuse } from '@frontrow/core/refuse.ts';
import { type RenewalVerdict, stepAfter } from '@frontrow/core/ticketing/verdicts.ts';
import { resolveOpenPayment } from '../payments/resolve-open-payment.ts';
import type { Buyer, Checkout } from './checkout.ts';
import type { Purchased } from './purchase.ts';
import type { Offer, OfferedPrice } from './quote.ts';
import type { RetrySeat } from './seat-refusal.ts';

/**
 * Does what the next attempt needs. Answers with the purchase where the open payment turns out to have bought the
 * ticket, for instance by another click of the same buyer.
 */
export async function prepareRetry(
  checkout: Checkout,
  buyer: Buyer,
  eventId: string,
  { price }: Offer,
  { preparation, orderId }: RetrySeat,
): Promise<Purchased | undefined> {
  switch (preparation) {
    case 'read_terms':
      checkout.terms.forget(eventId);
      return undefined;
    case 'expire_holds':
      await checkout.db.query('SELECT expire_holds($1)', [eventId]);
      return undefined;
    case 'replace_order':
      await replaceOrder(checkout, buyer, orderId, price);
      return undefined;
    case 'end_payment':
      return resolveOpenPayment(checkout, orderId);
    case 'nothing':
    case 'switch_to_free':
    case 'switch_to_paid':
      return undefined;
  }
}

/** Gives the seat of an unpaid order to a new one at this price; its hold ends when the old one's would have. */
async function replaceOrder({ db, ids }: Checkout, buyer: Buyer, orderId: string, price: OfferedPrice): Promise<void> {
  const row = await db.one<{ verdict: RenewalVerdict }>('SELECT renew_order($1, $2, $3, $4, $5, $6, $7) AS verdict', [
    orderId,
    ids.uuid(),
    buyer.guestKey ?? null,
    price.discount,
    price.fee,
    price.promo?.id ?? null,
    price.promo?.percent ?? 0,
  ]);
  const step = stepAfter(row?.verdict ?? 'changed');
  if (step.is === 'refuse') throw refuse(step.code, {}, { field: 'promo_code' });
}
