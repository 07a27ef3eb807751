import { IconUsers } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import { formatCount } from '#web/shared/format/money.ts';
import styles from './pills.module.css';

/**
 * LIVE: coral, a pulsing dot and the word; never color alone. Over a picture it has an edge: covers may be coral
 * too.
 */
export function LivePill({ overPicture = false }: { overPicture?: boolean }) {
  const { t } = useTranslation();
  return (
    <span className={`${styles.pill} ${styles.live} ${overPicture ? styles.edged : ''}`}>
      <span className={styles.dot} aria-hidden="true" />
      {t('card.live')}
    </span>
  );
}

/** Text over a picture always sits on a pill. */
export function PicturePill({ children }: { children: ReactNode }) {
  return <span className={`${styles.pill} ${styles.picture}`}>{children}</span>;
}

/** The number of viewers, once there are any; `words` adds the word next to the number. */
export function WatchingPill({ count, words = false }: { count: number; words?: boolean }) {
  const { t, language } = useTranslation();
  if (count === 0) return null;
  const text = t('card.watching', { number: formatCount(count, language) });
  return (
    <PicturePill>
      <IconUsers size={14} stroke={1.8} aria-hidden="true" />
      {words ? (
        text
      ) : (
        <>
          <span aria-hidden="true">{formatCount(count, language)}</span>
          <span className="fr-visually-hidden">{text}</span>
        </>
      )}
    </PicturePill>
  );
}

export type PriceTone = 'price' | 'free' | 'soldOut';

/** The all-in price, Free, or Sold out. */
export function PricePill({ children, tone = 'price' }: { children: ReactNode; tone?: PriceTone }) {
  return <span className={`${styles.pill} ${styles[tone]}`}>{children}</span>;
}
