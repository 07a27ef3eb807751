import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import { tagPath } from '#web/shared/search-path.ts';
import { Avatar } from '#web/shared/ui/Avatar.tsx';
import { hostPath } from '#web/shared/ui/event-card-model.ts';
import { Link } from '#web/shared/ui/Link.tsx';
import styles from './TagsAndHosts.module.css';
import { Chips } from './Chips.tsx';
import type { SearchAnswer } from './queries.ts';

/** Tags and hosts of a search. */
export function TagsAndHosts({ tags, hosts }: Pick<SearchAnswer, 'tags' | 'hosts'>) {
  const { t } = useTranslation('search');
  return (
    <div className={styles.lists}>
      {tags.length > 0 && (
        <section aria-labelledby="search-tags">
          <h2 id="search-tags" className={styles.title}>
            {t('tags')}
          </h2>
          <Chips label={t('tags')} links={tags.map((tag) => ({ text: `#${tag}`, to: tagPath(tag) }))} />
        </section>
      )}
      {hosts.length > 0 && (
        <section aria-labelledby="search-hosts">
          <h2 id="search-hosts" className={styles.title}>
            {t('hosts')}
          </h2>
          <ul className={styles.hosts}>
            {hosts.map(({ user, influencer, upcoming_events }) => (
              <li key={user.user_ide}>
                <Link to={hostPath(user)} className={styles.host}>
                  <Avatar
                    username={user.user_username}
                    src={influencer.influencer_avatar ?? user.user_avatar}
                    size={44}
                  />
                  <span className={styles.text}>
                    <span className={styles.name}>{user.user_name || user.user_username}</span>
                    <span className={styles.line}>{t('coming', { count: upcoming_events })}</span>
                  </span>
                </Link>
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}
