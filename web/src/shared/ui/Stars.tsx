import { IconStarFilled } from '@tabler/icons-react';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import styles from './Stars.module.css';

const starsMax = 5;

/** Five stars, as many of them amber as the score says; the number beside them where there is room. */
export function Stars({ value, number = false }: { value: number; number?: boolean }) {
  const { t } = useTranslation();
  const text = number ? value.toFixed(1) : String(value);
  return (
    <span className={styles.stars} role="img" aria-label={t('stars', { value: text })}>
      {Array.from({ length: starsMax }, (_, i) => (
        <IconStarFilled
          key={i}
          size={16}
          aria-hidden="true"
          className={i < Math.round(value) ? styles.star : styles.noStar}
        />
      ))}
      {number && (
        <span aria-hidden="true" className={styles.number}>
          {text}
        </span>
      )}
    </span>
  );
}
