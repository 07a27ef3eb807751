import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import { formatLongDate, formatTime } from '#web/shared/format/time.ts';
import { useDates } from '#web/shared/format/use-dates.ts';
import { nowOnce } from '#web/shared/ui/use-now.ts';
import styles from './PublishPage.module.css';
import { dayOf } from './publish-draft.ts';
import { Section } from './Section.tsx';
import { StartFields } from './StartFields.tsx';
import type { Publish } from './use-publish.ts';

/** When it begins, and whose clock it is. */
export function WhenSection({ publish }: { publish: Publish }) {
  const { t } = useTranslation('publish');
  const { draft, change, problems, zone } = publish;
  return (
    <Section title={t('when')}>
      <StartFields
        date={draft.date}
        time={draft.time}
        firstDay={dayOf(nowOnce(), zone)}
        problems={problems}
        onChange={(next) => change(next, 'event_date', 'event_start_hour')}
      />
      <p className={styles.note}>{problems['event_location'] ?? t('zone', { zone })}</p>
    </Section>
  );
}

/** When an event that is out begins: moving it has a rule of its own, on the event's page. */
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
