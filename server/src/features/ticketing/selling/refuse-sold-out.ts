import { refuse } from '@frontrow/core/refuse.ts';
import { isKey } from '../../../db/idempotency.ts';
import type { Buyer, Checkout } from './checkout.ts';
import { purchaseScope, type SeatWish } from './seat-wish.ts';

const soldOutRefusal = refuse('sold_out');

/** Refuses without waiting for the event's row where "sold out" is the answer. */
export async function refuseSoldOut({ soldOut }: Checkout, buyer: Buyer, wish: SeatWish): Promise<void> {
  // A guest's orders belong to browsers, which only the stored functions tell apart.
  if (buyer.guestEmail === undefined && (await soldOut.isSoldOutFor(buyer.accountId, wish))) throw soldOutRefusal;
}

/**
 * The same before the `Idempotency-Key` of a purchase is written. In a rush most buyers get this answer, and a key that
 * got it may be used again once a seat is left. A key that was used before goes on to the purchase, which repeats its
 * answer.
 */
export async function refuseSoldOutBeforeKey(
  { idempotency, soldOut }: Pick<Checkout, 'idempotency' | 'soldOut'>,
  { accountId, key }: { readonly accountId: number; readonly key: string | undefined },
  wish: SeatWish,
): Promise<void> {
  if (key !== undefined && !isKey(key)) return;
  const asked = soldOut.isSoldOutFor(accountId, wish);
  if (asked === false) return;
  const used = key !== undefined && idempotency.wasUsed({ scope: purchaseScope(accountId), key });
  const [isSoldOut, hasAnswer] = await Promise.all([asked, used]);
  if (isSoldOut && !hasAnswer) throw soldOutRefusal;
}
