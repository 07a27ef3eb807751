import '#web/shared/styles/components.ts';
import '@mantine/core/styles/Combobox.layer.css';
import type { AnswerOf } from '@frontrow/contract/api.ts';
import { NativeSelect, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import { toastGood } from '#web/shared/toasts/toast.ts';
import { call } from '#web/shared/api/call.ts';
import { keepProfile } from '#web/shared/session/session.ts';
import { Avatar } from '#web/shared/ui/Avatar.tsx';
import { Button } from '#web/shared/ui/Button.tsx';
import { AccountSection } from '#web/shared/menu/AccountSections.tsx';
import { zonesWith } from '#web/shared/format/zones.ts';
import formStyles from '../forms.module.css';
import { FormRefusal } from '../FormRefusal.tsx';
import { showRefusal } from '../form-errors.ts';
import styles from './Profile.module.css';

export type OwnAccount = AnswerOf<'GET /user/account'>;

/** Name, surname, city and time zone. The username is shown but cannot be changed. */
export function ProfileSection({ account }: { account: OwnAccount }) {
  const { t } = useTranslation('account');
  const client = useQueryClient();
  const { user } = account;
  const form = useForm({
    defaultValues: {
      user_name: user.user_name,
      user_surname: account.user_surname,
      city: user.user_location.city ?? '',
      zone_name: user.user_location.data.zoneName,
    },
    mode: 'onSubmit',
    reValidateMode: 'onSubmit',
  });
  const { errors, isSubmitting } = form.formState;
  const submit = form.handleSubmit(async (body) => {
    try {
      keepProfile(await call('POST /user/account', { body }));
      toastGood(t('saved'));
      await client.invalidateQueries({ queryKey: ['account'] });
    } catch (error) {
      showRefusal(form, error);
    }
  });
  return (
    <AccountSection title={t('profile.title')}>
      <div className={styles.who}>
        <Avatar username={user.user_username} src={user.user_avatar} size={88} />
        <div>
          <p className={styles.name}>@{user.user_username}</p>
          <p className={styles.soft}>{t('profile.usernameHint')}</p>
        </div>
      </div>
      <form className={formStyles.form} onSubmit={(event) => void submit(event)} noValidate>
        <div className={styles.pair}>
          <TextInput
            label={t('auth:name')}
            autoComplete="given-name"
            maxLength={80}
            error={errors.user_name?.message}
            {...form.register('user_name')}
          />
          <TextInput
            label={t('auth:surname')}
            autoComplete="family-name"
            maxLength={80}
            error={errors.user_surname?.message}
            {...form.register('user_surname')}
          />
          <TextInput
            label={t('profile.city')}
            autoComplete="address-level2"
            maxLength={80}
            {...form.register('city')}
          />
          <NativeSelect
            label={t('profile.zone')}
            data={zonesWith(user.user_location.data.zoneName)}
            error={errors.zone_name?.message}
            {...form.register('zone_name')}
          />
        </div>
        <FormRefusal message={errors.root?.message} />
        <Button type="submit" loading={isSubmitting} className={styles.button ?? ''}>
          {t('save')}
        </Button>
      </form>
    </AccountSection>
  );
}
