import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import { toastGood } from '#web/shared/toasts/toast.ts';
import { call } from '#web/shared/api/call.ts';
import { useClientConfig } from '#web/shared/client-config.ts';
import { Dialog } from '#web/shared/ui/Dialog.tsx';
import { Button } from '#web/shared/ui/Button.tsx';
import { AccountSection } from '#web/shared/menu/AccountSections.tsx';
import formStyles from '../forms.module.css';
import { FormRefusal } from '../FormRefusal.tsx';
import { goToConnect, type Provider } from '../social/oauth-flow.ts';
import { showRefusal } from '../form-errors.ts';
import type { OwnAccount } from './ProfileSection.tsx';
import styles from './Profile.module.css';
import { PasswordField } from './second-factor/PasswordField.tsx';

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

/** Shows with whom the person can log in, and connects or disconnects each provider. */
export function SocialSections({ account }: { account: OwnAccount }) {
  const config = useClientConfig().data;
  const openId = config?.openid_name ?? (account.openid === null ? undefined : 'OpenID Connect');
  return (
    <>
      {(account.instagram !== null || config?.social_login) && (
        <ProviderSection
          provider={{ way: 'instagram', name: 'Instagram' }}
          handle={account.instagram}
          hasPassword={account.has_password}
        />
      )}
      {openId && (
        <ProviderSection
          provider={{ way: 'openid', name: openId }}
          handle={account.openid}
          hasPassword={account.has_password}
        />
      )}
    </>
  );
}

function ProviderSection({
  provider: { way, name },
  handle,
  hasPassword,
}: {
  provider: Provider;
  handle: string | null;
  hasPassword: boolean;
}) {
  const { t } = useTranslation('account');
  const client = useQueryClient();
  const [asking, setAsking] = useState(false);
  const words = { provider: name };
  const close = () => setAsking(false);
  const connect = (password: string) => goToConnect({ way, name }, password);
  const disconnect = async (password: string) => {
    await call('POST /user/disconnect_instagram', { body: { password, provider: way } });
    toastGood(t('social.done', words));
    // Not awaited, because without a network the dialog could not be closed.
    close();
    void client.invalidateQueries({ queryKey: ['account'] });
  };
  const title = t(handle === null ? 'social.connect' : 'social.disconnect', words);
  const connected =
    handle === '' ? t('social.textWithoutName', words) : t('social.text', { ...words, handle: handle ?? '' });
  return (
    <AccountSection title={name} text={handle === null ? t('social.off', words) : connected}>
      {hasPassword ? (
        <Button variant="default" className={styles.button ?? ''} onClick={() => setAsking(true)}>
          {title}
        </Button>
      ) : (
        <p className={styles.soft}>{t('password.none')}</p>
      )}
      {asking && <PasswordDialog title={title} act={handle === null ? connect : disconnect} onClose={close} />}
    </AccountSection>
  );
}
