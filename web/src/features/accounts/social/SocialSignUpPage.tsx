import '#web/shared/styles/components.ts';
import { Checkbox, TextInput } from '@mantine/core';
import { useState } from 'react';
import { Controller, useForm } from 'react-hook-form';
import { Navigate, useNavigate } from 'react-router';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import { usePageTitle } from '#web/shared/page-title.ts';
import { signUpBySocial } from '#web/shared/session/log-in.ts';
import { EmailInput } from '#web/shared/ui/EmailInput.tsx';
import { typedEmail } from '#web/shared/typed-email.ts';
import { Button } from '#web/shared/ui/Button.tsx';
import { TermsConsent } from '../TermsConsent.tsx';
import { emptySignup, socialSignupErrors } from '../auth-model.ts';
import { modelResolver, showRefusal } from '../form-errors.ts';
import { FormRefusal } from '../FormRefusal.tsx';
import styles from '../forms.module.css';
import { LinkCard } from '../LinkCard.tsx';
import { BirthDateField } from '../BirthDateField.tsx';
import { resumeWish } from '../resume-wish.ts';
import { keepAfterLogin } from '../after-login.ts';
import { currentFlow, endFlow, keepForLink, signUpStart } from './oauth-flow.ts';

/** `/social_sign_up`: asks for what Instagram does not tell. The address is typed twice to prevent typing errors. */
export default function SocialSignUpPage() {
  const { t } = useTranslation('auth');
  const navigate = useNavigate();
  const [began] = useState(currentFlow);
  const [start] = useState(signUpStart);
  usePageTitle(t('social.signUpTitle'));
  const form = useForm({
    defaultValues: { ...emptySignup, emailRepeat: '', ...start },
    mode: 'onSubmit',
    reValidateMode: 'onSubmit',
    resolver: modelResolver(socialSignupErrors, (key) => t(`errors.${key}`)),
  });
  if (!began || !start) return <Navigate to="/signup" replace />;
  const { errors, isSubmitting } = form.formState;
  const submit = form.handleSubmit(async (values) => {
    const email = typedEmail(values.email);
    try {
      await signUpBySocial({
        key: began.key,
        email,
        email_repeat: typedEmail(values.emailRepeat),
        username: values.username.trim(),
        name: values.name.trim(),
        surname: values.surname.trim(),
        date_of_birth: values.birthDate,
        accept_terms: values.accept,
      });
      keepForLink(began);
      keepAfterLogin({ ...began, wish: null }, email);
      endFlow();
      void navigate(await resumeWish(began), { replace: true });
    } catch (error) {
      showRefusal(form, error);
    }
  });
  return (
    <LinkCard title={t('social.signUpTitle')} text={t('social.signUpText', { provider: began.provider })}>
      <form className={styles.form} onSubmit={(event) => void submit(event)} noValidate>
        <EmailInput
          label={t('email')}
          placeholder={t('emailPlaceholder')}
          error={errors.email?.message}
          {...form.register('email')}
        />
        <EmailInput label={t('emailRepeat')} error={errors.emailRepeat?.message} {...form.register('emailRepeat')} />
        <TextInput
          label={t('username')}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          error={errors.username?.message}
          {...form.register('username')}
        />
        <div className={styles.pair}>
          <TextInput
            label={t('name')}
            autoComplete="given-name"
            error={errors.name?.message}
            {...form.register('name')}
          />
          <TextInput
            label={t('surname')}
            autoComplete="family-name"
            error={errors.surname?.message}
            {...form.register('surname')}
          />
        </div>
        <Controller
          control={form.control}
          name="birthDate"
          render={({ field }) => <BirthDateField error={errors.birthDate?.message} {...field} />}
        />
        <Checkbox label={<TermsConsent />} error={errors.accept?.message} {...form.register('accept')} />
        <FormRefusal message={errors.root?.message} />
        <Button type="submit" size="lg" fullWidth loading={isSubmitting}>
          {t('signup.submit')}
        </Button>
      </form>
    </LinkCard>
  );
}
