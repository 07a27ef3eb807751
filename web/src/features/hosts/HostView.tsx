import type { ReactNode } from 'react';
import type { WireHostPage } from '@frontrow/contract/hosts/api.ts';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import { usePageTitle } from '#web/shared/page-title.ts';
import { HostReviews } from '#web/features/reviews/index.ts';
import { EmptyState } from '#web/shared/ui/EmptyState.tsx';
import { HostEvents } from './HostEvents.tsx';
import { HostHead } from './HostHead.tsx';
import styles from './HostView.module.css';

/** Everything the public page of a host shows; `note` stands above it. */
export function HostView({ page, note }: { page: WireHostPage; note?: ReactNode }) {
  const { t } = useTranslation('hosts');
  const { user, upcoming, past } = page;
  usePageTitle(user.user_name);
  return (
    <div className={`fr-column ${styles.page}`}>
      {note}
      <HostHead page={page} />
      <section className={styles.section} aria-labelledby="upcoming">
        <h2 id="upcoming" className={styles.title}>
          {t('upcoming')}
        </h2>
        {upcoming.events.length > 0 ? (
          <HostEvents first={upcoming} username={user.user_username} />
        ) : (
          <EmptyState title={t('none.title')} text={t('none.text', { name: user.user_name })} level={3} />
        )}
      </section>
      {page.reviews.reviews.length > 0 && (
        <section className={styles.section} aria-labelledby="reviews">
          <h2 id="reviews" className={styles.title}>
            {t('reviews:title')}
          </h2>
          <HostReviews first={page.reviews} username={user.user_username} />
        </section>
      )}
      {past.events.length > 0 && (
        <section className={styles.section} aria-labelledby="past">
          <h2 id="past" className={styles.title}>
            {t('past')}
          </h2>
          <HostEvents first={past} username={user.user_username} past />
        </section>
      )}
    </div>
  );
}
