import type { WireMoney } from '@frontrow/contract/stats/api.ts';
import { defaultCurrency } from '@frontrow/core/kernel/money.ts';
import { moneyText } from '#web/shared/format/money.ts';

type Money = Pick<WireMoney, 'currency_code' | 'revenue' | 'fee' | 'refunded'>;

const nothing: Money = { currency_code: defaultCurrency, revenue: 0, fee: 0, refunded: 0 };

/**
 * The currencies in which anything moved, now or in the days before: free events count in one in which nothing did.
 * Where nothing moved at all it is the first one.
 */
export function currenciesOf(money: readonly Money[], before: readonly Money[] = []): string[] {
  const moved = [...money, ...before].filter(
    ({ revenue, fee, refunded }) => revenue !== 0 || fee !== 0 || refunded !== 0,
  );
  const codes = [...new Set(moved.map((one) => one.currency_code))].toSorted();
  return codes.length > 0 ? codes : [money[0]?.currency_code ?? defaultCurrency];
}

/** The money of one currency; amounts of several are never added. */
export const moneyIn = (money: readonly Money[], code: string): Money =>
  money.find((one) => one.currency_code === code) ?? { ...nothing, currency_code: code };

/** One part of the money, in each currency in which anything moved. */
export const moneyTexts = (money: readonly Money[], part: 'revenue' | 'fee' | 'refunded', language: string): string[] =>
  currenciesOf(money).map((code) => moneyText(moneyIn(money, code)[part], code, language));
