import { Fragment } from 'react';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import { countdownParts } from '#web/shared/format/time.ts';
import { twoDigits } from '#web/shared/format/two-digits.ts';
import styles from './Countdown.module.css';
import { useNow } from './use-now.ts';

/**
 * Days, hours, minutes and seconds until `to`, in display digits. Silent for screen readers: say the time next to it.
 * `full` shows all four with colons between (the start banner); else the three that matter.
 */
export function Countdown({ to, full = false }: { to: number; full?: boolean }) {
  const { t } = useTranslation();
  const left = countdownParts(to - useNow());
  const units = full
    ? (['days', 'hours', 'minutes', 'seconds'] as const)
    : left.days > 0
      ? (['days', 'hours', 'minutes'] as const)
      : (['hours', 'minutes', 'seconds'] as const);
  return (
    <span className={`${styles.countdown} ${full ? styles.full : ''}`} aria-hidden="true">
      {units.map((unit, i) => (
        <Fragment key={unit}>
          {full && i > 0 && <span className={styles.colon}>:</span>}
          <span className={styles.unit}>
            <span className={styles.digits}>{twoDigits(left[unit])}</span>
            <span className={styles.label}>
              {full && unit === 'minutes'
                ? t('countdown.min')
                : full && unit === 'seconds'
                  ? t('countdown.sec')
                  : t(`countdown.${unit}`)}
            </span>
          </span>
        </Fragment>
      ))}
    </span>
  );
}
