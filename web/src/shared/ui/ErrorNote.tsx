import { Button } from '@mantine/core';
import { useTranslation } from '#web/app/i18n/use-translation.ts';
import { messageOf } from '#web/shared/api/refusal.ts';
import styles from './ErrorNote.module.css';

/** What went wrong, in the server's words, and a way to try again. */
export function ErrorNote({ error, onRetry }: { error: unknown; onRetry?: () => void }) {
  const { t } = useTranslation();
  return (
    <div className={styles.note} role="alert">
      <p>{messageOf(error)}</p>
      {onRetry && (
        <Button variant="default" size="sm" onClick={onRetry}>
          {t('error.retry')}
        </Button>
      )}
    </div>
  );
}
