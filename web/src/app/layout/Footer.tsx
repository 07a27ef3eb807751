import { clientVersion } from '@frontrow/contract/kernel/headers.ts';
import { LanguageChooser } from '#web/shared/menu/LanguageChooser.tsx';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import { useNavigate } from 'react-router';
import { appStores, useClientConfig } from '#web/shared/client-config.ts';
import { useSession } from '#web/shared/session/session.ts';
import { FrontRow } from '#web/shared/ui/FrontRow.tsx';
import { Logo } from '#web/shared/ui/Logo.tsx';
import styles from './Footer.module.css';
import { askToLogin } from '#web/shared/login-modal.ts';
import { audienceOf } from '#web/shared/menu/menu.ts';
import { OutLink } from '#web/shared/ui/OutLink.tsx';
import { Button } from '#web/shared/ui/Button.tsx';

interface FooterLink {
  text:
    | 'live'
    | 'week'
    | 'free'
    | 'talent'
    | 'wellness'
    | 'publish'
    | 'myEvents'
    | 'terms'
    | 'privacy'
    | 'help'
    | 'support';
  to: string;
}

const watch: readonly FooterLink[] = [
  { text: 'live', to: '/?live=1' },
  { text: 'week', to: '/?date=week' },
  { text: 'free', to: '/?price=free' },
  { text: 'talent', to: '/talent' },
  { text: 'wellness', to: '/wellness' },
];
const host: readonly FooterLink[] = [
  { text: 'publish', to: '/publish_event' },
  { text: 'myEvents', to: '/my_live_events' },
];
const about: readonly FooterLink[] = [
  { text: 'terms', to: '/terms/service' },
  { text: 'privacy', to: '/terms/privacy' },
];

/**
 * Heads of the front row, columns of links, one way to become a host. The phone's variant leaves out what its menu
 * has: one line of links and the apps.
 */
export default function Footer() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const audience = useSession((session) => audienceOf(session));
  const config = useClientConfig().data;
  const help: FooterLink[] = [
    { text: 'help', to: config?.help_url ?? '/help' },
    ...(config && config.support_url !== config.help_url ? [{ text: 'support' as const, to: config.support_url }] : []),
  ];
  const apps = appStores(config);
  const column = (title: 'watch' | 'hosting' | 'about', links: readonly FooterLink[]) => (
    <nav className={styles.column} data-phone={title === 'about'} aria-label={t(`footer.${title}`)}>
      <p className={styles.title}>{t(`footer.${title}`)}</p>
      <ul>
        {links.map((link) => (
          <li key={link.text}>
            <OutLink to={link.to}>{t(`footer.${link.text}`)}</OutLink>
          </li>
        ))}
      </ul>
    </nav>
  );
  return (
    <footer className={`fr-later ${styles.footer}`}>
      <FrontRow seed="footer" height={52} phoneHeight={44} />
      <div className={styles.ground}>
        <div className={`fr-column ${styles.inner}`}>
          <div className={styles.lead}>
            <p className={styles.line}>{t('footer.line')}</p>
            {audience !== 'viewer' && (
              <Button
                className={audience === 'visitor' ? 'fr-visitors' : undefined}
                onClick={() => (audience === 'influencer' ? void navigate('/publish_event') : askToLogin('signup'))}
              >
                {t('footer.host')}
              </Button>
            )}
          </div>
          {column('watch', watch)}
          {audience === 'influencer' && column('hosting', host)}
          {column('about', [...help, ...about])}
        </div>
        <div className={`fr-column`}>
          {apps.length > 0 && (
            <ul className={styles.apps} aria-label={t('footer.apps')}>
              {apps.map(({ name, url }) => (
                <li key={name}>
                  <OutLink to={url} className={styles.app}>
                    {t('footer.app', { name })}
                  </OutLink>
                </li>
              ))}
            </ul>
          )}
          <div className={styles.end}>
            <Logo />
            <p className={styles.small}>
              <LanguageChooser />
              <span>{t('footer.version', { version: clientVersion })}</span>
              <span>{t('footer.copyright', { year: 2026 })}</span>
            </p>
          </div>
        </div>
      </div>
    </footer>
  );
}
