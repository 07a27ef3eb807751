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

/** The currencies we can count and write; which of them tickets are sold in is said by the ticket types. */
const currencies: Readonly<Record<string, Currency>> = {
  EUR,
  USD: { code: 'USD', name: 'US dollar', format: '%s%n', symbol: '$', digits: 2 },
  JPY: { code: 'JPY', name: 'Japanese yen', format: '%s%n', symbol: '¥', digits: 0 },
  BHD: { code: 'BHD', name: 'Bahraini dinar', format: '%c %n', symbol: 'BD', digits: 3 },
};

/** A currency by its code; throws on one that we do not know. */
export function currencyOf(code: string): Currency {
  const known = currencies[code];
  if (!known) throw new RangeError(`currency ${code} is not known`);
  return known;
}

/** The same for what others name: one that we do not know is written with its code, and is taken to have two digits. */
export const currencyNamed = (code: string): Currency =>
  currencies[code] ?? { code, name: code, format: '%c %n', symbol: code, digits: 2 };

/** Minor units to the decimal number of the wire: 1730 -> 17.3. */
export function toDecimal(minor: Minor, digits: number): number {
  return minor / 10 ** digits;
}

/** A decimal amount of a currency to its minor units. */
export const minorOf = (amount: number, { digits }: Pick<Currency, 'digits'>): Minor => fromDecimal(amount, digits);

/** Minor units as a decimal text with the currency's own digits: 1730 of EUR -> "17.30", of JPY -> "1730". */
export const decimalText = (minor: Minor, { digits }: Pick<Currency, 'digits'>): string =>
  toDecimal(minor, digits).toFixed(digits);

/** A number put into its currency's format: `%s%n` makes €17.30 of 17.30. A minus stands before all of it. */
export function writeMoney(
  number: string,
  { format, symbol, code }: Pick<Currency, 'format' | 'symbol' | 'code'>,
): string {
  const parts: Readonly<Record<string, string>> = { '%s': symbol, '%n': number.replace(/^-/, ''), '%c': code };
  return (number.startsWith('-') ? '-' : '') + format.replace(/%[snc]/g, (mark) => parts[mark] ?? mark);
}

/** A decimal number of the wire to minor units, half up; throws on what is not finite. */
export function fromDecimal(amount: number, digits: number): Minor {
  const minor = Math.round(Number((amount * 10 ** digits).toFixed(4)));
  if (!Number.isSafeInteger(minor)) throw new RangeError('amount out of range');
  return minor;
}
