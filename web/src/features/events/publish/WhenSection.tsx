import '@mantine/core/styles/Combobox.layer.css';
import '@mantine/dates/styles.layer.css';
import { Select } from '@mantine/core';
import { DateInput } from '@mantine/dates';
import { IconCalendarEvent } from '@tabler/icons-react';
import { useTranslation } from '#web/app/i18n/use-translation.ts';
import { nowOnce } from '#web/shared/ui/use-now.ts';
import { formatLongDate, formatTime } from '#web/shared/format/time.ts';
import { hourLabel, startTimes } from './publish-draft.ts';
import styles from './PublishPage.module.css';
import { Section } from './Section.tsx';
import type { Publish } from './use-publish.ts';

const times = startTimes.map((value) => ({ value, label: hourLabel(value) }));

/** Date as MM-DD-YYYY, a 12-hour start in steps of 15 minutes, and whose clock it is. */
export function WhenSection({ publish }: { publish: Publish }) {
  const { t } = useTranslation('publish');
  const { draft, change, problems, zone } = publish;
  return (
    <Section title={t('when')}>
      <div className={styles.pair}>
        <DateInput
          id="event_date"
          label={t('date')}
          placeholder={t('datePlaceholder')}
          valueFormat="MM-DD-YYYY"
          firstDayOfWeek={1}
          value={draft.date}
          minDate={new Date(nowOnce())}
          leftSection={<IconCalendarEvent size={20} stroke={1.6} aria-hidden="true" />}
          error={problems['event_date']}
          onChange={(date) => change({ date }, 'event_date', 'event_start_hour')}
        />
        <Select
          id="event_start_hour"
          label={t('start')}
          placeholder="7:00 PM"
          data={times}
          value={draft.time}
          searchable
          selectFirstOptionOnChange
          autoSelectOnBlur
          error={problems['event_start_hour']}
          onChange={(time) => change({ time }, 'event_date', 'event_start_hour')}
        />
      </div>
      <p className={styles.note}>{problems['event_location'] ?? t('zone', { zone })}</p>
    </Section>
  );
}

/** When an event that is out begins: moving it has a rule of its own, on the event's page. */
export function WhenNote({ at, zone }: { at: number; zone: string }) {
  const { t } = useTranslation('publish');
  const when = `${formatLongDate(at, { zone })}, ${formatTime(at, { zone })}`;
  return (
    <Section title={t('when')}>
      <p>{t('whenFixed', { when, zone })}</p>
      <p className={styles.note}>{t('whenMove')}</p>
    </Section>
  );
}
