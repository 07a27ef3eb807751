import { refuse } from '@frontrow/core/refuse.ts';
import { createKeyLook, isKey } from '../../../db/once.ts';
import { purchaseLimit } from '../../../http/limits.ts';
import type { RefusedCall } from '../../../http/refused-ahead.ts';
import type { Checkout } from './checkout.ts';
import { type AskedWish, comesTooLate, purchaseScope, wishOf } from './seat-wish.ts';

const soldOut = refuse('sold_out');

/**
 * Of twelve thousand who want a thousand seats, eleven thousand only have to hear that there is none. A key that was used before is told
 * what it was told; a new one is not used up by this.
 */
export function soldOutAhead({ db, full }: Pick<Checkout, 'db' | 'full'>): RefusedCall {
  const isUsed = createKeyLook(db);
  return {
    call: 'POST /events/purchase',
    limit: purchaseLimit,
    mayRefuse: () => full.any(),
    refusalOf(accountId, body, key) {
      if (key !== undefined && !isKey(key)) return undefined;
      const late = comesTooLate(full, accountId, wishOf(body as AskedWish));
      if (!(late instanceof Promise)) return undefined;
      const used = key !== undefined && isUsed({ scope: purchaseScope(accountId), key });
      return Promise.all([late, used]).then(([isLate, hasAnswer]) => (isLate && !hasAnswer ? soldOut : undefined));
    },
  };
}
