import { useState } from 'react';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import { Button } from '#web/shared/ui/Button.tsx';
import { createRenewal, type Renewal } from './renewal.ts';
import styles from './ReplayPage.module.css';

/** New addresses for the videos of a player; `onRenew` answers false where there are none. */
export function useRenewal(onRenew: () => Promise<boolean>): { failed: boolean; renewal: Renewal } {
  const [failed, setFailed] = useState(false);
  const [renewal] = useState(() => createRenewal({ ask: onRenew, say: setFailed, now: () => performance.now() }));
  return { failed, renewal };
}

/** Below a player whose video does not load. */
export function VideoFailed({ renewal }: { renewal: Renewal }) {
  const { t } = useTranslation('replay');
  return (
    <div role="alert" className={styles.failed}>
      <p>{t('videoFailed')}</p>
      <Button size="sm" variant="default" onClick={renewal.retry}>
        {t('retry')}
      </Button>
    </div>
  );
}
