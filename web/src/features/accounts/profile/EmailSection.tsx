import '#web/shared/styles/components.ts';
import { PasswordInput } from '@mantine/core';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import { call } from '#web/shared/api/call.ts';
import { loginErrors } from '../auth-model.ts';
import { modelResolver } from '../form-errors.ts';
import formStyles from '../forms.module.css';
import { FormRefusal } from '../FormRefusal.tsx';
import { showRefusal } from '../form-errors.ts';
import type { OwnAccount } from './ProfileSection.tsx';
import styles from './Profile.module.css';
import { EmailInput } from '#web/shared/ui/EmailInput.tsx';
import { typedEmail } from '#web/shared/typed-email.ts';
import { Button } from '#web/shared/ui/Button.tsx';
import { AccountSection } from '#web/shared/menu/AccountSections.tsx';

/** Asks for another address, with the password. It is set when the link that is mailed to it is used. */
export function EmailSection({ account }: { account: OwnAccount }) {
  const { t } = useTranslation('account');
  const [sentTo, setSentTo] = useState<string>();
  const form = useForm({
    defaultValues: { email: '', password: '' },
    mode: 'onSubmit',
    reValidateMode: 'onSubmit',
    resolver: modelResolver(loginErrors, (key) => t(`auth:errors.${key}`)),
  });
  const { errors, isSubmitting } = form.formState;
  const submit = form.handleSubmit(async ({ email, password }) => {
    const address = typedEmail(email);
    try {
      await call('POST /user/change_email', { body: { email: address, password } });
      setSentTo(address);
      form.reset();
    } catch (error) {
      showRefusal(form, error);
    }
  });
  return (
    <AccountSection title={t('email.title')} text={t('email.now', { email: account.user.user_email ?? '' })}>
      {account.has_password ? (
        <form className={formStyles.form} onSubmit={(event) => void submit(event)} noValidate>
          <div className={styles.pair}>
            <EmailInput label={t('email.new')} error={errors.email?.message} {...form.register('email')} />
            <PasswordInput
              label={t('email.password')}
              autoComplete="current-password"
              error={errors.password?.message}
              visibilityToggleButtonProps={{ 'aria-label': t('auth:showPassword') }}
              {...form.register('password')}
            />
          </div>
          <FormRefusal message={errors.root?.message} />
          <Button type="submit" variant="default" loading={isSubmitting} className={styles.button ?? ''}>
            {t('email.submit')}
          </Button>
        </form>
      ) : (
        <p className={styles.soft}>{t('password.none')}</p>
      )}
      <p role="status" className={sentTo ? formStyles.sent : undefined}>
        {sentTo ? t('email.sent', { email: sentTo }) : ''}
      </p>
    </AccountSection>
  );
}
