import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { useTranslation } from '#web/app/i18n/use-translation.ts';
import { toastGood } from '#web/app/toast.ts';
import { call } from '#web/shared/api/call.ts';
import { Dialog } from '#web/shared/ui/Dialog.tsx';
import formStyles from '../forms.module.css';
import { FormRefusal } from '../FormRefusal.tsx';
import { showRefusal } from './account-form.ts';
import type { OwnAccount } from './ProfileSection.tsx';
import styles from './Profile.module.css';
import { PasswordField } from './second-factor/PasswordField.tsx';
import { Section } from './Section.tsx';

function DisconnectDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('account');
  const client = useQueryClient();
  const form = useForm({ defaultValues: { password: '' }, reValidateMode: 'onSubmit' });
  const { errors, isSubmitting } = form.formState;
  const submit = form.handleSubmit(async (body) => {
    try {
      await call('POST /user/disconnect_instagram', { body });
      await client.invalidateQueries({ queryKey: ['account'] });
      toastGood(t('instagram.done'));
      onClose();
    } catch (error) {
      showRefusal(form, error);
    }
  });
  return (
    <Dialog title={t('instagram.disconnect')} onClose={onClose} closable={!isSubmitting}>
      <form className={formStyles.form} onSubmit={(event) => void submit(event)} noValidate>
        <PasswordField error={errors.password?.message} field={form.register('password')} />
        <FormRefusal message={errors.root?.message} />
        <Button type="submit" size="lg" fullWidth loading={isSubmitting}>
          {t('instagram.disconnect')}
        </Button>
      </form>
    </Dialog>
  );
}

/** Shown to people who can log in with Instagram: as whom, and the way to end it. */
export function InstagramSection({ account }: { account: OwnAccount }) {
  const { t } = useTranslation('account');
  const [leaving, setLeaving] = useState(false);
  if (account.instagram === null) return null;
  return (
    <Section title={t('instagram.title')} text={t('instagram.text', { handle: account.instagram })}>
      {account.has_password ? (
        <Button variant="default" className={styles.button ?? ''} onClick={() => setLeaving(true)}>
          {t('instagram.disconnect')}
        </Button>
      ) : (
        <p className={styles.soft}>{t('password.none')}</p>
      )}
      {leaving && <DisconnectDialog onClose={() => setLeaving(false)} />}
    </Section>
  );
}
