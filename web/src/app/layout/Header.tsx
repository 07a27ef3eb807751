import { IconMenu2, IconMoon, IconPlus, IconSearch, IconSun } from '@tabler/icons-react';
import { Suspense, useEffect, useState } from 'react';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import { useLocation, useNavigate } from 'react-router';
import { lazy } from '#web/shared/lazy.tsx';
import { Avatar } from '#web/shared/ui/Avatar.tsx';
import { Logo } from '#web/shared/ui/Logo.tsx';
import { focusWhereLost } from '#web/shared/ui/focus-once.ts';
import { useSession } from '#web/shared/session/session.ts';
import { useColorScheme } from '#web/shared/styles/color-scheme.ts';
import styles from './Header.module.css';
import { askToLogin } from '#web/shared/login-modal.ts';
import { audienceOf, barFor } from '#web/shared/menu/menu.ts';
import { Button } from '#web/shared/ui/Button.tsx';
import { themed } from '#web/shared/themed.tsx';
import { Link, NavLink } from '#web/shared/ui/Link.tsx';

const loadAccountMenu = themed(() => import('./AccountMenu.tsx'));
const AccountMenu = lazy(loadAccountMenu);
const UnreadMark = lazy(() => import('#web/shared/activity/UnreadMark.tsx'), [], 'stays');
const loadDrawer = themed(() => import('./MenuDrawer.tsx'));
const MenuDrawer = lazy(loadDrawer);

function SchemeToggle() {
  const { t } = useTranslation();
  const { dark, toggle } = useColorScheme();
  return (
    <button
      type="button"
      className={styles.icon}
      onClick={toggle}
      aria-label={dark ? t('nav.toLight') : t('nav.toDark')}
    >
      {dark ? (
        <IconSun size={20} stroke={1.8} aria-hidden="true" />
      ) : (
        <IconMoon size={20} stroke={1.8} aria-hidden="true" />
      )}
    </button>
  );
}

/**
 * The way to the search; `/` goes there from anywhere one does not type. On the search page it is the page's own
 * field.
 */
function Search() {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  const navigate = useNavigate();
  // As routes are matched: in any letters, and no more than the word.
  const there = /^\/search(\/|$)/i.test(pathname);
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      const types =
        event.target instanceof Element && event.target.closest('input, textarea, select, [contenteditable]');
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || types) return;
      event.preventDefault();
      if (there) document.querySelector<HTMLElement>('input[type="search"]')?.focus();
      else void navigate('/search');
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [navigate, there]);
  if (there) return null;
  return (
    <Link to="/search" className={styles.search} aria-label={t('nav.search')} aria-keyshortcuts="/">
      <IconSearch size={20} stroke={1.8} aria-hidden="true" />
      <span className={styles.searchText} aria-hidden="true">
        {t('nav.search')}
      </span>
      <kbd className={styles.key} aria-hidden="true">
        /
      </kbd>
    </Link>
  );
}

/** The face at the right; its menu loads with the first touch. */
function Account() {
  const { t } = useTranslation();
  const user = useSession((session) => session.user);
  const [menu, setMenu] = useState<'open' | 'missing'>();
  if (!user) return null;
  // Once pressed it is another button in the same place: while the menu comes, and when it did not come. The keyboard
  // stays.
  const face = (
    <button
      type="button"
      ref={menu && focusWhereLost}
      className={styles.account}
      aria-label={t('nav.accountOf', { name: user.user_name })}
      aria-haspopup="dialog"
      onPointerEnter={() => void loadAccountMenu()}
      onFocus={() => void loadAccountMenu()}
      onClick={() => setMenu('open')}
    >
      <Avatar username={user.user_username} src={user.user_avatar} size={36} />
    </button>
  );
  if (menu !== 'open') return face;
  return (
    <Suspense fallback={face}>
      <AccountMenu user={user} className={styles.account ?? ''} onClose={() => setMenu('missing')} />
    </Suspense>
  );
}

/** Collapses to a hamburger at 768 px. */
export function Header() {
  const { t } = useTranslation();
  const session = useSession();
  const audience = audienceOf(session);
  const [drawer, setDrawer] = useState(false);
  return (
    <header className={styles.header}>
      <a href="#content" className={styles.skip}>
        {t('skip')}
      </a>
      <div className={styles.frame}>
        <div className={`fr-column ${styles.inner}`}>
          <Link to="/" className={styles.home} aria-label={t('nav.home')}>
            <Logo />
          </Link>
          <nav className={styles.nav} aria-label={t('nav.label')}>
            {barFor(audience).map((entry) => (
              <NavLink
                key={entry.to}
                to={entry.to}
                end={entry.to === '/'}
                covers={entry.covers}
                className={styles.entry}
              >
                {t(`nav.${entry.text}`)}
                {entry.unread && !session.user?.user_is_guest && (
                  <Suspense fallback={null}>
                    <UnreadMark of={entry.unread} />
                  </Suspense>
                )}
              </NavLink>
            ))}
          </nav>
          <div className={styles.right}>
            <Search />
            <span className={styles.desktop}>
              <SchemeToggle />
            </span>
            {audience === 'influencer' && (
              <span className={styles.desktop}>
                <Button
                  variant="ink"
                  size="sm"
                  component={Link}
                  to="/publish_event"
                  leftSection={<IconPlus size={16} stroke={2.2} aria-hidden="true" />}
                >
                  {t('nav.publishShort')}
                </Button>
              </span>
            )}
            {session.user ? (
              <Account />
            ) : (
              <Button
                component="a"
                href="/login"
                variant="ink"
                size="sm"
                className={`fr-visitors ${styles.login}`}
                onClick={(event) => {
                  event.preventDefault();
                  askToLogin('login');
                }}
              >
                {t('nav.login')}
              </Button>
            )}
            <button
              type="button"
              className={`${styles.icon} ${styles.phone}`}
              aria-label={t('nav.openMenu')}
              aria-expanded={drawer}
              onPointerEnter={() => void loadDrawer()}
              onFocus={() => void loadDrawer()}
              onClick={() => setDrawer(true)}
            >
              <IconMenu2 size={24} stroke={1.8} aria-hidden="true" />
            </button>
          </div>
        </div>
      </div>
      {drawer && (
        <Suspense fallback={null}>
          <MenuDrawer onClose={() => setDrawer(false)} />
        </Suspense>
      )}
    </header>
  );
}
