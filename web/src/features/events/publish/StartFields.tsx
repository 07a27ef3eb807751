import '#web/shared/styles/components.ts';
import '@mantine/core/styles/Combobox.layer.css';
import { type ComboboxItem, type OptionsFilter, Select } from '@mantine/core';
import { useRef } from 'react';
import { DateField } from '#web/shared/ui/DateField.tsx';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import { dayOf, hourLabel, hourOptions, isTimeLike, startTimes, startTimesFrom } from './draft-times.ts';
import styles from './PublishPage.module.css';
import { fieldId } from './field-id.ts';

/** When most events begin. */
const usualTime = '19:00';

interface StartFieldsProps {
  date: string | null;
  time: string | null;
  /** In milliseconds since the epoch. Nothing before can be picked; earlier days typed are refused on submit. */
  from: number;
  zone: string;
  problems: { readonly date?: string | undefined; readonly time?: string | undefined };
  onChange: (next: { date?: string | null; time?: string | null }) => void;
}

const meantBy: OptionsFilter = ({ options, search }) =>
  (options as ComboboxItem[]).filter(({ value }) => isTimeLike(value, search));

/** Date and start time in steps of 15 minutes; in English as MM-DD-YYYY and on a 12-hour clock. */
export function StartFields({ date, time, from, zone, problems, onChange }: StartFieldsProps) {
  const { t, language } = useTranslation('publish');
  const options = useRef<HTMLDivElement>(null);
  const firstDay = dayOf(from, zone);
  const usual = hourLabel(usualTime, language);
  const times = startTimesFrom(from, zone, date);
  /** A list that begins at midnight is opened where most events begin. */
  const showUsual = (): void => {
    const list = options.current;
    if (time !== null || !list) return;
    const option = [...list.querySelectorAll<HTMLElement>('[role="option"]')].find((one) => one.textContent === usual);
    // Not scrollIntoView, which would move the page, too.
    let box = option?.parentElement;
    while (box && box.scrollHeight <= box.clientHeight) box = box.parentElement;
    if (option && box) box.scrollTop = option.offsetTop - box.offsetTop;
  };
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
        placeholder={usual}
        data={hourOptions(
          language,
          // What was chosen stays in the field, until it is refused on submit.
          startTimes.filter((one) => one === time || times.includes(one)),
        )}
        value={time}
        scrollAreaProps={{ viewportRef: options }}
        onDropdownOpen={() => requestAnimationFrame(showUsual)}
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
