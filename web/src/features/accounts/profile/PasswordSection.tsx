import '#web/shared/styles/components.ts';
import { PasswordInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import { toastGood } from '#web/shared/toasts/toast.ts';
import { notReached } from '#web/shared/api/call.ts';
import { changePassword } from '#web/shared/session/log-in.ts';
import { Button } from '#web/shared/ui/Button.tsx';
import { AccountSection } from '#web/shared/menu/AccountSections.tsx';
import { newPasswordErrors } from '../auth-model.ts';
import { modelResolver } from '../form-errors.ts';
import formStyles from '../forms.module.css';
import { FormRefusal } from '../FormRefusal.tsx';
import { showRefusal } from '../form-errors.ts';
import type { OwnAccount } from './ProfileSection.tsx';
import styles from './Profile.module.css';

interface Values {
  password: string;
  new_password: string;
  repeat: string;
}

function valueErrors(values: Values): Partial<Record<keyof Values, 'passwordMissing' | 'password' | 'repeat'>> {
  const { password, repeat } = newPasswordErrors({ password: values.new_password, repeat: values.repeat });
  return {
    ...(values.password === '' && { password: 'passwordMissing' as const }),
    ...(password && { new_password: password }),
    ...(repeat && { repeat }),
  };
}

/** Changes the password. Needs the old one. */
export function PasswordSection({ account }: { account: OwnAccount }) {
  const { t } = useTranslation('account');
  const client = useQueryClient();
  const form = useForm({
    defaultValues: { password: '', new_password: '', repeat: '' },
    mode: 'onSubmit',
    reValidateMode: 'onSubmit',
    resolver: modelResolver(valueErrors, (key) => t(`auth:errors.${key}`)),
  });
  const { errors, isSubmitting } = form.formState;
  const submit = form.handleSubmit(async ({ password, new_password: next }) => {
    try {
      await changePassword({ password, new_password: next });
      form.reset();
      toastGood(t('password.done'));
      await client.invalidateQueries({ queryKey: ['account', 'sessions'] });
    } catch (error) {
      // The server may have changed it, and then this session has ended like all others.
      if (notReached(error)) form.setError('root', { message: t('password.unknown') });
      else showRefusal(form, error);
    }
  });
  if (!account.has_password) return null;
  const fields = [
    { name: 'password', label: t('password.now'), complete: 'current-password' },
    { name: 'new_password', label: t('password.new'), complete: 'new-password' },
    { name: 'repeat', label: t('auth:repeat'), complete: 'new-password' },
  ] as const;
  return (
    <AccountSection title={t('password.title')} text={t('password.text')}>
      <form className={formStyles.form} onSubmit={(event) => void submit(event)} noValidate>
        <div className={styles.pair}>
          {fields.map(({ name, label, complete }) => (
            <PasswordInput
              key={name}
              label={label}
              autoComplete={complete}
              error={errors[name]?.message}
              visibilityToggleButtonProps={{ 'aria-label': t('auth:showPassword') }}
              {...form.register(name)}
            />
          ))}
        </div>
        <FormRefusal message={errors.root?.message} />
        <Button type="submit" variant="default" loading={isSubmitting} className={styles.button ?? ''}>
          {t('password.submit')}
        </Button>
      </form>
    </AccountSection>
  );
}
