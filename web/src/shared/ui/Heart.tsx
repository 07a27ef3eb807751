import { IconHeart, IconHeartFilled } from '@tabler/icons-react';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import { useFavorite } from '#web/shared/marks/marks.ts';
import styles from './Heart.module.css';

interface HeartProps {
  eventUuid: string;
  title: string;
  /** In the list of favorites. */
  listed?: boolean;
}

/** Keeps an event for later; shown on its cover. */
export function Heart({ eventUuid, title, listed = false }: HeartProps) {
  const { t } = useTranslation();
  const { on, set } = useFavorite(eventUuid, listed);
  const Icon = on ? IconHeartFilled : IconHeart;
  return (
    <button
      type="button"
      className={`${styles.heart} ${on ? styles.on : ''}`}
      aria-pressed={on}
      aria-label={t('marks.favorite', { title })}
      onClick={() => set(!on)}
    >
      <Icon size={20} stroke={1.8} aria-hidden="true" />
    </button>
  );
}
