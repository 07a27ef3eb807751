import { refuse } from '@frontrow/core/refuse.ts';
import { purchaseLimit } from '../../http/limits.ts';
import type { RefusedCall } from '../../http/refused-ahead.ts';
import type { FullEvents } from './full-events.ts';
import { type AskedWish, comesTooLate, wishOf } from './seat-wish.ts';

const soldOut = refuse('sold_out');

/** Of twelve thousand who want a thousand seats, eleven thousand only have to hear that there is none. */
export const soldOutAhead = (full: FullEvents): RefusedCall => ({
  call: 'POST /events/purchase',
  limit: purchaseLimit,
  isOn: () => full.any(),
  refusalOf(accountId, body) {
    const late = comesTooLate(full, accountId, wishOf(body as AskedWish));
    return late instanceof Promise ? late.then((isLate) => (isLate ? soldOut : undefined)) : undefined;
  },
});
