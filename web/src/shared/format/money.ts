import { EUR, writeMoney } from '@frontrow/core/kernel/money.ts';

/** How a currency is written: what the wire says about it. */
export interface CurrencyShape {
  currency_code: string;
  /** Spec §3: `%s` is the symbol, `%n` the number, `%c` the code. */
  currency_format: string;
  currency_symbol: string;
  currency_digits: number;
}

/** For what belongs to no event yet: filters, and events that are being written. */
export const euro: CurrencyShape = {
  currency_code: EUR.code,
  currency_format: EUR.format,
  currency_symbol: EUR.symbol,
  currency_digits: EUR.digits,
};

const numbers = new Map<string, Intl.NumberFormat>();

function numberFormat(language: string, digits: number): Intl.NumberFormat {
  const key = `${language}/${digits}`;
  let format = numbers.get(key);
  if (!format) {
    format = new Intl.NumberFormat(language, { minimumFractionDigits: digits, maximumFractionDigits: digits });
    numbers.set(key, format);
  }
  return format;
}

/** An amount of the wire (decimal) as its currency is written: `€13.10`. */
export function formatMoney(amount: number, currency: CurrencyShape, language = 'en'): string {
  return writeMoney(numberFormat(language, currency.currency_digits).format(amount), {
    format: currency.currency_format,
    symbol: currency.currency_symbol,
    code: currency.currency_code,
  });
}

/** A count: `1,284`. */
export const formatCount = (count: number, language = 'en'): string => numberFormat(language, 0).format(count);
