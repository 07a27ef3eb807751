import { useMediaQuery } from '@mantine/hooks';
import { IconMoon, IconSun } from '@tabler/icons-react';
import { useEffect } from 'react';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import { logOut } from '#web/shared/session/log-out.ts';
import { useSession } from '#web/shared/session/session.ts';
import { Dialog } from '#web/shared/ui/Dialog.tsx';
import { useColorScheme } from '#web/shared/styles/color-scheme.ts';
import { askToLogin } from '#web/shared/login-modal.ts';
import styles from './MenuDrawer.module.css';
import { HelpLink } from './HelpLink.tsx';
import { audienceOf } from '#web/shared/menu/menu.ts';
import { menuFor } from '#web/shared/menu/menu-entries.ts';
import { useModeButton } from '#web/shared/menu/use-mode-button.ts';
import UnreadMark from '#web/shared/activity/UnreadMark.tsx';
import { Button } from '#web/shared/ui/Button.tsx';
import { NavLink } from '#web/shared/ui/Link.tsx';

/** The hamburger's page: the entries of all menus, full screen. */
export default function MenuDrawer({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const session = useSession();
  const mode = useModeButton(session.user, true);
  const { dark, toggle } = useColorScheme();
  // A window made wider has no hamburger (`Header.module.css`): the bar shows it all.
  const wide = useMediaQuery('(min-width: 48.0625em)', false, { getInitialValueInEffect: false });
  useEffect(() => {
    if (wide) onClose();
  }, [wide, onClose]);
  const audience = audienceOf(session);
  const all = (['bar', 'side', 'account'] as const).flatMap((place) =>
    menuFor(audience, place, session.user?.user_is_admin),
  );
  const entries = all.filter((entry, index) => all.findIndex(({ to }) => to === entry.to) === index);
  return (
    <Dialog onClose={onClose} title={t('nav.menu')}>
      <nav className={styles.list} aria-label={t('nav.label')}>
        {entries.map((entry) => (
          <NavLink key={entry.to} to={entry.to} end={entry.to === '/'} className={styles.entry} onClick={onClose}>
            {t(`nav.${entry.text}`)}
            {entry.unread && !session.user?.user_is_guest && <UnreadMark of={entry.unread} />}
          </NavLink>
        ))}
        {!session.isInfluencer && <HelpLink className={styles.entry} />}
        {mode && (
          <button
            type="button"
            className={styles.entry}
            aria-disabled={mode.disabled}
            onClick={() => {
              mode.act();
              if (mode.changesSides) onClose();
            }}
          >
            {mode.label}
          </button>
        )}
        <button type="button" className={styles.entry} onClick={toggle}>
          {dark ? t('nav.toLight') : t('nav.toDark')}
          {dark ? (
            <IconSun size={22} stroke={1.8} aria-hidden="true" />
          ) : (
            <IconMoon size={22} stroke={1.8} aria-hidden="true" />
          )}
        </button>
      </nav>
      {session.user ? (
        <Button variant="default" fullWidth size="lg" onClick={() => void logOut()}>
          {t('nav.logout')}
        </Button>
      ) : (
        <Button
          variant="ink"
          fullWidth
          size="lg"
          onClick={() => {
            onClose();
            askToLogin('login');
          }}
        >
          {t('nav.login')}
        </Button>
      )}
    </Dialog>
  );
}
