import { IconRefresh } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import { messageOf } from '#web/shared/api/refusal.ts';
import { toastError, toastGood } from '#web/shared/toasts/toast.ts';
import { Button } from '#web/shared/ui/Button.tsx';
import { RoomDialog } from '../dialogs/RoomDialog.tsx';
import dialogs from '../dialogs/dialogs.module.css';
import { useRotateKey } from './use-ingest.ts';

/** Makes a new stream key, after a question: an encoder that sends with the present one is cut. */
export function RotateKey({ eventUuid }: { eventUuid: string }) {
  const { t } = useTranslation('broadcast');
  const [asks, setAsks] = useState(false);
  const rotation = useRotateKey(eventUuid);
  const rotate = (): void => {
    setAsks(false);
    rotation.mutate(undefined, {
      onSuccess: () => toastGood(t('connection.rotated')),
      onError: (error) => toastError(messageOf(error)),
    });
  };
  return (
    <>
      <Button
        size="sm"
        variant="default"
        loading={rotation.isPending}
        leftSection={<IconRefresh size={18} stroke={1.7} aria-hidden="true" />}
        onClick={() => setAsks(true)}
      >
        {t('connection.rotate')}
      </Button>
      {asks && (
        <RoomDialog title={t('connection.rotateTitle')} onClose={() => setAsks(false)}>
          <p className={dialogs.text}>{t('connection.rotateText')}</p>
          <div className={dialogs.pair}>
            <Button variant="default" onClick={() => setAsks(false)} data-autofocus>
              {t('connection.rotateCancel')}
            </Button>
            <Button onClick={rotate}>{t('connection.rotateDo')}</Button>
          </div>
        </RoomDialog>
      )}
    </>
  );
}
