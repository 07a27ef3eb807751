import { Suspense, useEffect } from 'react';
import { useLocation } from 'react-router';
import { lazy } from '#web/shared/lazy.tsx';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import { useSession } from '#web/shared/session/session.ts';
import { Seats } from '#web/shared/ui/Seats.tsx';
import { Button } from '#web/shared/ui/Button.tsx';
import { Link } from '#web/shared/ui/Link.tsx';
import styles from './NotFoundPage.module.css';

const MeetingInstead = lazy(() => import('./MeetingInstead.tsx'), [], 'stays');

/**
 * An address of one word that is no page is a username. Server and browser read it from the address alike: the server
 * knows it without the slash at its end.
 */
const isUsername = (pathname: string): boolean => /^\/(?!404\/?$)[^/]+\/?$/.test(pathname);

/** Any address without a page, and the address of an event or a person that does not exist. */
export default function NotFoundPage() {
  const { t } = useTranslation('missing');
  const isAccount = useSession(({ user }) => user !== null && !user.user_is_guest);
  const { pathname } = useLocation();
  const eventUuid = /^\/event\/([0-9a-f-]{36})$/.exec(pathname)?.[1];
  useEffect(() => {
    document.title = `${t('title')} · ${t('app:name')}`;
  }, [t]);
  return (
    <div className={styles.page}>
      {isAccount && eventUuid && (
        <Suspense fallback={null}>
          <MeetingInstead uuid={eventUuid} />
        </Suspense>
      )}
      <div className={styles.text}>
        <p className={styles.row}>{t(isUsername(pathname) ? 'user' : 'row')}</p>
        <h1>{t('title')}</h1>
        <p className={styles.line}>{t('text')}</p>
        <div className={styles.next}>
          <Button component={Link} to="/?live=1" size="lg">
            {t('live')}
          </Button>
          <Button component={Link} to="/" size="lg" variant="default">
            {t('all')}
          </Button>
        </div>
      </div>
      <div className={`fr-column ${styles.seats}`}>
        <Seats mine={12} minePhone={4} />
      </div>
    </div>
  );
}
