/** How a currency is written; the wire's `currency` object. `%s` is the symbol, `%n` the number, `%c` the code. */
export interface CurrencyShape {
  currency_code: string;
  currency_format?: string;
  currency_name?: string;
}

export const euro: CurrencyShape = { currency_code: 'EUR', currency_format: '%s%n' };

const numberFormats = new Map<string, Intl.NumberFormat>();

function numberFormat(language: string, code: string): Intl.NumberFormat {
  const key = `${language}/${code}`;
  let format = numberFormats.get(key);
  if (!format) {
    format = new Intl.NumberFormat(language, { style: 'currency', currency: code, currencyDisplay: 'narrowSymbol' });
    numberFormats.set(key, format);
  }
  return format;
}

/** An amount of the wire (decimal, currency's digits) as people read it: `€13.10`. */
export function formatMoney(amount: number, currency: CurrencyShape = euro, language = 'en'): string {
  const format = numberFormat(language, currency.currency_code);
  if (!currency.currency_format) return format.format(amount);
  const parts = format.formatToParts(amount);
  const symbol = parts.find((part) => part.type === 'currency')?.value ?? currency.currency_code;
  const number = parts
    .filter((part) => part.type !== 'currency' && part.type !== 'literal')
    .map((part) => part.value)
    .join('');
  return currency.currency_format
    .replaceAll('%s', symbol)
    .replaceAll('%n', number)
    .replaceAll('%c', currency.currency_code);
}

const counts = new Map<string, Intl.NumberFormat>();

/** A count: `1,284`. */
export function formatCount(count: number, language = 'en'): string {
  let format = counts.get(language);
  if (!format) counts.set(language, (format = new Intl.NumberFormat(language)));
  return format.format(count);
}
