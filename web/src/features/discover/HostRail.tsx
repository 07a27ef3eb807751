import type { AnswerOf } from '@frontrow/contract/api.ts';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import { Avatar } from '#web/shared/ui/Avatar.tsx';
import { hostPath } from '#web/shared/ui/event-card-model.ts';
import { Link } from '#web/shared/ui/Link.tsx';
import styles from './HostRail.module.css';
import { Rail } from './Rail.tsx';

/** Portraits of the newest hosts, with links to their pages. */
export function HostRail({ hosts }: { hosts: AnswerOf<'GET /hosts'>['hosts'] }) {
  const { t } = useTranslation('discover');
  return (
    <Rail
      title={t('rails.hosts')}
      line={t('rails.hostsLine')}
      more={{ text: t('rails.all'), to: '/talent' }}
      columns="hosts"
    >
      {hosts.map(({ user, influencer, upcoming_events }) => (
        <li key={user.user_ide}>
          <Link to={hostPath(user)} className={styles.host}>
            <Avatar username={user.user_username} src={influencer.influencer_avatar ?? user.user_avatar} size={112} />
            <span className={styles.name}>{user.user_name}</span>
            <span className={styles.line}>{t('hosts.events', { count: upcoming_events })}</span>
          </Link>
        </li>
      ))}
    </Rail>
  );
}
