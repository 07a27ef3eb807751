import '#web/shared/styles/components.ts';
import '@mantine/core/styles/Combobox.layer.css';
import '@mantine/dates/styles.layer.css';
import { Select, TextInput } from '@mantine/core';
import { DatePickerInput } from '@mantine/dates';
import { IconCalendarEvent } from '@tabler/icons-react';
import { seriesDays, wallStart } from '@frontrow/core/events/series.ts';
import { seriesEventsMax } from '@frontrow/core/events/limits.ts';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import { formatLongDate } from '#web/shared/format/time.ts';
import { useDates } from '#web/shared/format/use-dates.ts';
import { serverNow } from '#web/shared/server-clock.ts';
import { DateField, dayFormats } from '#web/shared/ui/DateField.tsx';
import type { PublishDraft } from './draft-shape.ts';
import { dayOf, hourLabel } from './draft-times.ts';
import { repeatsOf } from './publish-draft.ts';
import styles from './PublishPage.module.css';
import { useField } from './use-field.ts';
import type { Publish } from './use-publish.ts';

const ways = ['once', 'weeks', 'until', 'dates'] as const satisfies readonly PublishDraft['repeats'][];

/** The field that a way of repeating needs. */
function Way({ publish }: { publish: Publish }) {
  const { t, language } = useTranslation('series');
  const { repeats, date } = publish.draft;
  const today = dayOf(serverNow(), publish.zone);
  const weeks = useField(publish, 'repeatWeeks');
  const until = useField(publish, 'repeatUntil');
  const dates = useField(publish, 'repeatDates');
  if (repeats === 'weeks')
    return <TextInput {...weeks} label={t('times')} description={t('timesHelp')} inputMode="numeric" maxLength={2} />;
  if (repeats === 'until')
    return (
      <DateField
        {...until}
        label={t('last')}
        value={until.value}
        min={date ?? undefined}
        onChange={(day) => until.onChange(day || null)}
      />
    );
  if (repeats !== 'dates') return null;
  return (
    <DatePickerInput
      {...dates}
      type="multiple"
      label={t('others')}
      description={t('othersHelp')}
      placeholder={t('pick')}
      valueFormat={dayFormats[language]}
      locale={language}
      firstDayOfWeek={1}
      defaultDate={date ?? today}
      leftSection={<IconCalendarEvent size={20} stroke={1.6} aria-hidden="true" />}
      excludeDate={(day) =>
        day < today || date === day || (dates.value.length >= seriesEventsMax - 1 && !dates.value.includes(day))
      }
      value={dates.value}
      onChange={(days) => dates.onChange(days.toSorted())}
    />
  );
}

/** Whether the event takes place on several dates, and on which. */
export function Repeats({ publish }: { publish: Publish }) {
  const { t, language } = useTranslation('series');
  const { draft, zone, series } = publish;
  const format = { ...useDates(), zone };
  const { value, ...field } = useField(publish, 'repeats');
  const repeats = repeatsOf(draft);
  const days = repeats && draft.date ? seriesDays(draft.date, repeats, { added: series !== undefined }) : undefined;
  const last = Array.isArray(days) && draft.time ? wallStart(days.at(-1)!, draft.time, zone) : undefined;
  return (
    <>
      <div className={`${styles.pair} ${styles.stacked}`}>
        <Select
          {...field}
          label={t('repeats')}
          data={ways.map((way) => ({ value: way, label: t(way) }))}
          value={value}
          onChange={(way) => field.onChange(way ?? 'once')}
          allowDeselect={false}
        />
        <Way publish={publish} />
      </div>
      {Array.isArray(days) && last !== undefined && (
        <p className={styles.tight} role="status">
          {t('summary', {
            count: days.length,
            time: hourLabel(draft.time!, language),
            last: formatLongDate(last, format),
          })}
        </p>
      )}
      {series !== undefined && <p className={styles.tight}>{t('adds', { title: series.title })}</p>}
    </>
  );
}
