import '#web/shared/styles/components.ts';
import '@mantine/core/styles/Combobox.layer.css';
import { Select } from '@mantine/core';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import { formatDuration, formatLongDateTime } from '#web/shared/format/time.ts';
import { useDates } from '#web/shared/format/use-dates.ts';
import { serverNow } from '#web/shared/server-clock.ts';
import styles from './PublishPage.module.css';
import { Repeats } from './Repeats.tsx';
import { Section } from './Section.tsx';
import { StartFields } from './StartFields.tsx';
import { useField } from './use-field.ts';
import type { Publish } from './use-publish.ts';

/** Quarters of an hour at first, then longer steps. */
const lengths = [15, 30, 45, 60, 75, 90, 105, 120, 150, 180, 240, 300, 360, 480, 600, 720];

function Duration({ publish }: { publish: Publish }) {
  const { t } = useTranslation('publish');
  const { value, ...field } = useField(publish, 'duration');
  const known = value === '' || lengths.includes(Number(value)) ? lengths : [...lengths, Number(value)];
  return (
    <Select
      {...field}
      label={t('duration')}
      description={t('durationHelp')}
      placeholder={t('durationNone')}
      data={known.map((minutes) => ({ value: String(minutes), label: formatDuration(minutes) }))}
      value={value === '' ? null : value}
      onChange={(next) => field.onChange(next ?? '')}
      allowDeselect={false}
    />
  );
}

/** The start of the event, its length and its time zone. */
export function WhenSection({ publish }: { publish: Publish }) {
  const { t } = useTranslation('publish');
  const { zone } = publish;
  const date = useField(publish, 'date');
  const time = useField(publish, 'time');
  // The zone is no field: the server may refuse it all the same.
  const refused = publish.problems.find(([field]) => field === 'zone')?.[1];
  return (
    <Section title={t('when')}>
      <StartFields
        date={date.value}
        time={time.value}
        from={serverNow()}
        zone={zone}
        problems={{ date: date.error, time: time.error }}
        onChange={(next) => {
          if (next.date !== undefined) date.onChange(next.date);
          if (next.time !== undefined) time.onChange(next.time);
        }}
      />
      <div className={styles.fields}>
        <Repeats publish={publish} />
        <Duration publish={publish} />
      </div>
      <p className={styles.note}>{refused ?? t('zone', { zone })}</p>
    </Section>
  );
}

/** The start of a published event: it is moved on the event's page, under its own rules. */
export function WhenNote({ publish, at, zone }: { publish: Publish; at: number; zone: string }) {
  const { t } = useTranslation('publish');
  const dates = { ...useDates(), zone };
  const when = formatLongDateTime(at, dates);
  return (
    <Section title={t('when')}>
      <div className={styles.fields}>
        <p>{t('whenFixed', { when, zone })}</p>
        <Duration publish={publish} />
      </div>
      <p className={styles.note}>{t('whenMove')}</p>
    </Section>
  );
}
