import { type Language, sourceLanguage } from '@frontrow/core/kernel/language.ts';
import { decimalSign } from '#web/shared/format/money-fields.ts';

/** Undefined for an empty text, NaN for one that is no plain number. */
export const plainNumberIn = (text: string): number | undefined =>
  text.trim() === '' ? undefined : /^\d+(\.\d+)?$/.test(text.trim()) ? Number(text) : Number.NaN;

/** A whole number. "1.000" is none: who types it may mean a thousand. */
export const wholeNumberIn = (text: string): number | undefined =>
  text.includes('.') ? Number.NaN : plainNumberIn(text);

/** A balance of coins in the reader's language, where "1.000" in German and Spanish may be a thousand and is none. */
export function balanceIn(text: string, language: Language): number | undefined {
  if (language === sourceLanguage) return plainNumberIn(text);
  return /^[1-9]\d*\.\d{3}$/.test(text.trim()) ? Number.NaN : plainNumberIn(text.replace(decimalSign(language), '.'));
}

/** The same balance, as `balanceIn` reads it. */
export const balanceText = (balance: number, language: Language): string =>
  String(balance).replace('.', decimalSign(language));
