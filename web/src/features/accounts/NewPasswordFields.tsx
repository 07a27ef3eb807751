import '#web/shared/styles/components.ts';
import { PasswordInput } from '@mantine/core';
import type { UseFormRegisterReturn } from 'react-hook-form';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';

interface NewPasswordFieldsProps {
  label: string;
  placeholder?: string;
  password: UseFormRegisterReturn;
  repeat: UseFormRegisterReturn;
  errors: { password?: { message?: string }; repeat?: { message?: string } };
}

/** Two fields for a new password, with its rule. */
export function NewPasswordFields({ label, placeholder, password, repeat, errors }: NewPasswordFieldsProps) {
  const { t } = useTranslation('auth');
  return (
    <>
      <PasswordInput
        label={label}
        autoComplete="new-password"
        placeholder={placeholder}
        error={errors.password?.message}
        description={errors.password ? undefined : t('passwordRule')}
        visibilityToggleButtonProps={{ 'aria-label': t('showPassword') }}
        {...password}
      />
      <PasswordInput
        label={t('repeat')}
        autoComplete="new-password"
        error={errors.repeat?.message}
        visibilityToggleButtonProps={{ 'aria-label': t('showPassword') }}
        {...repeat}
      />
    </>
  );
}
