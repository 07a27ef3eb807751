import type { WireMoney } from '@frontrow/contract/stats/api.ts';
import { defaultCurrency } from '@frontrow/core/kernel/money.ts';
import { moneyText } from '#web/shared/format/money.ts';

/** One part of the money, in each currency there is; euros where there is none. */
export const moneyTexts = (
  money: readonly WireMoney[],
  part: 'revenue' | 'fee' | 'refunded',
  language: string,
): string =>
  money.length === 0
    ? moneyText(0, defaultCurrency, language)
    : money.map((one) => moneyText(one[part], one.currency_code, language)).join(' + ');
