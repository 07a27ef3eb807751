import { FormRefusal } from '#web/features/accounts/index.ts';
import { call } from '#web/shared/api/call.ts';
import { messageOf } from '#web/shared/api/refusal.ts';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import { toastGood } from '#web/shared/toasts/toast.ts';
import { Button } from '#web/shared/ui/Button.tsx';
import { Dialog } from '#web/shared/ui/Dialog.tsx';
import { PasswordAgain, usePasswordAgain } from './PasswordAgain.tsx';
import { type Method, useChange } from './payout-queries.ts';
import styles from './Payouts.module.css';

/** Makes another account the default, with the password: the server asked for it. */
export function DefaultMethodDialog({ method, onClose }: { method: Method; onClose: () => void }) {
  const { t } = useTranslation('payouts');
  const password = usePasswordAgain(true);
  const choose = useChange(
    () => call('POST /payouts/methods/default', { body: { method_uuid: method.method_uuid, ...password.inBody } }),
    () => {
      onClose();
      toastGood(t('defaultDone'));
    },
  );
  const beside = password.beside(choose.error);
  return (
    <Dialog
      title={t('makeDefaultOf', { account: `${t(`kind.${method.kind}`)}: ${method.account}` })}
      onClose={onClose}
      closable={!choose.isPending}
    >
      <form
        className={styles.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          choose.mutate(undefined);
        }}
      >
        <PasswordAgain typed={password} error={beside} />
        <FormRefusal message={choose.isError && beside === undefined ? messageOf(choose.error) : undefined} />
        <Button type="submit" size="lg" fullWidth loading={choose.isPending}>
          {t('makeDefault')}
        </Button>
      </form>
    </Dialog>
  );
}
