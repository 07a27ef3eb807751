import { language } from '../i18n/language.ts';
import type { Language } from '@frontrow/core/kernel/language.ts';
import { type Currency, currencyNamed, writeMoney } from '@frontrow/core/kernel/money.ts';

/** How a currency is written: what the wire says about it. */
export interface CurrencyShape {
  currency_code: string;
  /** `%s` is the symbol, `%n` the number, `%c` the code. */
  currency_format: string;
  currency_symbol: string;
  currency_digits: number;
}

const shapeOf = ({ code, format, symbol, digits }: Currency): CurrencyShape => ({
  currency_code: code,
  currency_format: format,
  currency_symbol: symbol,
  currency_digits: digits,
});

/** How a currency is written of which only the code is known. */
export const currencyShape = (code: string): CurrencyShape => shapeOf(currencyNamed(code));

const numbers = new Map<string, Intl.NumberFormat>();

/** English by hand: on a phone the first `Intl` format is a long task. */
function inEnglish(amount: number, digits: number | undefined): string {
  const [whole, fraction] = (digits === undefined ? `${amount}` : amount.toFixed(digits)).split('.') as [
    string,
    string | undefined,
  ];
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ',');
  return fraction === undefined ? grouped : `${grouped}.${fraction}`;
}

/** `digits`: as many as it has, where none are given. */
function writeNumber(amount: number, inLanguage: string, digits?: number): string {
  if (inLanguage === 'en') return inEnglish(amount, digits);
  const key = `${inLanguage}/${digits}`;
  let format = numbers.get(key);
  if (!format) {
    format = new Intl.NumberFormat(inLanguage, { minimumFractionDigits: digits, maximumFractionDigits: digits });
    numbers.set(key, format);
  }
  return format.format(amount);
}

/** An amount of the wire (decimal) as its reader writes it: `€13.10`, in German `13,10 €`. */
export function formatMoney(amount: number, currency: CurrencyShape, inLanguage: string = language()): string {
  const { currency_format: format, currency_symbol: symbol, currency_code: code, currency_digits: digits } = currency;
  return writeMoney(writeNumber(amount, inLanguage, digits), { format, symbol, code }, inLanguage as Language);
}

/** The same in the currency with this code. */
export const moneyText = (amount: number, code: string, inLanguage: string): string =>
  formatMoney(amount, currencyShape(code), inLanguage);

/** A score: `4.6`. */
export const formatDecimal = (value: number, digits: number, inLanguage: string = language()): string =>
  writeNumber(value, inLanguage, digits);

/** A count: `1,284`; of what has decimals also `14.5`. */
export const formatCount = (count: number, inLanguage: string = language()): string => writeNumber(count, inLanguage);
