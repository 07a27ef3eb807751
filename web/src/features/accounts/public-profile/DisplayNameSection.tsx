import '#web/shared/styles/components.ts';
import type { AnswerOf } from '@frontrow/contract/api.ts';
import { displayNameCharsMax } from '@frontrow/core/accounts/limits.ts';
import { Checkbox, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import { toastGood } from '#web/shared/toasts/toast.ts';
import { call } from '#web/shared/api/call.ts';
import { useSession } from '#web/shared/session/session.ts';
import { Button } from '#web/shared/ui/Button.tsx';
import { AccountSection } from '#web/shared/menu/AccountSections.tsx';
import formStyles from '../forms.module.css';
import { FormRefusal } from '../FormRefusal.tsx';
import { showRefusal } from '../form-errors.ts';
import styles from './PublicProfile.module.css';

/** The name that others read, and whether the person is listed among attendees. */
export function DisplayNameSection({ shown }: { shown: AnswerOf<'GET /user/viewer_profile'> }) {
  const { t } = useTranslation('public-profile');
  const client = useQueryClient();
  const username = useSession((session) => session.user?.user_username ?? '');
  const form = useForm({ defaultValues: { shown_name: shown.shown_name, show_attending: shown.show_attending } });
  const { errors, isSubmitting } = form.formState;
  const submit = form.handleSubmit(async (body) => {
    try {
      client.setQueryData(['public-profile'], await call('POST /user/viewer_profile', { body }));
      toastGood(t('saved'));
    } catch (error) {
      showRefusal(form, error);
    }
  });
  return (
    <AccountSection title={t('viewer.nameTitle')} text={t('viewer.preview', { name: shown.shown_as })}>
      <form className={formStyles.form} onSubmit={(event) => void submit(event)} noValidate>
        <TextInput
          label={t('viewer.name')}
          description={t('viewer.nameHelp', { username })}
          autoComplete="nickname"
          maxLength={displayNameCharsMax}
          error={errors.shown_name?.message}
          {...form.register('shown_name')}
        />
        <Checkbox
          label={t('viewer.attending')}
          description={t('viewer.attendingHelp')}
          {...form.register('show_attending')}
        />
        <FormRefusal message={errors.root?.message} />
        <Button type="submit" loading={isSubmitting} className={styles.start ?? ''}>
          {t('save')}
        </Button>
      </form>
    </AccountSection>
  );
}
