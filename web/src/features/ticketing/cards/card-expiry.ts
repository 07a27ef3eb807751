import { hasExpired } from '@frontrow/core/ticketing/card-expiry.ts';
import { twoDigits } from '#web/shared/format/two-digits.ts';
import type { WireSavedCard } from '../checkout/payment-queries.ts';

/** The date as it stands on the card, `04/27`; undefined where it is not known. */
export function cardExpiry(
  { exp_month: month, exp_year: year }: WireSavedCard['card'],
  now: number,
): { readonly date: string; readonly past: boolean } | undefined {
  if (month === null || year === null) return undefined;
  const date = `${twoDigits(month)}/${String(year).slice(-2)}`;
  return { date, past: hasExpired({ month, year }, now) };
}
