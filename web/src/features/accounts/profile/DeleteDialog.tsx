import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import { deleteAccount } from '#web/shared/session/log-in.ts';
import { Dialog } from '#web/shared/ui/Dialog.tsx';
import { focusOnce } from '#web/shared/ui/focus-once.ts';
import { Button } from '#web/shared/ui/Button.tsx';
import formStyles from '../forms.module.css';
import { FormRefusal } from '../FormRefusal.tsx';
import { showRefusal } from '../form-errors.ts';
import styles from './Profile.module.css';
import { PasswordField } from './second-factor/PasswordField.tsx';

/** Reloads the start page, so that no data of the account stays in memory. */
const leave = (): void => window.location.assign('/');

/** Explains the deletion, asks for the password or tells how to set one, and confirms the deletion afterwards. */
export function DeleteDialog({ hasPassword, onClose }: { hasPassword: boolean; onClose: () => void }) {
  const { t } = useTranslation('account');
  const [deleted, setDeleted] = useState(false);
  const form = useForm({ defaultValues: { password: '' }, mode: 'onSubmit', reValidateMode: 'onSubmit' });
  const { errors, isSubmitting } = form.formState;
  const submit = form.handleSubmit(async (body) => {
    try {
      await deleteAccount(body);
      setDeleted(true);
    } catch (error) {
      showRefusal(form, error);
    }
  });
  if (deleted)
    return (
      <Dialog title={t('data.deletedTitle')} onClose={leave} closeOnClickOutside={false}>
        <div className={formStyles.form}>
          <p ref={focusOnce} tabIndex={-1}>
            {t('data.deleted')}
          </p>
          <Button variant="ink" size="lg" fullWidth onClick={leave}>
            {t('data.leave')}
          </Button>
        </div>
      </Dialog>
    );
  return (
    <Dialog title={t('data.deleteTitle')} onClose={onClose} closeOnClickOutside={false} closable={!isSubmitting}>
      <form className={formStyles.form} onSubmit={(event) => void submit(event)} noValidate>
        <ul className={styles.points}>
          <li>{t('data.lose')}</li>
          <li>{t('data.keep')}</li>
          <li>{t('data.refund')}</li>
        </ul>
        {hasPassword ? (
          <PasswordField error={errors.password?.message} field={form.register('password')} />
        ) : (
          <p>{t('password.none')}</p>
        )}
        <FormRefusal message={errors.root?.message} />
        <Button
          variant="ink"
          size="lg"
          fullWidth
          onClick={onClose}
          disabled={isSubmitting}
          data-autofocus={!hasPassword || undefined}
        >
          {t('data.stay')}
        </Button>
        {hasPassword && (
          <Button type="submit" variant="outline" size="lg" fullWidth loading={isSubmitting}>
            {t('data.confirm')}
          </Button>
        )}
      </form>
    </Dialog>
  );
}
