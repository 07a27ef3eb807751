import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import { toastGood } from '#web/shared/toasts/toast.ts';
import { call } from '#web/shared/api/call.ts';
import { useClientConfig } from '#web/shared/client-config.ts';
import { Dialog } from '#web/shared/ui/Dialog.tsx';
import { Button } from '#web/shared/ui/Button.tsx';
import formStyles from '../forms.module.css';
import { FormRefusal } from '../FormRefusal.tsx';
import { goToConnect } from '../social/trip.ts';
import { showRefusal } from './account-form.ts';
import type { OwnAccount } from './ProfileSection.tsx';
import styles from './Profile.module.css';
import { PasswordField } from './second-factor/PasswordField.tsx';
import { Section } from './Section.tsx';

/** Connecting and disconnecting both need the password. */
function PasswordDialog({
  title,
  act,
  onClose,
}: {
  title: string;
  act: (password: string) => Promise<void>;
  onClose: () => void;
}) {
  const form = useForm({ defaultValues: { password: '' }, reValidateMode: 'onSubmit' });
  const { errors, isSubmitting } = form.formState;
  const submit = form.handleSubmit(async ({ password }) => {
    try {
      await act(password);
    } catch (error) {
      showRefusal(form, error);
    }
  });
  return (
    <Dialog title={title} onClose={onClose} closable={!isSubmitting}>
      <form className={formStyles.form} onSubmit={(event) => void submit(event)} noValidate>
        <PasswordField error={errors.password?.message} field={form.register('password')} />
        <FormRefusal message={errors.root?.message} />
        <Button type="submit" size="lg" fullWidth loading={isSubmitting}>
          {title}
        </Button>
      </form>
    </Dialog>
  );
}

/** Shows the connected Instagram account, and connects or disconnects it. */
export function InstagramSection({ account }: { account: OwnAccount }) {
  const { t } = useTranslation('account');
  const client = useQueryClient();
  const offered = useClientConfig().data?.social_login;
  const [asking, setAsking] = useState(false);
  const { instagram: handle } = account;
  if (handle === null && !offered) return null;
  const close = () => setAsking(false);
  const disconnect = async (password: string) => {
    await call('POST /user/disconnect_instagram', { body: { password } });
    toastGood(t('instagram.done'));
    // Not awaited, because without a network the dialog could not be closed.
    close();
    void client.invalidateQueries({ queryKey: ['account'] });
  };
  const title = handle === null ? t('instagram.connect') : t('instagram.disconnect');
  return (
    <Section title={t('instagram.title')} text={handle === null ? t('instagram.off') : t('instagram.text', { handle })}>
      {account.has_password ? (
        <Button variant="default" className={styles.button ?? ''} onClick={() => setAsking(true)}>
          {title}
        </Button>
      ) : (
        <p className={styles.soft}>{t('password.none')}</p>
      )}
      {asking && <PasswordDialog title={title} act={handle === null ? goToConnect : disconnect} onClose={close} />}
    </Section>
  );
}
