import '#web/shared/styles/components.ts';
import { PasswordInput } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { flushSync } from 'react-dom';
import { useForm } from 'react-hook-form';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import { login } from '#web/shared/session/log-in.ts';
import { emptyLogin, loginErrors } from './auth-model.ts';
import styles from './forms.module.css';
import { modelResolver, showRefusal } from './form-errors.ts';
import { FormRefusal } from './FormRefusal.tsx';
import { useCodeField } from './use-code-field.tsx';
import { EmailInput } from '#web/shared/ui/EmailInput.tsx';
import { typedEmail } from '#web/shared/typed-email.ts';
import { Button } from '#web/shared/ui/Button.tsx';
import { MailLinkForm, type MailLinkKind } from './MailLinkForm.tsx';

interface LoginFormProps {
  onDone: () => void;
  /** Where the person goes on after a mailed link. */
  then: string;
  /** The mailed link that is asked for instead of a password, if any. */
  mailLink: MailLinkKind | undefined;
  onMailLink: (kind: MailLinkKind | undefined) => void;
}

export function LoginForm({ onDone, then, mailLink, onMailLink }: LoginFormProps) {
  const { t } = useTranslation('auth');
  const second = useCodeField();
  const form = useForm({
    defaultValues: emptyLogin,
    mode: 'onSubmit',
    reValidateMode: 'onSubmit',
    resolver: modelResolver(loginErrors, (key) => t(`errors.${key}`)),
  });
  const before = useRef(mailLink);
  useEffect(() => {
    if (before.current && !mailLink) form.setFocus('email');
    before.current = mailLink;
  }, [mailLink, form]);
  const { errors, isSubmitting } = form.formState;
  const submit = form.handleSubmit(async ({ email, password }) => {
    try {
      await login({ email: typedEmail(email), password, second_factor_code: second.code });
      onDone();
    } catch (error) {
      if (!second.takes(error)) showRefusal(form, error);
    }
  });
  if (mailLink)
    return (
      <MailLinkForm
        key={mailLink}
        kind={mailLink}
        email={form.getValues('email')}
        then={then}
        onBack={() => onMailLink(undefined)}
      />
    );
  // The two steps have keys, because React would otherwise reuse a field and its text for the other step.
  if (second.asked)
    return (
      <form key="code" className={styles.form} onSubmit={(event) => void submit(event)} noValidate>
        {second.input}
        <FormRefusal message={errors.root?.message} />
        <Button type="submit" size="lg" fullWidth loading={isSubmitting}>
          {t('login.submit')}
        </Button>
        <button
          type="button"
          className={styles.quiet}
          onClick={() => {
            flushSync(second.forget);
            form.setFocus('password');
          }}
        >
          {t('code.back')}
        </button>
      </form>
    );
  return (
    <form key="password" className={styles.form} onSubmit={(event) => void submit(event)} noValidate>
      <EmailInput
        label={t('email')}
        placeholder={t('emailPlaceholder')}
        // Browsers offer passkeys in a field that says so.
        autoComplete="username webauthn"
        data-autofocus
        error={errors.email?.message}
        {...form.register('email')}
      />
      <PasswordInput
        label={t('password')}
        autoComplete="current-password"
        error={errors.password?.message}
        visibilityToggleButtonProps={{ 'aria-label': t('showPassword') }}
        {...form.register('password')}
      />
      <button type="button" className={`${styles.quiet} ${styles.forgot}`} onClick={() => onMailLink('reset')}>
        {t('help.forgot')}
      </button>
      <FormRefusal message={errors.root?.message} />
      <Button type="submit" size="lg" fullWidth loading={isSubmitting}>
        {t('login.submit')}
      </Button>
    </form>
  );
}
