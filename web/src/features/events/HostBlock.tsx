import { IconStarFilled } from '@tabler/icons-react';
import type { WireEventPage } from '@frontrow/contract/events/api.ts';
import { useTranslation } from '#web/app/i18n/use-translation.ts';
import { Avatar } from '#web/shared/ui/Avatar.tsx';
import styles from './HostBlock.module.css';

const starsMax = 5;

/** Who hosts, with the score where there is one. */
export function HostBlock({ page }: { page: WireEventPage }) {
  const { t } = useTranslation('event');
  const { user, influencer } = page;
  const rating = influencer.influencer_ranking;
  return (
    <section className={styles.host} aria-label={t('hostedBy')}>
      <Avatar username={user.user_username} src={influencer.influencer_avatar ?? user.user_avatar} size={56} />
      <div>
        <p className={styles.name}>{user.user_name}</p>
        <p className={styles.line}>
          {rating > 0 && (
            <span className={styles.stars} role="img" aria-label={t('rating', { rating: rating.toFixed(1) })}>
              {Array.from({ length: starsMax }, (_, i) => (
                <IconStarFilled
                  key={i}
                  size={16}
                  aria-hidden="true"
                  className={i < Math.round(rating) ? styles.star : styles.noStar}
                />
              ))}
              <span aria-hidden="true" className={styles.number}>
                {rating.toFixed(1)}
              </span>
            </span>
          )}
          <span>@{user.user_username}</span>
        </p>
      </div>
    </section>
  );
}
