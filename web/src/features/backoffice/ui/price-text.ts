import type { Translate } from '#web/shared/i18n/catalogues.ts';
import { type CurrencyShape, formatMoney } from '#web/shared/format/money.ts';

/** A price for lists. Zero is `Free`. */
export const priceText = (t: Translate<'admin'>, amount: number, currency: CurrencyShape, language: string): string =>
  amount === 0 ? t('free') : formatMoney(amount, currency, language);
