import { useInfiniteQuery } from '@tanstack/react-query';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import { AccountSection } from '#web/shared/menu/AccountSections.tsx';
import { call } from '#web/shared/api/call.ts';
import { Avatar } from '#web/shared/ui/Avatar.tsx';
import { ErrorNote } from '#web/shared/ui/ErrorNote.tsx';
import { hostPath } from '#web/shared/ui/event-card-model.ts';
import { ShowMore } from '#web/shared/ui/ShowMore.tsx';
import { Link } from '#web/shared/ui/Link.tsx';
import { byCursor } from '#web/shared/api/by-cursor.ts';
import styles from './FollowedHosts.module.css';
import { FollowButton } from './FollowButton.tsx';

/** The hosts one follows, newest first, each with the way out. */
export function FollowedHosts() {
  const { t } = useTranslation('hosts');
  const followed = useInfiniteQuery({
    queryKey: ['followed-hosts'],
    queryFn: ({ pageParam, signal }) => call('GET /user/followed_hosts', { query: { cursor: pageParam }, signal }),
    ...byCursor,
  });
  const hosts = followed.data?.pages.flatMap((page) => page.hosts) ?? [];
  return (
    <AccountSection title={t('followed.title')}>
      {followed.isError && <ErrorNote error={followed.error} onRetry={() => void followed.refetch()} />}
      {followed.data && hosts.length === 0 && <p className={styles.soft}>{t('followed.none')}</p>}
      {hosts.length > 0 && (
        <ul className={styles.list}>
          {hosts.map(({ user, influencer, upcoming_events }) => (
            <li key={user.user_username} className={styles.row}>
              <Avatar username={user.user_username} src={influencer.influencer_avatar} size={44} />
              <span className={styles.who}>
                <Link to={hostPath(user)} className={styles.name}>
                  {user.user_name}
                </Link>
                <span className={styles.soft}>{t('followed.events', { count: upcoming_events })}</span>
              </span>
              <FollowButton username={user.user_username} name={user.user_name} listed />
            </li>
          ))}
        </ul>
      )}
      {followed.hasNextPage && (
        <ShowMore
          loading={followed.isFetchingNextPage}
          onMore={() => void followed.fetchNextPage()}
          className={styles.more}
        >
          {t('more')}
        </ShowMore>
      )}
    </AccountSection>
  );
}
