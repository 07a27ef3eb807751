import '#web/shared/styles/components.ts';
import '@mantine/core/styles/Combobox.layer.css';
import { type ComboboxItem, type OptionsFilter, Select } from '@mantine/core';
import { DateField } from '#web/shared/ui/DateField.tsx';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import { hourLabel, hourOptions, isTimeLike } from './draft-times.ts';
import styles from './PublishPage.module.css';
import { fieldId } from './field-id.ts';

interface StartFieldsProps {
  date: string | null;
  time: string | null;
  /** `YYYY-MM-DD`. Earlier days cannot be picked; typed ones stay in the field and are refused on submit. */
  firstDay: string;
  problems: { readonly date?: string | undefined; readonly time?: string | undefined };
  onChange: (next: { date?: string | null; time?: string | null }) => void;
}

const meantBy: OptionsFilter = ({ options, search }) =>
  (options as ComboboxItem[]).filter(({ value }) => isTimeLike(value, search));

/** Date and start time in steps of 15 minutes; in English as MM-DD-YYYY and on a 12-hour clock. */
export function StartFields({ date, time, firstDay, problems, onChange }: StartFieldsProps) {
  const { t, language } = useTranslation('publish');
  return (
    <div className={`${styles.pair} ${styles.start}`}>
      <DateField
        id={fieldId('date')}
        label={t('date')}
        value={date}
        defaultDate={firstDay}
        min={firstDay}
        error={problems.date}
        onChange={(next) => onChange({ date: next || null })}
      />
      <Select
        id={fieldId('time')}
        label={t('start')}
        placeholder={hourLabel('19:00', language)}
        data={hourOptions(language)}
        value={time}
        searchable
        filter={meantBy}
        selectFirstOptionOnChange
        autoSelectOnBlur
        // The option that is chosen already is chosen on blur too, and must not be taken out by that.
        allowDeselect={false}
        error={problems.time}
        onChange={(next) => onChange({ time: next })}
      />
    </div>
  );
}
