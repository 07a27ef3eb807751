import '#web/shared/styles/components.ts';
import type { AnswerOf } from '@frontrow/contract/api.ts';
import { passkeyNameCharsMax } from '@frontrow/core/accounts/limits.ts';
import { TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { useForm, type UseFormReturn } from 'react-hook-form';
import { call } from '#web/shared/api/call.ts';
import { ApiRefusal } from '#web/shared/api/refusal.ts';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import { toastGood } from '#web/shared/toasts/toast.ts';
import { Button } from '#web/shared/ui/Button.tsx';
import { Dialog } from '#web/shared/ui/Dialog.tsx';
import { FormRefusal } from '../../FormRefusal.tsx';
import formStyles from '../../forms.module.css';
import { showRefusal } from '../../form-errors.ts';
import { deviceName } from '#web/shared/device-name.ts';
import { PasswordField } from '../second-factor/PasswordField.tsx';
import { useCodeField } from '../../use-code-field.tsx';
import { passkeyCeremony } from '../../passkeys/use-passkey-log-in.ts';

interface Typed {
  password: string;
  passkey_name: string;
}

/** What the server asks of people who change how they log in: a code only once it has asked for one. */
interface Proof {
  password?: string;
  second_factor_code?: string;
}

interface PasskeyDialogProps {
  title: string;
  submit: string;
  hasPassword: boolean;
  /** The name that the field for it begins with; undefined without that field. */
  name?: string;
  act: (proof: Proof, name: string) => Promise<void>;
  onClose: () => void;
  children: (form: UseFormReturn<Typed>) => ReactNode;
}

function PasskeyDialog({ title, submit, hasPassword, name = '', act, onClose, children }: PasskeyDialogProps) {
  const { t } = useTranslation('account');
  const second = useCodeField();
  const form = useForm<Typed>({ defaultValues: { password: '', passkey_name: name }, reValidateMode: 'onSubmit' });
  const { errors, isSubmitting } = form.formState;
  const send = form.handleSubmit(async (typed) => {
    try {
      await act(
        {
          ...(hasPassword && { password: typed.password }),
          ...(second.code !== undefined && { second_factor_code: second.code }),
        },
        typed.passkey_name,
      );
      onClose();
    } catch (error) {
      if (second.takes(error)) return;
      if (error instanceof ApiRefusal) return showRefusal(form, error);
      const { isThereAlready } = await passkeyCeremony();
      form.setError('root', { message: t(isThereAlready(error) ? 'passkeys.already' : 'passkeys.failed') });
    }
  });
  return (
    <Dialog title={title} onClose={onClose} closable={!isSubmitting}>
      <form className={formStyles.form} onSubmit={(event) => void send(event)} noValidate>
        {children(form)}
        {hasPassword && <PasswordField error={errors.password?.message} field={form.register('password')} />}
        {second.input}
        <FormRefusal message={errors.root?.message} />
        <Button type="submit" size="lg" fullWidth loading={isSubmitting}>
          {submit}
        </Button>
      </form>
    </Dialog>
  );
}

interface DialogProps {
  hasPassword: boolean;
  onClose: () => void;
}

export function AddPasskeyDialog({ hasPassword, onClose }: DialogProps) {
  const { t } = useTranslation('account');
  const device = deviceName(navigator.userAgent);
  const add = async (proof: Proof, name: string): Promise<void> => {
    const { makePasskey } = await passkeyCeremony();
    const options = await call('POST /user/passkeys/begin', { body: proof });
    const credential = await makePasskey(options);
    await call('POST /user/passkeys', { body: { passkey_name: name, credential } });
    toastGood(t('passkeys.nowAdded'));
  };
  return (
    <PasskeyDialog
      title={t('passkeys.add')}
      submit={t('passkeys.next')}
      hasPassword={hasPassword}
      name={device ? t('sessions.on', device) : t('sessions.unknown')}
      act={add}
      onClose={onClose}
    >
      {(form) => (
        <TextInput
          label={t('passkeys.name')}
          description={t('passkeys.nameHint')}
          maxLength={passkeyNameCharsMax}
          error={form.formState.errors.passkey_name?.message}
          {...form.register('passkey_name')}
        />
      )}
    </PasskeyDialog>
  );
}

export function RemovePasskeyDialog({
  passkey: { passkey_ide: id, passkey_name: name },
  hasPassword,
  onClose,
}: DialogProps & { passkey: AnswerOf<'POST /user/passkeys'> }) {
  const { t } = useTranslation('account');
  const remove = async (proof: Proof): Promise<void> => {
    await call('POST /user/passkeys/remove', { body: { ...proof, passkey_ide: id } });
    toastGood(t('passkeys.removed'));
  };
  return (
    <PasskeyDialog
      title={t('passkeys.removeTitle')}
      submit={t('passkeys.remove')}
      hasPassword={hasPassword}
      act={remove}
      onClose={onClose}
    >
      {() => <p className={formStyles.soft}>{t('passkeys.removeText', { name })}</p>}
    </PasskeyDialog>
  );
}
