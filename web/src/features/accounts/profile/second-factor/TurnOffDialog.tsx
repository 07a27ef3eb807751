import '#web/shared/styles/components.ts';
import { TextInput } from '@mantine/core';
import { useForm } from 'react-hook-form';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import { toastGood } from '#web/shared/toasts/toast.ts';
import { call } from '#web/shared/api/call.ts';
import { Dialog } from '#web/shared/ui/Dialog.tsx';
import { Button } from '#web/shared/ui/Button.tsx';
import formStyles from '../../forms.module.css';
import { FormRefusal } from '../../FormRefusal.tsx';
import { showRefusal } from '../../form-errors.ts';
import { PasswordField } from './PasswordField.tsx';

/** Turns two-step login off. Asks for the password and a code. */
export function TurnOffDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('account');
  const form = useForm({ defaultValues: { password: '', second_factor_code: '' }, reValidateMode: 'onSubmit' });
  const { errors, isSubmitting } = form.formState;
  const submit = form.handleSubmit(async (body) => {
    try {
      await call('POST /user/second_factor/off', { body });
      toastGood(t('second.nowOff'));
      onClose();
    } catch (error) {
      showRefusal(form, error);
    }
  });
  return (
    <Dialog title={t('second.turnOff')} onClose={onClose} closable={!isSubmitting}>
      <form className={formStyles.form} onSubmit={(event) => void submit(event)} noValidate>
        <PasswordField error={errors.password?.message} field={form.register('password')} />
        <TextInput
          label={t('auth:code.label')}
          description={t('auth:code.hint')}
          autoComplete="one-time-code"
          error={errors.second_factor_code?.message}
          {...form.register('second_factor_code')}
        />
        <FormRefusal message={errors.root?.message} />
        <Button type="submit" size="lg" fullWidth loading={isSubmitting}>
          {t('second.turnOff')}
        </Button>
      </form>
    </Dialog>
  );
}
