import { IconStarFilled } from '@tabler/icons-react';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import { formatDecimal } from '#web/shared/format/money.ts';
import styles from './Stars.module.css';

const starsMax = 5;

/** How much of each star is filled, in percent: 4.6 fills four stars and 60% of the fifth. */
export const starFills = (value: number): number[] =>
  Array.from({ length: starsMax }, (_, i) => Math.round(Math.min(1, Math.max(0, value - i)) * 100));

/** Five stars, filled with amber by the score's fraction; the number next to them where there is room. */
export function Stars({ value, number = false }: { value: number; number?: boolean }) {
  const { t } = useTranslation();
  const fills = starFills(value);
  const text = number ? formatDecimal(value, 1) : String(value);
  return (
    <span className={styles.stars} role="img" aria-label={t('stars', { value: text })}>
      {Array.from({ length: starsMax }, (_, i) => ({ at: i, fill: fills[i]! })).map(({ at, fill }) => (
        <span key={at} className={styles.place} aria-hidden="true">
          {fill < 100 && <IconStarFilled size={16} className={styles.noStar} />}
          {fill > 0 && (
            <span className={styles.filled} style={{ width: `${fill}%` }}>
              <IconStarFilled size={16} className={styles.star} />
            </span>
          )}
        </span>
      ))}
      {number && (
        <span aria-hidden="true" className={styles.number}>
          {text}
        </span>
      )}
    </span>
  );
}
