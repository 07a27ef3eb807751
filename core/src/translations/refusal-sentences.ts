import { type Language, sourceLanguage } from '../kernel/language.ts';
import { writeMoney } from '../kernel/money.ts';

/** The sentences of a catalogue of refusals in another language: every code has one. */
export type RefusalSentences<Refusals> = { readonly [Code in keyof Refusals]: string };

const oneAmount = /(−?)([€$£¥]|[A-Z]{3} )(\d[\d,]*(?:\.(\d+))?)/g;
const onlyAmounts = new RegExp(`^${oneAmount.source}(, ${oneAmount.source})*$`);
const onlyDay = /^(\d{4})-(\d{2})-(\d{2})$/;

/** Amounts as core writes them (`€1,730.00`, perhaps several), as the reader does. Every other text stays as it is. */
export function amountsIn(text: string, language: Language): string {
  if (language === sourceLanguage || !onlyAmounts.test(text)) return text;
  return text.replaceAll(oneAmount, (_, minus: string, sign: string, amount: string, decimals = '') => {
    const digits = { minimumFractionDigits: decimals.length, maximumFractionDigits: decimals.length };
    const number = new Intl.NumberFormat(language, digits).format(Number(amount.replaceAll(',', '')));
    return minus + writeMoney(number, { format: '', symbol: sign.trim(), code: sign.trim() }, language);
  });
}

/** A value of a refusal in its reader's language: amounts, and days as core writes them (`2026-11-05`). */
export function valueIn(value: string, language: Language): string {
  const day = language === sourceLanguage ? null : onlyDay.exec(value);
  if (!day) return amountsIn(value, language);
  const [, year, month, date] = day.map(Number);
  return language === 'de' ? `${date}.${month}.${year}` : `${date}/${month}/${year}`;
}
