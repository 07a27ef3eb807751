import { call } from '#web/shared/api/call.ts';
import { messageOf } from '#web/shared/api/refusal.ts';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import { toastError, toastGood } from '#web/shared/toasts/toast.ts';
import { Button } from '#web/shared/ui/Button.tsx';
import { Dialog } from '#web/shared/ui/Dialog.tsx';
import { type Method, useChange } from './payout-queries.ts';
import styles from './Payouts.module.css';

/** Says what removing an account means, and does it with one press. */
export function RemoveMethodDialog({ method, onClose }: { method: Method; onClose: () => void }) {
  const { t } = useTranslation('payouts');
  const remove = useChange(
    () => call('POST /payouts/methods/remove', { body: { method_uuid: method.method_uuid } }),
    () => {
      onClose();
      toastGood(t('removeDialog.done'));
    },
  );
  return (
    <Dialog title={t('removeDialog.title')} onClose={onClose} fullScreenOnPhone={false} closable={!remove.isPending}>
      <p className={styles.soft}>
        {t('removeDialog.text', { account: `${t(`kind.${method.kind}`)}: ${method.account}` })}
      </p>
      <div className={styles.buttons}>
        <Button size="lg" variant="default" disabled={remove.isPending} onClick={onClose} data-autofocus>
          {t('removeDialog.keep')}
        </Button>
        <Button
          size="lg"
          variant="ink"
          loading={remove.isPending}
          onClick={() => remove.mutate(undefined, { onError: (error) => toastError(messageOf(error)) })}
        >
          {t('removeDialog.confirm')}
        </Button>
      </div>
    </Dialog>
  );
}
