import { termsOf } from '../catalog/selling-terms.ts';
import { hasDigitsOf, type Minor, minorOf, unitsText } from '../kernel/money.ts';
import { refuse } from '../refuse.ts';

/** The price of a meeting in minor units; 0 is free. Throws `bad_input` for one that its currency does not allow. */
export function meetingPrice(price: number, code: string, field: string): Minor {
  const { currency, priceMax } = termsOf(code);
  if (!(price >= 0 && price <= priceMax && hasDigitsOf(price, currency))) {
    const most = unitsText(priceMax, currency);
    const decimals = currency.digits === 0 ? 'without decimals' : `with at most ${currency.digits} decimals`;
    throw refuse('bad_input', { detail: `A meeting costs 0 to ${most}, ${decimals}.` }, { field });
  }
  return minorOf(price, currency);
}
