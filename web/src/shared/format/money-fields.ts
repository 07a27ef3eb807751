import { type Currency, currencyNamed } from '@frontrow/core/kernel/money.ts';
import { type Language, sourceLanguage } from '@frontrow/core/kernel/language.ts';

/** What a currency is called in the reader's language: `Schweizer Franken`. Core has the English names. */
export const currencyName = (code: Currency['code'], language: Language): string =>
  (language === sourceLanguage ? undefined : new Intl.DisplayNames(language, { type: 'currency' }).of(code)) ??
  currencyNamed(code).name;

/** A currency to choose: `CHF · Schweizer Franken`. */
export const currencyChoice = (code: Currency['code'], language: Language): { value: string; label: string } => ({
  value: code,
  label: `${code} · ${currencyName(code, language)}`,
});

/** Where the decimals of a typed amount begin: `12.50`, in German and Spanish `12,50`. */
export const decimalSign = (language: Language): string => (language === sourceLanguage ? '.' : ',');
