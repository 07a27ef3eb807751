import { FormRefusal } from '#web/features/accounts/index.ts';
import { messageOf } from '#web/shared/api/refusal.ts';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import { toastGood } from '#web/shared/toasts/toast.ts';
import { Button } from '#web/shared/ui/Button.tsx';
import { Form } from '#web/shared/ui/Form.tsx';
import { Dialog } from '#web/shared/ui/Dialog.tsx';
import { PasswordAgain, usePasswordAgain } from './PasswordAgain.tsx';
import { type GuardedStep, type Method, useGuardedStep } from './payout-queries.ts';
import styles from './Payouts.module.css';

interface GuardedStepDialogProps {
  method: Method;
  step: GuardedStep;
  onClose: () => void;
}

/** A step that the server asked the password for. */
export function GuardedStepDialog({ method, step, onClose }: GuardedStepDialogProps) {
  const { t } = useTranslation('payouts');
  const password = usePasswordAgain(true);
  const change = useGuardedStep(method, step, () => {
    onClose();
    if (step === 'default') toastGood(t('defaultDone'));
  });
  const atField = password.atField(change.error);
  const isDefault = step === 'default';
  return (
    <Dialog
      title={
        isDefault
          ? t('makeDefaultOf', { account: `${t(`kind.${method.kind}`)}: ${method.account}` })
          : t('continueAtStripe')
      }
      onClose={onClose}
      closable={!change.isPending}
    >
      <Form
        className={styles.form}
        onSubmit={() => {
          change.mutate(password.inBody);
        }}
      >
        <PasswordAgain typed={password} error={atField} />
        <FormRefusal message={change.isError && atField === undefined ? messageOf(change.error) : undefined} />
        <Button type="submit" size="lg" fullWidth loading={change.isPending}>
          {t(isDefault ? 'makeDefault' : 'continueAtStripe')}
        </Button>
      </Form>
    </Dialog>
  );
}
