import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import { NotFound } from '#web/shared/ui/NotFound.tsx';
import { ApiRefusal } from '#web/shared/api/refusal.ts';
import { ErrorNote } from '#web/shared/ui/ErrorNote.tsx';
import { Button } from '#web/shared/ui/Button.tsx';

interface NoEventProps {
  error: unknown;
  onRetry: () => void;
}

/** No such event, or one that could not be loaded just now. */
export default function NoEvent({ error, onRetry }: NoEventProps) {
  if (error instanceof ApiRefusal && (error.status === 404 || error.status === 400)) return <NotFound />;
  return <Failed error={error} onRetry={onRetry} />;
}

function Failed({ error, onRetry }: NoEventProps) {
  const { t } = useTranslation('event');
  return (
    <div className="fr-column" style={{ paddingBlock: 32 }}>
      <h1>{t('error.title')}</h1>
      <div style={{ marginBlock: 24 }}>
        <ErrorNote error={error} onRetry={onRetry} />
      </div>
      <Button variant="default" component="a" href="/">
        {t('app:error.home')}
      </Button>
    </div>
  );
}
