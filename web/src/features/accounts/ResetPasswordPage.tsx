import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { useNavigate } from 'react-router';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import { toastGood } from '#web/shared/toasts/toast.ts';
import { usePageTitle } from '#web/shared/page-title.ts';
import { resetPassword } from '#web/shared/session/log-in.ts';
import { Button } from '#web/shared/ui/Button.tsx';
import { BackButton, type BackLink } from './BackButton.tsx';
import { newPasswordErrors } from './auth-model.ts';
import { isUsedUp, modelResolver, showRefusal } from './form-errors.ts';
import { FormRefusal } from './FormRefusal.tsx';
import styles from './forms.module.css';
import { resumeWish } from './resume-wish.ts';
import { LinkCard } from './LinkCard.tsx';
import { LinkPage } from './LinkPage.tsx';
import { NewPasswordFields } from './NewPasswordFields.tsx';
import { useCodeField } from './use-code-field.tsx';
import { takeAfterLogin } from './after-login.ts';

/** `/reset_password#token=…`: the mailed link for a new password. Only submitting the form uses it up. */
export default function ResetPasswordPage() {
  const { t } = useTranslation('auth');
  const back = { text: t('magic.another'), to: '/login' };
  usePageTitle(t('reset.tab'));
  return (
    <LinkPage back={back} wrong={t('reset.wrongToken')}>
      {(token) => <NewPassword token={token} back={back} />}
    </LinkPage>
  );
}

function NewPassword({ token, back }: { token: string; back: BackLink }) {
  const { t } = useTranslation('auth');
  const navigate = useNavigate();
  const second = useCodeField();
  const [over, setOver] = useState(false);
  const form = useForm({
    defaultValues: { password: '', repeat: '' },
    mode: 'onSubmit',
    reValidateMode: 'onSubmit',
    resolver: modelResolver(newPasswordErrors, (key) => t(`errors.${key}`)),
  });
  const { errors, isSubmitting } = form.formState;
  const submit = form.handleSubmit(async ({ password }) => {
    try {
      const { user_email: email } = await resetPassword({ token, password, second_factor_code: second.code });
      toastGood(t('reset.done'));
      void navigate(await resumeWish(takeAfterLogin(email)), { replace: true });
    } catch (error) {
      if (!second.takes(error)) showRefusal(form, error);
      setOver(isUsedUp(error));
    }
  });
  return (
    <LinkCard title={t('reset.title')} text={t('reset.text')}>
      <form className={styles.form} onSubmit={(event) => void submit(event)} noValidate>
        {!over && (
          <>
            <NewPasswordFields
              label={t('reset.password')}
              password={form.register('password')}
              repeat={form.register('repeat')}
              errors={errors}
            />
            {second.input}
          </>
        )}
        <FormRefusal message={errors.root?.message} />
        {!over && (
          <Button type="submit" size="lg" fullWidth loading={isSubmitting}>
            {t('reset.submit')}
          </Button>
        )}
        {errors.root && <BackButton {...back} only={over} />}
      </form>
    </LinkCard>
  );
}
