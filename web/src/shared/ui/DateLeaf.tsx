import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import { dayOnLeaf, formatLongDate, formatShortWeekday, isNear } from '#web/shared/format/time.ts';
import { useDates } from '#web/shared/format/use-dates.ts';
import styles from './DateLeaf.module.css';

interface DateLeafProps {
  at: number;
  size?: 48 | 64;
  /** A fixed zone; else the reader's. */
  zone?: string | undefined;
  /** Where the event is: the zone of a page that knows no reader yet. */
  there?: string | undefined;
  /** A day that is near says its weekday, not its month. */
  weekdays?: boolean;
}

/** A calendar leaf: 48 on covers, 64 on the event page; a third line for a year that is not the reader's. */
export function DateLeaf({ at, size = 48, zone: fixed, there, weekdays = false }: DateLeafProps) {
  const { t } = useTranslation();
  const readers = useDates(there);
  const dates = fixed ? { ...readers, zone: fixed } : readers;
  const { month, day, year } = dayOnLeaf(at, dates);
  return (
    <span className={`${styles.leaf} ${size === 64 ? styles.large : ''}`}>
      <span className="fr-visually-hidden">{t('card.dateOn', { date: formatLongDate(at, dates) })}</span>
      <span className={styles.top} aria-hidden="true">
        {weekdays && isNear(at, dates) ? formatShortWeekday(at, dates) : month}
      </span>
      <span className={styles.day} aria-hidden="true">
        {day}
      </span>
      {year && (
        <span className={styles.year} aria-hidden="true">
          {year}
        </span>
      )}
    </span>
  );
}
