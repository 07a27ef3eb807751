import { ownZone, zoneCity } from '#web/shared/format/time.ts';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import styles from './Requests.module.css';

/** Both sides read the same instant, each in the own zone. */
export function ZoneNote() {
  const { t } = useTranslation('meetings');
  return <p className={styles.zone}>{t('zone', { city: zoneCity(ownZone()) })}</p>;
}
