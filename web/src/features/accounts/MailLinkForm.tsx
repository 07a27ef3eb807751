import '#web/shared/styles/components.ts';
import { useEffect, useState } from 'react';
import { useForm } from 'react-hook-form';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import { call } from '#web/shared/api/call.ts';
import { useLoginModal } from '#web/shared/login-modal.ts';
import { focusOnce } from '#web/shared/ui/focus-once.ts';
import { EmailInput } from '#web/shared/ui/EmailInput.tsx';
import { typedEmail } from '#web/shared/typed-email.ts';
import { Button } from '#web/shared/ui/Button.tsx';
import { emailErrors } from './auth-model.ts';
import styles from './forms.module.css';
import { modelResolver, showRefusal } from './form-errors.ts';
import { FormRefusal } from './FormRefusal.tsx';
import { keepAfterLogin } from './after-login.ts';

export type MailLinkKind = 'reset' | 'login';

const callOf = { reset: 'POST /auth/forgot_password', login: 'POST /auth/magic_link' } as const;

interface MailLinkFormProps {
  kind: MailLinkKind;
  email: string;
  /** Where the person goes on after using the link in this browser. */
  then: string;
  onBack: () => void;
}

/** Asks for a mail with a link. The confirmation is the same for every address. */
export function MailLinkForm({ kind, email, then, onBack }: MailLinkFormProps) {
  const { t } = useTranslation('auth');
  const [sentTo, setSentTo] = useState<string>();
  const form = useForm({
    defaultValues: { email },
    mode: 'onSubmit',
    reValidateMode: 'onSubmit',
    resolver: modelResolver(emailErrors, (key) => t(`errors.${key}`)),
  });
  // The pressed button is gone, so focus moves to the field.
  useEffect(() => form.setFocus('email'), [form]);
  const { errors, isSubmitting } = form.formState;
  const submit = form.handleSubmit(async (values) => {
    const address = typedEmail(values.email);
    try {
      await call(callOf[kind], { body: { email: address } });
      keepAfterLogin({ then, wish: useLoginModal.getState().wish }, address);
      setSentTo(address);
    } catch (error) {
      showRefusal(form, error);
    }
  });
  const back = (
    <button type="button" className={styles.quiet} onClick={onBack}>
      {t('help.back')}
    </button>
  );
  if (sentTo !== undefined)
    return (
      <div className={styles.form}>
        <p ref={focusOnce} tabIndex={-1} className={styles.sent}>
          {t('help.sent', { email: sentTo })}
        </p>
        {back}
      </div>
    );
  return (
    <form className={styles.form} onSubmit={(event) => void submit(event)} noValidate>
      <p className={styles.soft}>{t(`help.${kind}.text`)}</p>
      <EmailInput
        label={t('email')}
        placeholder={t('emailPlaceholder')}
        data-autofocus
        error={errors.email?.message}
        {...form.register('email')}
      />
      <FormRefusal message={errors.root?.message} />
      <Button type="submit" size="lg" fullWidth loading={isSubmitting}>
        {t(`help.${kind}.submit`)}
      </Button>
      {back}
    </form>
  );
}
