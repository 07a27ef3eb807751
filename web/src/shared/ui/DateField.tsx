import '../styles/components.ts';
import '@mantine/dates/styles.layer.css';
import { DateInput, type DateInputProps } from '@mantine/dates';
import { IconCalendarEvent } from '@tabler/icons-react';
import { readDay } from '../format/read-day.ts';

interface DateFieldProps extends Omit<
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

/** A day, typed as MM-DD-YYYY or picked from a calendar. */
export const DateField = ({ value, onChange, min, max, ...field }: DateFieldProps) => (
  <DateInput
    placeholder="MM-DD-YYYY"
    valueFormat="MM-DD-YYYY"
    dateParser={readDay}
    firstDayOfWeek={1}
    leftSection={<IconCalendarEvent size={20} stroke={1.6} aria-hidden="true" />}
    excludeDate={(day) => (min !== undefined && day < min) || (max !== undefined && day > max)}
    value={value || null}
    onChange={(day) => onChange(day ?? '')}
    {...field}
  />
);
