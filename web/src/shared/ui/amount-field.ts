import type { Language } from '@frontrow/core/kernel/language.ts';
import type { CurrencyShape } from '../format/money.ts';
import { decimalSign } from '../format/money-fields.ts';

/** For a `NumberInput` that takes an amount: as many decimals as its currency has, and the currency behind them. */
export const amountField = (label: string, currency: CurrencyShape, language: Language) => ({
  label,
  'aria-label': `${label} (${currency.currency_code})`,
  min: 0,
  allowNegative: false,
  decimalScale: currency.currency_digits,
  decimalSeparator: decimalSign(language),
  hideControls: true,
  rightSection: currency.currency_code,
  rightSectionWidth: 56,
});

/**
 * The number in a `NumberInput`. While the focus is in it, what ends in a zero behind the point ("12.50") is text.
 * Undefined where there is none.
 */
export function numberIn(value: number | string): number | undefined {
  const number = value === '' ? Number.NaN : Number(value);
  return Number.isFinite(number) ? number : undefined;
}

/** Amounts of one currency together, without the rest that adding fractions of two leaves. */
export const sumOf = (currency: Pick<CurrencyShape, 'currency_digits'>, ...amounts: readonly number[]): number =>
  Number(amounts.reduce((sum, amount) => sum + amount, 0).toFixed(currency.currency_digits));

/** True while something is typed that is no number: a lone separator, say. */
export const isUnread = (value: number | string): boolean => value !== '' && numberIn(value) === undefined;

/** Whether more is typed than the maximum. A field that lowered it unasked would send a number that no one meant. */
export const isBeyond = (value: number | string, max: number): boolean => (numberIn(value) ?? 0) > max;
