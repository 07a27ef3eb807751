import { refuse } from '../refuse.ts';

/** The earliest birth date that is taken. */
export const birthDateMin = '1900-01-01';

const monthDays = (year: number, month: number): number => {
  if (month === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28;
  return [4, 6, 9, 11].includes(month) ? 30 : 31;
};

/**
 * A birth date YYYY-MM-DD, from 1900 to `today`, which the caller passes in the same form. Refuses `field_required` and
 * `birth_date_invalid` for `date_of_birth`.
 */
export function readBirthDate(typed: string, today: string): string {
  const date = typed.trim();
  const field = 'date_of_birth';
  if (date === '') throw refuse('field_required', { label: 'Birth date' }, { field });
  const parts = /^(\d{4})-(\d{2})-(\d{2})$/.exec(date);
  const [year, month, day] = parts ? (parts.slice(1).map(Number) as [number, number, number]) : [0, 0, 0];
  const exists = month >= 1 && month <= 12 && day >= 1 && day <= monthDays(year, month);
  if (!exists || date < birthDateMin || date > today) throw refuse('birth_date_invalid', {}, { field });
  return date;
}
