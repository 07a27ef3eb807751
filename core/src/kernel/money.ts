import type { Language } from './language.ts';

/** An amount in the currency's minor units (cents), always an integer. */
export type Minor = number;

export interface Currency {
  /** ISO 4217 code, upper case. */
  readonly code: string;
  readonly name: string;
  /** Placeholders: %s symbol, %n amount, %c code. */
  readonly format: string;
  readonly symbol: string;
  /** Digits after the decimal point. */
  readonly digits: number;
}

export const EUR: Currency = { code: 'EUR', name: 'Euro', format: '%s%n', symbol: '€', digits: 2 };

/** Of what names no currency, and the first one that hosts are offered. */
export const defaultCurrency = EUR.code;

/** The currencies that tickets are sold and hosts are paid in. Their digits and formats are written nowhere else. */
const currencies: Readonly<Record<string, Currency>> = {
  EUR,
  USD: { code: 'USD', name: 'US dollar', format: '%s%n', symbol: '$', digits: 2 },
  GBP: { code: 'GBP', name: 'Pound sterling', format: '%s%n', symbol: '£', digits: 2 },
  CHF: { code: 'CHF', name: 'Swiss franc', format: '%s %n', symbol: 'CHF', digits: 2 },
  JPY: { code: 'JPY', name: 'Japanese yen', format: '%s%n', symbol: '¥', digits: 0 },
};

export const isCurrency = (code: string): boolean => Object.hasOwn(currencies, code);

/** A currency by its code; throws on one that we do not sell in. */
export function currencyOf(code: string): Currency {
  const known = isCurrency(code) ? currencies[code] : undefined;
  if (!known) throw new RangeError(`currency ${code} is not known`);
  return known;
}

/**
 * Currencies whose minor unit is not a hundredth, as Stripe counts them
 * (https://docs.stripe.com/currencies#zero-decimal). `Intl` is no help: it knows how people write amounts, not how
 * providers count them.
 */
const withoutDecimals = new Set('BIF CLP DJF GNF KMF KRW MGA PYG RWF VND VUV XAF XOF XPF'.split(' '));
const withThreeDecimals = new Set('BHD JOD KWD OMR TND'.split(' '));

/** The currency of money in a provider's books: one that we do not sell in is written with its code. */
export function currencyNamed(code: string): Currency {
  if (isCurrency(code)) return currencyOf(code);
  const digits = withoutDecimals.has(code) ? 0 : withThreeDecimals.has(code) ? 3 : 2;
  return { code, name: code, format: '%c %n', symbol: code, digits };
}

/** Minor units to the decimal number of the wire: 1730 -> 17.3. */
export function toDecimal(minor: Minor, digits: number): number {
  return minor / 10 ** digits;
}

/** A decimal amount of a currency to its minor units. */
export const minorOf = (amount: number, { digits }: Pick<Currency, 'digits'>): Minor => fromDecimal(amount, digits);

/** Minor units as a decimal text with the currency's own digits: 1730 of EUR -> "17.30", of JPY -> "1730". */
export const decimalText = (minor: Minor, { digits }: Pick<Currency, 'digits'>): string =>
  toDecimal(minor, digits).toFixed(digits);

function grouped(number: string): string {
  const [whole = '', ...fraction] = number.split('.');
  return [whole.replace(/\B(?=(\d{3})+$)/g, ','), ...fraction].join('.');
}

/** Minor units as people read them in English: 173000 of EUR -> "€1,730.00". */
export const moneyText = (minor: Minor, currency: Currency): string =>
  writeMoney(grouped(decimalText(minor, currency)), currency);

/** Whole units without decimals: 500 of EUR -> "€500". */
export const unitsText = (units: number, currency: Currency): string => writeMoney(grouped(String(units)), currency);

/** Whether an amount has no more digits than its currency: 12.5 EUR, but not 12.5 JPY. */
export const hasDigitsOf = (amount: number, { digits }: Pick<Currency, 'digits'>): boolean =>
  Math.abs(fromDecimal(amount, digits) - amount * 10 ** digits) < 1e-6;

/**
 * A number, as the reader's language groups it, put into its currency's format: `%s%n` makes €17.30 of 17.30. The
 * formats are English; German and Spanish write the symbol last: 17,30 €. A negative amount begins with the minus sign,
 * for which `Intl` writes a hyphen in all three languages.
 */
export function writeMoney(
  number: string,
  { format, symbol, code }: Pick<Currency, 'format' | 'symbol' | 'code'>,
  language: Language = 'en',
): string {
  const order = language === 'en' ? format : '%n\u00A0%s';
  const parts: Readonly<Record<string, string>> = { '%s': symbol, '%n': number.replace(/^-/, ''), '%c': code };
  return (number.startsWith('-') ? '−' : '') + order.replace(/%[snc]/g, (mark) => parts[mark] ?? mark);
}

/** A decimal number of the wire to minor units, half up; throws on what is not finite. */
export function fromDecimal(amount: number, digits: number): Minor {
  const minor = Math.round(Number((amount * 10 ** digits).toFixed(4)));
  if (!Number.isSafeInteger(minor)) throw new RangeError('amount out of range');
  return minor;
}
