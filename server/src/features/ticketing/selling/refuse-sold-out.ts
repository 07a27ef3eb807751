import { refuse } from '@frontrow/core/refuse.ts';
import { isKey } from '../../../db/idempotency.ts';
import type { Checkout } from './checkout.ts';
import { comesTooLate, purchaseScope, type SeatWish } from './seat-wish.ts';

const soldOut = refuse('sold_out');

/**
 * Refuses a purchase before its `Idempotency-Key` is written, when "sold out" is all there is to say to this account.
 * In a rush most buyers get this answer, and a key that got it may be used again once a seat is free. A key that was
 * used before goes on to the purchase, which repeats its answer.
 */
export async function refuseSoldOut(
  { idempotency, full }: Pick<Checkout, 'idempotency' | 'full'>,
  { accountId, key }: { readonly accountId: number; readonly key: string | undefined },
  wish: SeatWish,
): Promise<void> {
  if (key !== undefined && !isKey(key)) return;
  const late = comesTooLate(full, accountId, wish);
  if (late === false) return;
  const used = key !== undefined && idempotency.wasUsed({ scope: purchaseScope(accountId), key });
  const [isLate, hasAnswer] = await Promise.all([late, used]);
  if (isLate && !hasAnswer) throw soldOut;
}
