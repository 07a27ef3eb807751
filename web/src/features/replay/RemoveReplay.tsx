import { IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { messageOf } from '#web/shared/api/refusal.ts';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import { toastError, toastGood } from '#web/shared/toasts/toast.ts';
import { Button } from '#web/shared/ui/Button.tsx';
import { Dialog } from '#web/shared/ui/Dialog.tsx';
import { useRemoveReplay } from './queries.ts';
import styles from './ReplayPage.module.css';

/** For the host: deletes the replay, after a question. */
export function RemoveReplay({ eventUuid }: { eventUuid: string }) {
  const { t } = useTranslation('replay');
  const [asks, setAsks] = useState(false);
  const navigate = useNavigate();
  const removal = useRemoveReplay(eventUuid);
  const remove = (): void =>
    removal.mutate(undefined, {
      onSuccess: () => {
        toastGood(t('remove.done'));
        void navigate(`/event/${eventUuid}`, { replace: true });
      },
      onError: (error) => {
        setAsks(false);
        toastError(messageOf(error));
      },
    });
  return (
    <>
      <Button
        variant="outline"
        leftSection={<IconTrash size={18} stroke={1.8} aria-hidden="true" />}
        onClick={() => setAsks(true)}
      >
        {t('remove.button')}
      </Button>
      {asks && (
        <Dialog
          title={t('remove.title')}
          onClose={() => setAsks(false)}
          fullScreenOnPhone={false}
          closable={!removal.isPending}
        >
          <p>{t('remove.text')}</p>
          <div className={styles.buttons}>
            <Button size="lg" variant="ink" disabled={removal.isPending} onClick={() => setAsks(false)} data-autofocus>
              {t('remove.keep')}
            </Button>
            <Button size="lg" variant="outline" loading={removal.isPending} onClick={remove}>
              {t('remove.confirm')}
            </Button>
          </div>
        </Dialog>
      )}
    </>
  );
}
