import { useEffect, useEffectEvent } from 'react';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import { notReached } from '#web/shared/api/call.ts';
import { ApiRefusal, messageOf } from '#web/shared/api/refusal.ts';
import { whenBack } from '#web/shared/api/when-back.ts';
import { Button } from '#web/shared/ui/Button.tsx';
import styles from './ErrorNote.module.css';

/**
 * What went wrong, in the server's words, and a way to try again; where nobody is reached it is tried once somebody
 * is. A server that answers and cannot is left to the reader.
 */
export function ErrorNote({ error, onRetry }: { error: unknown; onRetry?: () => void }) {
  const { t } = useTranslation();
  const retry = useEffectEvent(() => onRetry?.());
  const reference = error instanceof ApiRefusal && error.reference;
  const waits = onRetry !== undefined && notReached(error);
  // Each failure waits again: where something is shown already, this note stays while it is tried.
  useEffect(() => (waits ? whenBack(retry) : undefined), [waits, error]);
  return (
    <div className={styles.note} role="alert">
      <div>
        <p>{messageOf(error)}</p>
        {reference && <p className={styles.reference}>{t('error.reference', { reference })}</p>}
      </div>
      {onRetry && (
        <Button variant="default" size="sm" onClick={onRetry}>
          {t('error.retry')}
        </Button>
      )}
    </div>
  );
}
