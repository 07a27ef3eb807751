import { termsOf } from '@frontrow/core/catalog/selling-terms.ts';
import type { FeeTerms } from '@frontrow/core/ticketing/ticket-price.ts';

/** The fee of a request: that of its event once the host accepted, and before that today's in its currency. */
export function feeTermsOf(row: { currency: string; min_fee_minor: number | null; fee_bp: number | null }): FeeTerms {
  const today = termsOf(row.currency);
  return { minFeeMinor: row.min_fee_minor ?? today.minFeeMinor, feeBp: row.fee_bp ?? today.feeBp };
}
