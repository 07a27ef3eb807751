import type { WireAdminUser } from '@frontrow/contract/accounts/admin-api.ts';
import type { ReactNode } from 'react';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import { Link } from '#web/shared/ui/Link.tsx';
import { Avatar } from '#web/shared/ui/Avatar.tsx';
import styles from '../ui/Admin.module.css';

/** A person with the actions for it. */
export function PersonRow({ user, line, children }: { user: WireAdminUser; line: string; children?: ReactNode }) {
  const { t } = useTranslation('admin');
  const role = user.user_is_guest ? 'guest' : user.user_role === 1 ? 'influencer' : 'viewer';
  return (
    <li className={styles.row}>
      <Avatar username={user.user_username} src={user.user_avatar} size={44} />
      <div className={styles.who}>
        <p className={styles.name}>
          <Link to={`/admin/users/${user.user_ide}`} className="fr-link">
            {user.user_name || user.user_username}
          </Link>{' '}
          <span className={styles.soft}>@{user.user_username}</span>
        </p>
        <p className={styles.line}>
          {user.user_email}
          {!user.user_email_verified && ` · ${t('unproven')}`}
        </p>
        <p className={styles.line}>
          {t(`role.${role}`)}
          {user.user_is_admin && ` · ${t('role.admin')}`}
          {user.user_second_factor && ` · ${t('secondFactor')}`} · {line}
        </p>
      </div>
      {children && <div className={styles.actions}>{children}</div>}
    </li>
  );
}
