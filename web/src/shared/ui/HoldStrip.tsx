import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import { formatCountdown } from '#web/shared/format/time.ts';
import styles from './HoldStrip.module.css';
import { useNow } from './use-now.ts';

interface HoldStripProps {
  /** When the hold ends, epoch ms. */
  until: number;
  /** How long a hold lasts, for the ring. */
  holdMs: number;
  /** What is held, where it is no seat. */
  holding?: string | undefined;
  /** Called by the button that is shown at 0:00. */
  onHoldAgain: () => void;
}

const minuteMs = 60_000;

/**
 * Amber strip with a ring and the time left of the hold. Announces the last minute once, and offers a new hold at the
 * end.
 */
export function HoldStrip({ until, holdMs, holding, onHoldAgain }: HoldStripProps) {
  const { t } = useTranslation('purchase');
  // The server's time is known to about a second: never show more than a whole hold.
  const left = Math.min(holdMs, Math.max(0, until - useNow()));
  const share = left / holdMs;
  return (
    <div className={styles.strip}>
      <svg viewBox="0 0 20 20" width={20} height={20} aria-hidden="true" focusable="false" className={styles.ring}>
        <circle cx="10" cy="10" r="8" className={styles.track} />
        <circle cx="10" cy="10" r="8" className={styles.left} pathLength={1} strokeDasharray={`${share} 1`} />
      </svg>
      <span className={styles.text}>{left === 0 ? t('hold.over') : (holding ?? t('hold.holding'))}</span>
      {left === 0 ? (
        <button type="button" className={styles.again} onClick={onHoldAgain}>
          {t('hold.again')}
        </button>
      ) : (
        <span className={styles.time} role="timer" aria-label={t('hold.left', { time: formatCountdown(left) })}>
          {formatCountdown(left)}
        </span>
      )}
      <span className="fr-visually-hidden" aria-live="polite">
        {left === 0 ? t('hold.over') : left < minuteMs ? t('hold.lastMinute') : ''}
      </span>
    </div>
  );
}
