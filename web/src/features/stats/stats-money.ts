import type { WireMoney } from '@frontrow/contract/stats/api.ts';
import { currencyOf } from '@frontrow/core/kernel/money.ts';
import { type CurrencyShape, formatMoney } from '#web/shared/format/money.ts';

function shapeOf(code: string): CurrencyShape {
  const { format, symbol, digits } = currencyOf(code);
  return { currency_code: code, currency_format: format, currency_symbol: symbol, currency_digits: digits };
}

export const moneyText = (amount: number, code: string, language: string): string =>
  formatMoney(amount, shapeOf(code), language);

/** One part of the money, in each currency there is; euros where there is none. */
export const moneyTexts = (
  money: readonly WireMoney[],
  part: 'revenue' | 'fee' | 'refunded',
  language: string,
): string =>
  money.length === 0
    ? moneyText(0, 'EUR', language)
    : money.map((one) => moneyText(one[part], one.currency_code, language)).join(' + ');
