import type { ReactNode } from 'react';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import UnreadMark from '#web/shared/activity/UnreadMark.tsx';
import { useSession } from '#web/shared/session/session.ts';
import { useOpenInSight } from '#web/shared/ui/use-open-in-sight.ts';
import { NavLink } from '#web/shared/ui/Link.tsx';
import styles from './AccountShell.module.css';
import { audienceOf } from './menu.ts';
import { menuIcons } from './menu-icons.ts';
import { sideMenuFor } from './menu-entries.ts';

/** The pages of one's account: a menu at their left, chips above them where there is no room for it. */
export function AccountShell({ children }: { children: ReactNode }) {
  const { t } = useTranslation();
  const session = useSession();
  const bar = useOpenInSight();
  return (
    <div className={`fr-column ${styles.shell}`}>
      <nav ref={bar} className={styles.menu} aria-label={t('nav.account')}>
        {sideMenuFor(audienceOf(session)).map(({ text, to, covers, unread }) => {
          const Icon = menuIcons[text];
          return (
            <NavLink key={to} to={to} end={to === '/hosting'} covers={covers} className={styles.entry}>
              {Icon && <Icon size={20} stroke={1.8} aria-hidden="true" />}
              {t(`nav.${text}`)}
              {unread && !session.user?.user_is_guest && <UnreadMark of={unread} />}
            </NavLink>
          );
        })}
      </nav>
      <div className={styles.content}>{children}</div>
    </div>
  );
}
