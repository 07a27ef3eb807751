import { Button, PasswordInput } from '@mantine/core';
import { tokenInHash } from '@frontrow/contract/accounts/links.ts';
import { useForm } from 'react-hook-form';
import { Link, useLocation, useNavigate } from 'react-router';
import { useTranslation } from '#web/app/i18n/use-translation.ts';
import { toastGood } from '#web/app/toast.ts';
import { usePageTitle } from '#web/shared/page-title.ts';
import { resetPassword } from '#web/shared/session/session.ts';
import { newPasswordErrors } from './auth-model.ts';
import { modelResolver, showRefusal } from './form-errors.ts';
import { FormRefusal } from './FormRefusal.tsx';
import styles from './forms.module.css';
import { LinkCard } from './LinkCard.tsx';
import { useCodeField } from './use-code-field.tsx';

/** `/reset_password#token=…`: the link of the mail for a forgotten password. Only the form uses it up. */
export default function ResetPasswordPage() {
  const { t } = useTranslation('auth');
  const token = tokenInHash(useLocation().hash);
  const navigate = useNavigate();
  usePageTitle(t('reset.tab'));
  const second = useCodeField();
  const form = useForm({
    defaultValues: { password: '', repeat: '' },
    mode: 'onSubmit',
    reValidateMode: 'onSubmit',
    resolver: modelResolver(newPasswordErrors, (key) => t(`errors.${key}`)),
  });
  const { errors, isSubmitting } = form.formState;
  const submit = form.handleSubmit(async ({ password }) => {
    try {
      await resetPassword({ token: token ?? '', password, second_factor_code: second.code });
      toastGood(t('reset.done'));
      void navigate('/', { replace: true });
    } catch (error) {
      if (!second.takes(error)) showRefusal(form, error);
    }
  });
  return (
    <LinkCard title={t('reset.title')} text={t('reset.text')}>
      <form className={styles.form} onSubmit={(event) => void submit(event)} noValidate>
        <PasswordInput
          label={t('reset.password')}
          autoComplete="new-password"
          error={errors.password?.message}
          description={errors.password ? undefined : t('passwordRule')}
          visibilityToggleButtonProps={{ 'aria-label': t('showPassword') }}
          {...form.register('password')}
        />
        <PasswordInput
          label={t('repeat')}
          autoComplete="new-password"
          error={errors.repeat?.message}
          visibilityToggleButtonProps={{ 'aria-label': t('showPassword') }}
          {...form.register('repeat')}
        />
        {second.input}
        <FormRefusal message={errors.root?.message} />
        <Button type="submit" size="lg" fullWidth loading={isSubmitting}>
          {t('reset.submit')}
        </Button>
        {errors.root && (
          <Button variant="default" size="lg" fullWidth component={Link} to="/login">
            {t('magic.another')}
          </Button>
        )}
      </form>
    </LinkCard>
  );
}
