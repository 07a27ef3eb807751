import '#web/shared/styles/components.ts';
import type { AnswerOf } from '@frontrow/contract/api.ts';
import { TextInput } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useForm } from 'react-hook-form';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import { call } from '#web/shared/api/call.ts';
import { Dialog } from '#web/shared/ui/Dialog.tsx';
import { Button } from '#web/shared/ui/Button.tsx';
import formStyles from '../../forms.module.css';
import { FormRefusal } from '../../FormRefusal.tsx';
import { showRefusal } from '../../form-errors.ts';
import { PasswordField } from './PasswordField.tsx';
import { RecoveryCodes } from './RecoveryCodes.tsx';
import styles from './SecondFactor.module.css';

type Secret = AnswerOf<'POST /user/second_factor/begin'>;

/**
 * Turns two-step login on: asks for the password, shows the QR code and asks for a first code, then shows the recovery
 * codes until the person says that they are kept.
 */
export function TurnOnDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('account');
  const [secret, setSecret] = useState<Secret>();
  /** Two-step login is on even if the dialog was closed before the answer came. */
  const [confirming, setConfirming] = useState(false);
  const [codes, setCodes] = useState<readonly string[]>();
  return (
    <Dialog title={t('second.turnOn')} onClose={onClose} closeOnClickOutside={false} closable={!confirming && !codes}>
      {codes ? (
        <RecoveryCodes codes={codes} onDone={onClose} />
      ) : secret ? (
        <CodeForm secret={secret} onConfirming={setConfirming} onDone={setCodes} />
      ) : (
        <PasswordForm onDone={setSecret} />
      )}
    </Dialog>
  );
}

function PasswordForm({ onDone }: { onDone: (secret: Secret) => void }) {
  const { t } = useTranslation('account');
  const form = useForm({ defaultValues: { password: '' }, reValidateMode: 'onSubmit' });
  const { errors, isSubmitting } = form.formState;
  const submit = form.handleSubmit(async (body) => {
    try {
      onDone(await call('POST /user/second_factor/begin', { body }));
    } catch (error) {
      showRefusal(form, error);
    }
  });
  return (
    <form className={formStyles.form} onSubmit={(event) => void submit(event)} noValidate>
      <PasswordField error={errors.password?.message} field={form.register('password')} />
      <FormRefusal message={errors.root?.message} />
      <Button type="submit" size="lg" fullWidth loading={isSubmitting}>
        {t('second.next')}
      </Button>
    </form>
  );
}

interface CodeFormProps {
  secret: Secret;
  onConfirming: (confirming: boolean) => void;
  onDone: (codes: readonly string[]) => void;
}

function CodeForm({ secret, onConfirming, onDone }: CodeFormProps) {
  const { t } = useTranslation('account');
  const form = useForm({ defaultValues: { second_factor_code: '' }, reValidateMode: 'onSubmit' });
  // The pressed button is gone, so focus moves to the field.
  useEffect(() => form.setFocus('second_factor_code'), [form]);
  const { errors, isSubmitting } = form.formState;
  const submit = form.handleSubmit(async (body) => {
    onConfirming(true);
    try {
      onDone((await call('POST /user/second_factor/confirm', { body })).recovery_codes);
    } catch (error) {
      showRefusal(form, error);
    } finally {
      onConfirming(false);
    }
  });
  return (
    <form className={formStyles.form} onSubmit={(event) => void submit(event)} noValidate>
      <p className={formStyles.soft}>{t('second.scan')}</p>
      <img className={styles.qr} src={secret.qr} alt={t('second.qr')} width={200} height={200} />
      {/* A phone cannot scan its own screen. */}
      <a href={secret.uri} className={`${formStyles.link} ${styles.inApp}`}>
        {t('second.inApp')}
      </a>
      <p className={formStyles.soft}>
        {t('second.type')} <code className={styles.secret}>{secret.secret.replaceAll(/(.{4})(?=.)/g, '$1 ')}</code>
      </p>
      <TextInput
        label={t('second.code')}
        autoComplete="one-time-code"
        inputMode="numeric"
        error={errors.second_factor_code?.message}
        {...form.register('second_factor_code')}
      />
      <FormRefusal message={errors.root?.message} />
      <Button type="submit" size="lg" fullWidth loading={isSubmitting}>
        {t('second.confirm')}
      </Button>
    </form>
  );
}
