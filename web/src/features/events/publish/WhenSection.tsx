import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import { formatLongDate, formatTime } from '#web/shared/format/time.ts';
import { useDates } from '#web/shared/format/use-dates.ts';
import { serverNow } from '#web/shared/server-clock.ts';
import styles from './PublishPage.module.css';
import { dayOf } from './publish-draft.ts';
import { Section } from './Section.tsx';
import { StartFields } from './StartFields.tsx';
import type { Publish } from './use-publish.ts';

/** The start of the event and its time zone. */
export function WhenSection({ publish }: { publish: Publish }) {
  const { t } = useTranslation('publish');
  const { draft, change, problems, zone } = publish;
  return (
    <Section title={t('when')}>
      <StartFields
        date={draft.date}
        time={draft.time}
        firstDay={dayOf(serverNow(), zone)}
        problems={problems}
        onChange={(next) => change(next, 'event_date', 'event_start_hour')}
      />
      <p className={styles.note}>{problems['event_location'] ?? t('zone', { zone })}</p>
    </Section>
  );
}

/** The start of a published event: it is moved on the event's page, under rules of its own. */
export function WhenNote({ at, zone }: { at: number; zone: string }) {
  const { t } = useTranslation('publish');
  const dates = { ...useDates(), zone };
  const when = `${formatLongDate(at, dates)}, ${formatTime(at, dates)}`;
  return (
    <Section title={t('when')}>
      <p>{t('whenFixed', { when, zone })}</p>
      <p className={styles.note}>{t('whenMove')}</p>
    </Section>
  );
}
