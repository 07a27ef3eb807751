import { IconStarFilled } from '@tabler/icons-react';
import { starsMax } from '@frontrow/core/reviews/reviews.ts';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import styles from './Reviews.module.css';

/** Five stars to choose from: a radio group, so arrow keys and screen readers know it. */
export function StarsField({ value, onChange }: { value: number; onChange: (stars: number) => void }) {
  const { t } = useTranslation('reviews');
  return (
    <fieldset className={styles.starsField}>
      <legend>{t('dialog.stars')}</legend>
      {Array.from({ length: starsMax }, (_, i) => i + 1).map((stars) => (
        <label
          key={stars}
          className={`${styles.starChoice} ${stars <= value ? styles.chosen : ''}`}
          data-chosen={stars <= value || undefined}
        >
          <input
            type="radio"
            name="stars"
            className="fr-visually-hidden"
            value={stars}
            checked={stars === value}
            data-autofocus={stars === 1 || undefined}
            onChange={() => onChange(stars)}
          />
          <IconStarFilled size={32} aria-hidden="true" />
          <span className="fr-visually-hidden">{t('dialog.starsOf', { count: stars })}</span>
        </label>
      ))}
    </fieldset>
  );
}
