import '#web/shared/styles/components.ts';
import { PasswordInput } from '@mantine/core';
import type { UseFormRegisterReturn } from 'react-hook-form';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';

/** The field for the password, typed again. It is the first one of a dialog. */
export function PasswordField({ error, field }: { error: string | undefined; field: UseFormRegisterReturn }) {
  const { t } = useTranslation('account');
  return (
    <PasswordInput
      label={t('password.now')}
      autoComplete="current-password"
      data-autofocus
      error={error}
      visibilityToggleButtonProps={{ 'aria-label': t('auth:showPassword') }}
      {...field}
    />
  );
}
