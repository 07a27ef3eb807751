import { twoDigits } from '#web/shared/format/two-digits.ts';
import '../styles/components.ts';
import '@mantine/dates/styles.layer.css';
import { DateInput, type DateInputProps } from '@mantine/dates';
import { IconCalendarEvent } from '@tabler/icons-react';
import 'dayjs/locale/de.js';
import 'dayjs/locale/es.js';
import type { Language } from '@frontrow/core/kernel/language.ts';
import { useTranslation } from '../i18n/use-translation.ts';

/** How a day is typed, as the calendar's library writes it. */
export const dayFormats: Readonly<Record<Language, string>> = {
  en: 'MM-DD-YYYY',
  de: 'DD.MM.YYYY',
  es: 'DD/MM/YYYY',
};
/** The same for people. */
const dayPatterns: Readonly<Record<Language, string>> = { en: 'MM-DD-YYYY', de: 'TT.MM.JJJJ', es: 'DD/MM/AAAA' };

const threeNumbers = /^(\d{1,2})[-/. ](\d{1,2})[-/. ](\d{4})$/;
const isoDay = /^(\d{4})-(\d{2})-(\d{2})$/;

/**
 * A typed day as `YYYY-MM-DD`: in English month first, in German and Spanish day first, or as browsers fill in a
 * birthday (`1990-04-05`). Null for anything that is not a day of the calendar.
 */
export function readDay(text: string, language: Language = 'en'): string | null {
  const typed = threeNumbers.exec(text.trim());
  const iso = isoDay.exec(text.trim());
  const numbers = language === 'en' ? [typed?.[1], typed?.[2]] : [typed?.[2], typed?.[1]];
  const [year, month, day] = typed ? [typed[3], ...numbers] : (iso?.slice(1) ?? []);
  if (!year || !month || !day) return null;
  const read = `${year}-${twoDigits(month)}-${twoDigits(day)}`;
  const at = new Date(`${read}T00:00:00Z`);
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(read) ? read : null;
}

export interface DateFieldProps extends Omit<
  DateInputProps,
  'value' | 'onChange' | 'valueFormat' | 'dateParser' | 'excludeDate' | 'minDate' | 'maxDate'
> {
  /** `YYYY-MM-DD`; empty without a day. */
  value: string | null;
  onChange: (day: string) => void;
  /** Days outside cannot be picked; typed ones stay in the field, for the form to refuse in words. */
  min?: string | undefined;
  max?: string | undefined;
}

/** A day, typed as the reader's language writes it or picked from a calendar. */
export function DateField({ value, onChange, min, max, ...field }: DateFieldProps) {
  const { language } = useTranslation();
  return (
    <DateInput
      placeholder={dayPatterns[language]}
      valueFormat={dayFormats[language]}
      locale={language}
      dateParser={(text) => readDay(text, language)}
      firstDayOfWeek={1}
      leftSection={<IconCalendarEvent size={20} stroke={1.6} aria-hidden="true" />}
      // A day is read whole where two fields share a phone's width.
      leftSectionWidth={40}
      styles={{ input: { paddingInlineEnd: 8 } }}
      excludeDate={(day) => (min !== undefined && day < min) || (max !== undefined && day > max)}
      value={value || null}
      onChange={(day) => onChange(day ?? '')}
      {...field}
    />
  );
}
