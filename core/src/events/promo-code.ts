import type { Instant } from '../kernel/instant.ts';
import { withPlainDigits } from '../kernel/text.ts';
import type { RefusalCode } from '../refuse.ts';

/** A code that takes a percent off the price of one event. */
export interface PromoCode {
  readonly code: string;
  readonly percent: number;
  /** How many open and paid orders may use it. */
  readonly cap: number | undefined;
  /** Between which instants it is taken. */
  readonly from: Instant | undefined;
  readonly until: Instant | undefined;
}

/** A code as its host typed it. */
export interface TypedPromoCode {
  readonly promoCode: string | undefined;
  readonly promoPercent: number | undefined;
  readonly promoCap?: number | undefined;
  readonly promoFrom?: Instant | undefined;
  readonly promoUntil?: Instant | undefined;
}

export interface PromoCodeBounds {
  readonly startsAt: Instant | undefined;
  /** It must end after this. */
  readonly endsAfter: Instant;
}

/** Codes of one event that have not ended. */
export const promoCodesMax = 20;
/** Letters, numbers and dashes, which people can read out and type. */
const promoCodeText = /^[A-Z0-9][A-Z0-9-]{1,18}[A-Z0-9]$/;
/** Tickets of the largest event there is. */
const promoCapMax = 100_000;
/** The last instant of a JavaScript date. */
const instantMax = 8_640_000_000_000_000;
const isInstant = (at: number): boolean => Number.isInteger(at) && at >= 0 && at <= instantMax;

type SayPromo = (field: keyof TypedPromoCode, code: RefusalCode) => void;

/** A typed code in capitals, whatever the width and digits of its keyboard. A Turkish one makes İ of i. */
export const plainPromoCode = (typed: string): string =>
  withPlainDigits(typed.trim()).toUpperCase().replaceAll('İ', 'I');

/** Reads a code in capitals and says everything that is wrong with it. */
export function readPromoCode(typed: TypedPromoCode, bounds: PromoCodeBounds, say: SayPromo): PromoCode {
  const { promoCap: cap, promoFrom: from, promoUntil: until } = typed;
  const code = plainPromoCode(typed.promoCode ?? '');
  const percent = typed.promoPercent ?? Number.NaN;
  if (!promoCodeText.test(code)) say('promoCode', 'promo_code_malformed');
  if (!Number.isInteger(percent) || percent < 1 || percent > 100) say('promoPercent', 'promo_percent_invalid');
  if (cap !== undefined && !(Number.isSafeInteger(cap) && cap >= 1 && cap <= promoCapMax))
    say('promoCap', 'promo_cap_invalid');
  for (const [field, at] of [
    ['promoFrom', from],
    ['promoUntil', until],
  ] as const)
    if (at !== undefined && !isInstant(at)) say(field, 'date_invalid');
  if (from !== undefined && until !== undefined && isInstant(from) && isInstant(until) && until <= from)
    say('promoUntil', 'promo_window_invalid');
  else if (until !== undefined && until <= bounds.endsAfter) say('promoUntil', 'promo_window_over');
  if (from !== undefined && bounds.startsAt !== undefined && from >= bounds.startsAt)
    say('promoFrom', 'promo_window_late');
  return { code, percent, cap, from, until };
}
