import '#web/shared/styles/components.ts';
import { Checkbox, TextInput } from '@mantine/core';
import { Controller, useForm } from 'react-hook-form';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import { signup } from '#web/shared/session/log-in.ts';
import { TermsConsent } from './TermsConsent.tsx';
import { emptySignup, signupErrors } from './auth-model.ts';
import styles from './forms.module.css';
import { modelResolver, showRefusal } from './form-errors.ts';
import { FormRefusal } from './FormRefusal.tsx';
import { BirthDateField } from './BirthDateField.tsx';
import { EmailInput } from '#web/shared/ui/EmailInput.tsx';
import { typedEmail } from '#web/shared/typed-email.ts';
import { Button } from '#web/shared/ui/Button.tsx';
import { NewPasswordFields } from './NewPasswordFields.tsx';

export function SignupForm({ onDone }: { onDone: () => void }) {
  const { t } = useTranslation('auth');
  const form = useForm({
    defaultValues: emptySignup,
    mode: 'onSubmit',
    reValidateMode: 'onSubmit',
    resolver: modelResolver(signupErrors, (key) => t(`errors.${key}`)),
  });
  const { errors, isSubmitting } = form.formState;
  const submit = form.handleSubmit(async (values) => {
    try {
      await signup({
        email: typedEmail(values.email),
        password: values.password,
        username: values.username.trim(),
        name: values.name.trim(),
        surname: values.surname.trim(),
        date_of_birth: values.birthDate,
        accept_terms: values.accept,
      });
      onDone();
    } catch (error) {
      showRefusal(form, error);
    }
  });
  return (
    <form className={styles.form} onSubmit={(event) => void submit(event)} noValidate>
      <div className={styles.pair}>
        <TextInput
          label={t('name')}
          autoComplete="given-name"
          placeholder={t('namePlaceholder')}
          data-autofocus
          error={errors.name?.message}
          {...form.register('name')}
        />
        <TextInput
          label={t('surname')}
          autoComplete="family-name"
          placeholder={t('surnamePlaceholder')}
          error={errors.surname?.message}
          {...form.register('surname')}
        />
      </div>
      <div className={styles.pair}>
        <TextInput
          label={t('username')}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          placeholder={t('usernamePlaceholder')}
          error={errors.username?.message}
          {...form.register('username')}
        />
        <Controller
          control={form.control}
          name="birthDate"
          render={({ field }) => <BirthDateField error={errors.birthDate?.message} {...field} />}
        />
      </div>
      <EmailInput
        label={t('email')}
        placeholder={t('emailPlaceholder')}
        error={errors.email?.message}
        {...form.register('email')}
      />
      <div className={styles.pair}>
        <NewPasswordFields
          label={t('password')}
          placeholder={t('passwordPlaceholder')}
          password={form.register('password')}
          repeat={form.register('repeat')}
          errors={errors}
        />
      </div>
      <Checkbox label={<TermsConsent />} error={errors.accept?.message} {...form.register('accept')} />
      <FormRefusal message={errors.root?.message} />
      <Button type="submit" size="lg" fullWidth loading={isSubmitting}>
        {t('signup.submit')}
      </Button>
    </form>
  );
}
