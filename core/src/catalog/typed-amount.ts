import { type Currency, hasDigitsOf, type Minor, minorOf } from '../kernel/money.ts';
import { refuse } from '../refuse.ts';

/** An amount that somebody typed, in minor units. Throws `bad_input` where it has more digits than its currency. */
export function typedAmount(amount: number, currency: Currency, field: string): Minor {
  if (hasDigitsOf(amount, currency)) return minorOf(amount, currency);
  const { code, digits } = currency;
  const detail =
    digits === 0 ? `Amounts in ${code} have no decimals.` : `Amounts in ${code} have at most ${digits} decimals.`;
  throw refuse('bad_input', { detail }, { field });
}
