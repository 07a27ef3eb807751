import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import { ErrorNote } from '#web/shared/ui/ErrorNote.tsx';
import { EventCardSkeleton } from '#web/shared/ui/EventCard.tsx';
import { Skeleton } from '#web/shared/ui/Skeleton.tsx';
import styles from './HostView.module.css';

const cardsDrawn = 4;

/** The same boxes while the page comes. */
export function HostPageSkeleton() {
  const { t } = useTranslation();
  return (
    <div className={`fr-column ${styles.page}`} aria-busy="true">
      <span className="fr-visually-hidden" role="status">
        {t('loading')}
      </span>
      <div className={styles.head} aria-hidden="true">
        <Skeleton circle height={112} />
        <div className={styles.who}>
          <Skeleton height={40} width="60%" />
          <Skeleton height={20} width="40%" top={8} />
        </div>
      </div>
      <ul className={`${styles.cards} ${styles.section}`} aria-hidden="true">
        {Array.from({ length: cardsDrawn }, (_, i) => (
          <li key={i}>
            <EventCardSkeleton />
          </li>
        ))}
      </ul>
    </div>
  );
}

export function HostPageError({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const { t } = useTranslation('hosts');
  return (
    <div className={`fr-column ${styles.page}`}>
      <h1>{t('error')}</h1>
      <div className={styles.note}>
        <ErrorNote error={error} onRetry={onRetry} />
      </div>
    </div>
  );
}
