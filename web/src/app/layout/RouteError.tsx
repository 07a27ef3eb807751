import { useEffect, useState } from 'react';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import { serverAnswers, whenBack } from '#web/shared/api/when-back.ts';
import { Button } from '#web/shared/ui/Button.tsx';
import styles from './RouteError.module.css';

const again = (): void => window.location.reload();

/**
 * A page broke or its code could not be fetched: says so, and reloads the page; where nobody is reached as soon
 * as somebody is.
 */
export function RouteError() {
  const { t } = useTranslation();
  const [why, setWhy] = useState<'broken' | 'offline' | 'away'>(() => (navigator.onLine ? 'broken' : 'offline'));
  const [tried, setTried] = useState<'trying' | 'failed'>();

  // Where the server answers, nothing reloads automatically, whatever the browser says, so it is not promised.
  useEffect(
    () => whenBack(again, (waits) => setWhy((now) => (!waits ? 'broken' : now === 'broken' ? 'away' : now))),
    [],
  );

  // Browsers say "offline" where they are not, and a reload where they are would leave the reader with the browser's
  // own page.
  const tryAgain = async (): Promise<void> => {
    setTried('trying');
    if (await serverAnswers()) again();
    else setTried('failed');
  };

  return (
    <main className={styles.error}>
      <h1>{t(`error.${why}Title`)}</h1>
      <p role="alert">{t(`error.${why}`)}</p>
      <div className={styles.next}>
        <Button size="lg" loading={tried === 'trying'} onClick={() => void tryAgain()}>
          {t('error.retry')}
        </Button>
        {why === 'broken' && (
          <Button size="lg" variant="default" component="a" href="/">
            {t('error.home')}
          </Button>
        )}
      </div>
      <p role="status" className={styles.still}>
        {tried === 'failed' && t('error.still')}
      </p>
    </main>
  );
}
