import { IconHeart, IconHeartFilled } from '@tabler/icons-react';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import { useFavorite } from '#web/shared/marks/favorites.ts';
import styles from './Heart.module.css';

/** Keeps an event for later; stands on its cover. */
export function Heart({ eventUuid, title }: { eventUuid: string; title: string }) {
  const { t } = useTranslation();
  const { on, set } = useFavorite(eventUuid);
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
