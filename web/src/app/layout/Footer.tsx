import { Button } from '@mantine/core';
import { useTranslation } from '#web/app/i18n/use-translation.ts';
import { Link, useNavigate } from 'react-router';
import { useSession } from '#web/shared/session/session.ts';
import { FrontRow } from '#web/shared/ui/FrontRow.tsx';
import { Logo } from '#web/shared/ui/Logo.tsx';
import styles from './Footer.module.css';
import { askToLogin } from './login-modal.ts';
import { audienceOf } from './menu.ts';

type FooterText = 'live' | 'week' | 'free' | 'publish' | 'myEvents' | 'terms' | 'privacy';

const watch: readonly { text: FooterText; to: string }[] = [
  { text: 'live', to: '/?live=1' },
  { text: 'week', to: '/?date=week' },
  { text: 'free', to: '/?price=free' },
];
const host: readonly { text: FooterText; to: string }[] = [
  { text: 'publish', to: '/publish_event' },
  { text: 'myEvents', to: '/my_live_events' },
];
const about: readonly { text: FooterText; to: string }[] = [
  { text: 'terms', to: '/terms/service' },
  { text: 'privacy', to: '/terms/privacy' },
];

/** Heads of the front row, three columns of links, one way to become a host. */
export default function Footer() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const audience = useSession((session) => audienceOf(session));
  const column = (title: 'watch' | 'hosting' | 'about', links: typeof watch) => (
    <nav className={styles.column} aria-label={t(`footer.${title}`)}>
      <p className={styles.title}>{t(`footer.${title}`)}</p>
      <ul>
        {links.map((link) => (
          <li key={link.to}>
            <Link to={link.to}>{t(`footer.${link.text}`)}</Link>
          </li>
        ))}
      </ul>
    </nav>
  );
  return (
    <footer className={styles.footer}>
      <FrontRow seed="footer" height={52} phoneHeight={44} />
      <div className={styles.ground}>
        <div className={`fr-column ${styles.inner}`}>
          <div className={styles.lead}>
            <p className={styles.line}>{t('footer.line')}</p>
            {audience !== 'viewer' && (
              <Button
                onClick={() => (audience === 'influencer' ? void navigate('/publish_event') : askToLogin('signup'))}
              >
                {t('footer.host')}
              </Button>
            )}
          </div>
          {column('watch', watch)}
          {audience === 'influencer' && column('hosting', host)}
          {column('about', about)}
        </div>
        <div className={`fr-column`}>
          <div className={styles.end}>
            <Logo />
            <p className={styles.small}>
              <span>{t('footer.language')}</span>
              <span>{t('footer.currency')}</span>
              <span>{t('footer.copyright', { year: 2026 })}</span>
            </p>
          </div>
        </div>
      </div>
    </footer>
  );
}
