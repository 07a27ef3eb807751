import { Button } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useTranslation } from '#web/app/i18n/use-translation.ts';
import styles from './RouteError.module.css';

/** A page broke or its code could not be fetched: says so, and starts the page anew; without a network as soon as there is one. */
export function RouteError() {
  const { t } = useTranslation();
  const [offline] = useState(() => !navigator.onLine);
  const [trying, setTrying] = useState(false);

  useEffect(() => {
    if (!offline) return undefined;
    const again = (): void => window.location.reload();
    window.addEventListener('online', again);
    return () => window.removeEventListener('online', again);
  }, [offline]);

  // Browsers say "offline" where they are not, and a reload where they are would leave the reader with the browser's own page.
  const tryAgain = (): void => {
    setTrying(true);
    fetch('/healthz', { cache: 'no-store' }).then(
      () => window.location.reload(),
      () => setTrying(false),
    );
  };

  return (
    <main className={styles.error}>
      <h1>{t(offline ? 'error.offlineTitle' : 'error.title')}</h1>
      <p role="alert">{t(offline ? 'error.offline' : 'error.broken')}</p>
      <div className={styles.next}>
        <Button size="lg" loading={trying} onClick={tryAgain}>
          {t('error.retry')}
        </Button>
        {!offline && (
          <Button size="lg" variant="default" component="a" href="/">
            {t('error.home')}
          </Button>
        )}
      </div>
    </main>
  );
}
