import type { Minor } from '../kernel/money.ts';
import { refuse } from '../refuse.ts';

/** Of a refund, or of what is left of an order: the ticket's price, and our fee. */
export interface RefundParts {
  readonly priceMinor: Minor;
  readonly feeMinor: Minor;
}

/**
 * A refund by hand in its parts: as chosen, else from the price first. Never more than is left of the order, nor of
 * either part: refuses `refund_beyond`, with what there is at most.
 */
export function refundParts(
  { amountMinor, feeMinor }: { readonly amountMinor: Minor; readonly feeMinor: Minor | undefined },
  left: RefundParts,
  inWords: (minor: Minor) => string,
): RefundParts {
  const beyond = (field: string, maximum: Minor) => refuse('refund_beyond', { maximum: inWords(maximum) }, { field });
  const all = left.priceMinor + left.feeMinor;
  if (amountMinor <= 0 || amountMinor > all) throw beyond('amount', all);
  const fee = feeMinor ?? Math.max(0, amountMinor - left.priceMinor);
  if (fee < 0 || fee > Math.min(left.feeMinor, amountMinor)) throw beyond('fee', Math.min(left.feeMinor, amountMinor));
  const price = amountMinor - fee;
  if (price > left.priceMinor) throw beyond('amount', left.priceMinor + fee);
  return { priceMinor: price, feeMinor: fee };
}
