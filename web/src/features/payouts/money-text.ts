import { currencyOf } from '@frontrow/core/kernel/money.ts';
import { formatMoney } from '#web/shared/format/money.ts';

/** An amount of the wire in the currency with this code. */
export function moneyText(amount: number, code: string, language: string): string {
  const { digits, format, symbol } = currencyOf(code);
  return formatMoney(
    amount,
    { currency_code: code, currency_format: format, currency_symbol: symbol, currency_digits: digits },
    language,
  );
}

/** A typed amount, with a comma or a point; undefined where it is none. */
export function typedAmount(typed: string): number | undefined {
  const plain = typed.trim().replace(',', '.');
  return /^\d{1,9}(\.\d{1,3})?$/.test(plain) ? Number(plain) : undefined;
}
