import { type CurrencyShape, euro } from '#web/shared/format/money.ts';

const digitsOfMost = 2;

/** How a currency is written of which a request says only the code. */
export const currencyShape = (code: string): CurrencyShape =>
  code === euro.currency_code
    ? euro
    : { currency_code: code, currency_symbol: code, currency_format: '%n %c', currency_digits: digitsOfMost };
