import '#web/shared/styles/components.ts';
import { Loader } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import { Button } from '#web/shared/ui/Button.tsx';
import { EmptyState } from '#web/shared/ui/EmptyState.tsx';
import { Link } from '#web/shared/ui/Link.tsx';
import { usePageTitle } from '#web/shared/page-title.ts';
import styles from './Rally.module.css';
import { keepRally } from './rally-stored.ts';

const closesAfterMs = 200;
/** A browser may keep a window that it did not see a script open. */
const keptAfterMs = 1_000;

/** `/rally?code=…`: the popup is back from the wallet provider. Stores the code, or the error, and closes itself. */
export default function RallyPage() {
  const { t } = useTranslation('rally');
  const { search } = useLocation();
  // Read only once, because the code is removed from the address.
  const [answer] = useState(() => new URLSearchParams(search));
  const [kept, setKept] = useState(false);
  usePageTitle(t('tab'));
  useEffect(() => {
    const code = answer.get('code');
    keepRally(answer.get('state'), { code, error: code ? null : t('failed') });
    window.history.replaceState(window.history.state, '', window.location.pathname);
    const timers = [
      setTimeout(() => window.close(), closesAfterMs),
      setTimeout(() => setKept(true), closesAfterMs + keptAfterMs),
    ];
    return () => timers.forEach(clearTimeout);
  }, [answer, t]);
  return (
    <div className={styles.page}>
      <h1 className="fr-visually-hidden">{t('tab')}</h1>
      {!kept && <Loader color="var(--fr-coral)" aria-hidden="true" />}
      {kept && !answer.get('code') ? (
        // A browser keeps this window where nobody's script opened it, so it has to lead somewhere.
        <EmptyState title={t('failed')} text={t('noCode')} heads={false}>
          <Button component={Link} to="/">
            {t('app:error.home')}
          </Button>
        </EmptyState>
      ) : (
        <p role="status">{t(kept ? 'closeIt' : 'moment')}</p>
      )}
    </div>
  );
}
