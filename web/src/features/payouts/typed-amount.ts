import type { Language } from '@frontrow/core/kernel/language.ts';
import { decimalSign } from '#web/shared/format/money-fields.ts';

/** A typed amount, with a comma or a point; undefined where it is none. */
export function typedAmount(typed: string): number | undefined {
  const plain = typed.trim().replace(',', '.');
  return /^\d{1,9}(\.\d{1,2})?$/.test(plain) ? Number(plain) : undefined;
}

/** What a field begins with: `12.5`, in German and Spanish `12,5`. */
export const amountToType = (amount: number, language: Language): string =>
  String(amount).replace('.', decimalSign(language));
