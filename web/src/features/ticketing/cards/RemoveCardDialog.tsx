import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '#web/shared/api/call.ts';
import { messageOf } from '#web/shared/api/refusal.ts';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import { toastError, toastGood } from '#web/shared/toasts/toast.ts';
import { Dialog } from '#web/shared/ui/Dialog.tsx';
import { Button } from '#web/shared/ui/Button.tsx';
import { savedCardsKey } from '../checkout/payment-queries.ts';
import styles from './Cards.module.css';

/** Says what removing a card means, and does it with one press. */
export function RemoveCardDialog({ id, name, onClose }: { id: string; name: string; onClose: () => void }) {
  const { t } = useTranslation('cards');
  const client = useQueryClient();
  const remove = useMutation({
    mutationFn: () => call('POST /payment/methods/remove', { body: { payment_method_id: id } }),
    onSuccess: ({ payment_methods: left }) => {
      client.setQueryData(savedCardsKey, left);
      onClose();
      toastGood(t('dialog.done'));
    },
    onError: (error) => toastError(messageOf(error)),
    scope: { id: savedCardsKey.join() },
  });
  return (
    <Dialog title={t('dialog.title')} onClose={onClose} fullScreenOnPhone={false} closable={!remove.isPending}>
      <p className={styles.soft}>{t('dialog.text', { card: name })}</p>
      <div className={styles.buttons}>
        <Button size="lg" variant="default" disabled={remove.isPending} onClick={onClose} data-autofocus>
          {t('dialog.keep')}
        </Button>
        <Button size="lg" variant="ink" loading={remove.isPending} onClick={() => remove.mutate()}>
          {t('dialog.confirm')}
        </Button>
      </div>
    </Dialog>
  );
}
