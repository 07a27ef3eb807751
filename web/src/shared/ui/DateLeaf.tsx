import { useTranslation } from '#web/app/i18n/use-translation.ts';
import { formatDay, formatLongDate, formatMonth, formatWeekday } from '#web/shared/format/time.ts';
import styles from './DateLeaf.module.css';

/** A calendar leaf: 48 on covers (weekday), 64 on the event page (month). */
export function DateLeaf({ at, size = 48, zone }: { at: number; size?: 48 | 64; zone?: string | undefined }) {
  const { t } = useTranslation();
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
