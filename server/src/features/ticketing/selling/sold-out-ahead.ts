import { refuse } from '@frontrow/core/refuse.ts';
import { isKey } from '../../../db/idempotency.ts';
import { purchaseLimit } from '../../../http/limits.ts';
import type { RefusedCall } from '../../../http/refused-ahead.ts';
import type { Checkout } from './checkout.ts';
import { type AskedWish, comesTooLate, purchaseScope, wishOf } from './seat-wish.ts';

const soldOut = refuse('sold_out');

/**
 * Of twelve thousand who want a thousand seats, eleven thousand only have to hear that there is none. A key that was used before is told
 * what it was told; a new one is not used up by this.
 */
export function soldOutAhead({ idempotency, full }: Pick<Checkout, 'idempotency' | 'full'>): RefusedCall {
  return {
    call: 'POST /events/purchase',
    limit: purchaseLimit,
    mayRefuse: () => full.any(),
    refusalOf(accountId, body, key) {
      if (key !== undefined && !isKey(key)) return undefined;
      const late = comesTooLate(full, accountId, wishOf(body as AskedWish));
      if (!(late instanceof Promise)) return undefined;
      const used = key !== undefined && idempotency.wasUsed({ scope: purchaseScope(accountId), key });
      return Promise.all([late, used]).then(([isLate, hasAnswer]) => (isLate && !hasAnswer ? soldOut : undefined));
    },
  };
}
