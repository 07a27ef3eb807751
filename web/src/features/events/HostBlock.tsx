import type { WireEventPage } from '@frontrow/contract/events/api.ts';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import { FollowButton } from '#web/features/hosts/index.ts';
import { Avatar } from '#web/shared/ui/Avatar.tsx';
import { hostPath } from '#web/shared/ui/event-card-model.ts';
import { Stars } from '#web/shared/ui/Stars.tsx';
import { Button } from '#web/shared/ui/Button.tsx';
import { Link } from '#web/shared/ui/Link.tsx';
import styles from './HostBlock.module.css';

/** The host, with the score where there is one, and a link to the host's page. */
export function HostBlock({ page }: { page: WireEventPage }) {
  const { t } = useTranslation('event');
  const { user, influencer } = page;
  return (
    <section className={styles.host} aria-label={t('hostedBy')}>
      <Link to={hostPath(user)} tabIndex={-1} aria-hidden="true">
        <Avatar username={user.user_username} src={influencer.influencer_avatar ?? user.user_avatar} size={56} />
      </Link>
      <div className={styles.who}>
        <p className={styles.name}>
          <Link to={hostPath(user)}>{user.user_name}</Link>
        </p>
        <p className={styles.line}>
          {influencer.influencer_reviews > 0 && <Stars value={influencer.influencer_ranking} number />}
          {influencer.influencer_reviews > 0 && <span>{t('reviews', { count: influencer.influencer_reviews })}</span>}
          {page.host_events > 0 && <span>{t('hostEvents', { count: page.host_events })}</span>}
          <span>@{user.user_username}</span>
        </p>
      </div>
      <FollowButton
        username={user.user_username}
        name={user.user_name}
        own={
          <Button variant="default" className={styles.room ?? ''} aria-hidden="true">
            {t('app:marks.follow')}
          </Button>
        }
      />
    </section>
  );
}
