import { useTranslation } from '#web/app/i18n/use-translation.ts';
import { formatDay, formatLongDate, formatMonth, formatWeekday } from '#web/shared/format/time.ts';
import { useReaderZone } from '#web/shared/format/use-zone.ts';
import styles from './DateLeaf.module.css';

interface DateLeafProps {
  at: number;
  size?: 48 | 64;
  /** A fixed zone; else the reader's. */
  zone?: string | undefined;
  /** Where the event is: the zone of a page that knows no reader yet. */
  there?: string | undefined;
}

/** A calendar leaf: 48 on covers (weekday), 64 on the event page (month). */
export function DateLeaf({ at, size = 48, zone: fixed, there }: DateLeafProps) {
  const { t } = useTranslation();
  const readers = useReaderZone(there);
  const zone = fixed ?? readers;
  return (
    <span className={`${styles.leaf} ${size === 64 ? styles.large : ''}`}>
      <span className="fr-visually-hidden">{t('card.dateOn', { date: formatLongDate(at, { zone }) })}</span>
      <span className={styles.top} aria-hidden="true">
        {size === 64 ? formatMonth(at, { zone }) : formatWeekday(at, { zone })}
      </span>
      <span className={styles.day} aria-hidden="true">
        {formatDay(at, { zone })}
      </span>
    </span>
  );
}
