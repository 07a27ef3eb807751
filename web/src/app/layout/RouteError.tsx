import { Button } from '@mantine/core';
import { useTranslation } from '#web/app/i18n/use-translation.ts';
import styles from './RouteError.module.css';

/** A page broke or its code could not be fetched: says so, and starts the page anew. */
export function RouteError() {
  const { t } = useTranslation();
  return (
    <main className={styles.error}>
      <h1>{t('error.title')}</h1>
      <p role="alert">{t('error.broken')}</p>
      <div className={styles.next}>
        <Button size="lg" onClick={() => window.location.reload()}>
          {t('error.retry')}
        </Button>
        <Button size="lg" variant="default" component="a" href="/">
          {t('error.home')}
        </Button>
      </div>
    </main>
  );
}
