import { Button } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useTranslation } from '#web/app/i18n/use-translation.ts';
import styles from './RouteError.module.css';

/** A page broke or its code could not be fetched: says so, and starts the page anew; without a network as soon as there is one. */
export function RouteError() {
  const { t } = useTranslation();
  const [offline] = useState(() => !navigator.onLine);

  useEffect(() => {
    if (!offline) return undefined;
    const again = (): void => window.location.reload();
    window.addEventListener('online', again);
    return () => window.removeEventListener('online', again);
  }, [offline]);

  return (
    <main className={styles.error}>
      <h1>{t(offline ? 'error.offlineTitle' : 'error.title')}</h1>
      <p role="alert">{t(offline ? 'error.offline' : 'error.broken')}</p>
      {!offline && (
        <div className={styles.next}>
          <Button size="lg" onClick={() => window.location.reload()}>
            {t('error.retry')}
          </Button>
          <Button size="lg" variant="default" component="a" href="/">
            {t('error.home')}
          </Button>
        </div>
      )}
    </main>
  );
}
