import { type Currency, currencyOf, isCurrency } from '@frontrow/core/kernel/money.ts';
import { refuse } from '@frontrow/core/refuse.ts';

/** A currency that a caller named; one that nothing is sold in is the caller's mistake. */
export function knownCurrency(code: string): Currency {
  if (!isCurrency(code))
    throw refuse('bad_input', { detail: 'Nothing is sold in this currency.' }, { field: 'currency_code' });
  return currencyOf(code);
}
